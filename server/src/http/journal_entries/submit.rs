//! `POST /accounting/journal-entries/{id}/submit`: a draft waits for approval.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::submit::SubmitEntry;
use domain::value::id::EntryId;

use super::get;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<SubmitEntry>()
    .rejects(rejections::ENTRY)
    .rejects(rejections::ENTRY_TAKEN_BACK)
    .rejects(&[Code::EntryNotDraft])
    .conditional()
    .preferable();

/// Submit a draft for approval
///
/// Validates the same as posting. The entry then waits, without number and effect, until it is approved, rejected or
/// withdrawn; an edit makes it a draft again. This also works if no approval policy requires it.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/{id}/submit",
    operation_id = "JournalEntriesController_submit", tag = "Journal entries",
    params(("id" = String, Path, description = "The draft")),
    responses((status = 204, description = "Submitted"), (status = 200, description = "Submitted, with `Prefer: return=representation`", body = super::view::EntryView)))]
pub async fn submit(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = SubmitEntry { entry: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
