//! `DELETE /accounting/journal-entries/{id}`: only a draft.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::journal_entries::delete::DeleteEntry;
use domain::value::id::EntryId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<DeleteEntry>().rejects(&[Code::EntryNotDraft]).conditional();

/// Delete a draft
///
/// A posted entry stays for ever: void it instead.
#[utoipa::path(delete, path = "/api/v1/accounting/journal-entries/{id}", operation_id = "JournalEntriesController_delete",
    tag = "Journal entries", params(("id" = String, Path, description = "The draft")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<EntryId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteEntry { entry: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
