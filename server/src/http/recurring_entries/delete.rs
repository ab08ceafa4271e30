//! `DELETE /accounting/recurring-entries/{id}`: only if it has made nothing yet.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::recurring_entries::delete::DeleteRecurringEntry;
use domain::value::id::RecurringEntryId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteRecurringEntry>().rejects(&[Code::RecurringEntryInUse]).conditional();

/// Delete a recurring entry
///
/// A recurring entry that has made entries cannot be deleted: pause it instead.
#[utoipa::path(delete, path = "/api/v1/accounting/recurring-entries/{id}",
    operation_id = "RecurringEntriesController_delete", tag = "Recurring entries",
    params(("id" = String, Path, description = "The recurring entry")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<RecurringEntryId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteRecurringEntry { recurring: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
