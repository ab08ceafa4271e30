//! `DELETE /accounting/entry-templates/{id}`

use axum::extract::Path;
use axum::response::Response;
use domain::commands::entry_templates::delete::DeleteEntryTemplate;
use domain::value::id::EntryTemplateId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<DeleteEntryTemplate>().conditional();

/// Delete an entry template
///
/// Entries that began with it stay as they are.
#[utoipa::path(delete, path = "/api/v1/accounting/entry-templates/{id}", operation_id = "EntryTemplatesController_delete",
    tag = "Journal entries", params(("id" = String, Path, description = "The template")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<EntryTemplateId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteEntryTemplate { template: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
