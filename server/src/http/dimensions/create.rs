//! `POST /accounting/dimensions`

use axum::response::Response;
use domain::commands::dimensions::create::CreateDimension;
use domain::rows::Dimension;
use domain::value::id::DimensionId;

use super::view::DimensionView;
use super::wire::DimensionInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<CreateDimension>().makes::<DimensionId>().rejects(rejections::NEW);

/// Create a dimension
///
/// It has no values yet: lines can use it once it has some.
#[utoipa::path(post, path = "/api/v1/accounting/dimensions", operation_id = "DimensionsController_create", tag = "Dimensions",
    request_body = DimensionInput, responses((status = 201, description = "The dimension", body = DimensionView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: DimensionInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let dimension: Dimension = done.row().ok_or_else(|| Problem::internal(&"a dimension without its row"))?;
    done.created("/accounting/dimensions", DimensionView::from(dimension))
}
