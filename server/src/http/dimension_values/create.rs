//! `POST /accounting/dimensions/{id}/values`

use axum::extract::Path;
use axum::response::Response;
use domain::rows::DimensionValue;
use domain::value::id::DimensionId;
use domain::value::permission::Permission;

use super::view::DimensionValueView;
use super::wire::DimensionValueInput;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

/// Create a value of a dimension
#[utoipa::path(post, path = "/api/v1/accounting/dimensions/{id}/values", operation_id = "DimensionValuesController_create", tag = "Dimensions",
    request_body = DimensionValueInput, params(("id" = String, Path, description = "The dimension")),
    responses((status = 201, description = "The value", body = DimensionValueView)))]
pub async fn create(Path(PathId(id)): Path<PathId<DimensionId>>, writing: Writing) -> Result<Response, Problem> {
    let input: DimensionValueInput = writing.body(Permission::DimensionsManage).await?;
    let done = writing.run(input.command(id.clone())).await?;
    let value: DimensionValue = done.row().ok_or_else(|| Problem::internal(&"a value without its row"))?;
    done.created(&format!("/accounting/dimensions/{id}/values"), DimensionValueView::from(value))
}
