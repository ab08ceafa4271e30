//! `DELETE /accounting/statement-mappings/{id}`

use axum::extract::Path;
use axum::response::Response;
use domain::commands::statement_mappings::delete::DeleteStatementMapping;
use domain::value::id::StatementMappingId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<DeleteStatementMapping>().conditional();

/// Delete a statement mapping
///
/// Reports with a `knownAt` before the deletion can still use it.
#[utoipa::path(delete, path = "/api/v1/accounting/statement-mappings/{id}", operation_id = "StatementMappingsController_delete",
    tag = "Statement mappings", params(("id" = String, Path, description = "The mapping")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<StatementMappingId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteStatementMapping { mapping: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
