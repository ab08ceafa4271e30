//! `GET /accounting/dimensions/{id}/values/{valueId}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::DimensionValue;
use domain::value::Sought;
use domain::value::id::{DimensionId, DimensionValueId, OrganizationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::DimensionValueView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::{dimensions, round_trip};

pub(super) const OPERATION: Operation = Operation::read(Permission::DimensionsRead);

/// Get a value of a dimension
#[utoipa::path(get, path = "/api/v1/accounting/dimensions/{id}/values/{valueId}", operation_id = "DimensionValuesController_get", tag = "Dimensions",
    params(("id" = String, Path, description = "The dimension"), ("valueId" = String, Path, description = "The value")),
    responses((status = 200, description = "The value", body = DimensionValueView)))]
pub async fn get(
    State(app): State<App>,
    Path((id, value)): Path<(PathId<DimensionId>, PathId<DimensionValueId>)>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let (PathId(id), PathId(value)) = (id, value);
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let value = find(&mut snapshot, caller.organization, &id, &value).await?;
    Ok(([etag(value.version)], axum::Json(DimensionValueView::from(value))).into_response())
}

/// The value with this wire id, where it is one of the dimension with that one.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    dimension: &Sought<DimensionId>,
    value: &Sought<DimensionValueId>,
) -> Result<DimensionValue, Problem> {
    let dimension = dimensions::get::find(snapshot, organization, dimension).await?;
    let value: DimensionValue = round_trip::find(snapshot, organization, value).await?;
    if value.dimension_id == dimension.id { Ok(value) } else { Err(Problem::not_found()) }
}
