//! `PUT /accounting/journals/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journals::update::UpdateJournal;
use domain::value::id::JournalId;

use super::get;
use super::view::JournalView;
use super::wire::JournalPatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateJournal>()
    .rejects(&[Code::CodeTaken, Code::JournalNotUsable, Code::JournalInUse])
    .conditional()
    .preferable();

/// Update a journal
///
/// A merge: absent fields stay. Code and numbering are fixed with the journal's first entry.
#[utoipa::path(put, path = "/api/v1/accounting/journals/{id}", operation_id = "JournalsController_update", tag = "Journals",
    request_body = JournalPatch, params(("id" = String, Path, description = "The journal")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = JournalView)))]
pub async fn update(Path(PathId(id)): Path<PathId<JournalId>>, mut writing: Writing) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    writing.leave_out_repeated(async |snapshot| get::read(snapshot, caller.organization, &id).await).await;
    let input: JournalPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let expected = expected(writing.if_match.as_deref(), input.version);
    writing
        .keep(JournalPatch::KEPT, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await)
        .await?;
    let done = writing.run(input.command(id.clone(), expected)).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await).await
}
