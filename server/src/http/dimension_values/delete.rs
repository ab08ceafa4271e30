//! `DELETE /accounting/dimensions/{id}/values/{valueId}`: only a value that no posted line has.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::dimension_values::delete::DeleteDimensionValue;
use domain::value::id::{DimensionId, DimensionValueId};

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteDimensionValue>().rejects(&[Code::DimensionInUse]).conditional();

/// Delete a value that was never used
///
/// One that a line has stays for ever: make it inactive with `isActive: false`.
#[utoipa::path(delete, path = "/api/v1/accounting/dimensions/{id}/values/{valueId}", operation_id = "DimensionValuesController_delete", tag = "Dimensions",
    params(("id" = String, Path, description = "The dimension"), ("valueId" = String, Path, description = "The value")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(
    Path((id, value)): Path<(PathId<DimensionId>, PathId<DimensionValueId>)>,
    writing: Writing,
) -> Result<Response, Problem> {
    let (PathId(id), PathId(value)) = (id, value);
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteDimensionValue { dimension: id, value, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
