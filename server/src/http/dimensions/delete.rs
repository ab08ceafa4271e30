//! `DELETE /accounting/dimensions/{id}`: only a dimension without values that no account names.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::dimensions::delete::DeleteDimension;
use domain::value::id::DimensionId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteDimension>().rejects(&[Code::DimensionInUse]).conditional();

/// Delete a dimension without values
///
/// Delete its values first.
#[utoipa::path(delete, path = "/api/v1/accounting/dimensions/{id}", operation_id = "DimensionsController_delete", tag = "Dimensions",
    params(("id" = String, Path, description = "The dimension")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<DimensionId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteDimension { dimension: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
