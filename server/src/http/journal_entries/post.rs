//! `POST /accounting/journal-entries/{id}/post`: posts a draft.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::post::PostEntry;
use domain::value::id::EntryId;

use super::get;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<PostEntry>()
    .rejects(rejections::DIMENSIONS)
    .rejects(rejections::ENTRY)
    .rejects(rejections::ENTRY_TAKEN_BACK)
    .rejects(&[Code::EntryNotDraft, Code::ApprovalRequired, Code::SeparationOfDuties])
    .conditional()
    .preferable();

/// Post a draft
///
/// Validates everything, takes the next number of the journal's series, and freezes lines, dates and totals.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/{id}/post",
    operation_id = "JournalEntriesController_post", tag = "Journal entries",
    params(("id" = String, Path, description = "The draft")),
    responses((status = 204, description = "Posted"), (status = 200, description = "Posted, with `Prefer: return=representation`", body = super::view::EntryView)))]
pub async fn post(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = PostEntry { entry: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
