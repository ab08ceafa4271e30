//! `POST /accounting/journal-entries/{id}/reject`: a submitted entry goes back with a reason.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::reject::RejectEntry;
use domain::value::id::EntryId;

use super::get;
use super::wire::RejectInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<RejectEntry>().rejects(&[Code::EntryNotPending]).conditional().preferable();

/// Reject an entry that is waiting for approval
///
/// It becomes a draft again and shows who rejected it, when and why.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/{id}/reject",
    operation_id = "JournalEntriesController_reject", tag = "Journal entries", request_body = RejectInput,
    params(("id" = String, Path, description = "The entry")),
    responses((status = 204, description = "Rejected"), (status = 200, description = "Rejected, with `Prefer: return=representation`", body = super::view::EntryView)))]
pub async fn reject(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let input: RejectInput = writing.body().await?;
    let command = RejectEntry { entry: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
