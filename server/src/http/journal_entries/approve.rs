//! `POST /accounting/journal-entries/{id}/approve`: posts the submitted entry.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::approve::ApproveEntry;
use domain::value::id::EntryId;

use super::get;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<ApproveEntry>()
    .rejects(rejections::ENTRY)
    .rejects(rejections::ENTRY_TAKEN_BACK)
    .rejects(&[Code::EntryNotPending, Code::PersonRequired, Code::SeparationOfDuties])
    .conditional()
    .preferable();

/// Approve an entry, which posts it
///
/// Send the `ETag` that you read in `If-Match`: only that version is approved. Service accounts cannot approve. Nobody
/// can approve an entry that their own service account prepared or, if the organization separates these duties, that
/// they prepared themselves.
#[utoipa::path(post, path = "/api/v1/accounting/journal-entries/{id}/approve",
    operation_id = "JournalEntriesController_approve", tag = "Journal entries",
    params(("id" = String, Path, description = "The entry")),
    responses((status = 204, description = "Approved and posted"), (status = 200, description = "Approved and posted, with `Prefer: return=representation`", body = super::view::EntryView)))]
pub async fn approve(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = ApproveEntry { entry: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
