//! `POST /accounting/dimensions/{id}/values`

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::dimension_values::create::CreateDimensionValue;
use domain::rows::DimensionValue;
use domain::value::id::DimensionId;

use super::view::DimensionValueView;
use super::wire::DimensionValueInput;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateDimensionValue>()
    .rejects(rejections::IN_TREE)
    .rejects(&[Code::LimitReached, Code::DimensionNotUsable]);

/// Create a value of a dimension
///
/// Lines of entries name it by the code of its dimension: `"dimensions": {"country": "FR"}`.
#[utoipa::path(post, path = "/api/v1/accounting/dimensions/{id}/values", operation_id = "DimensionValuesController_create", tag = "Dimensions",
    request_body = DimensionValueInput, params(("id" = String, Path, description = "The dimension")),
    responses((status = 201, description = "The value", body = DimensionValueView)))]
pub async fn create(Path(PathId(id)): Path<PathId<DimensionId>>, writing: Writing) -> Result<Response, Problem> {
    let input: DimensionValueInput = writing.body().await?;
    let done = writing.run(input.command(id.clone())).await?;
    let value: DimensionValue = done.row().ok_or_else(|| Problem::internal(&"a value without its row"))?;
    done.created(&format!("/accounting/dimensions/{id}/values"), DimensionValueView::from(value))
}
