//! `GET /accounting/dimensions/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Dimension;
use domain::value::Sought;
use domain::value::id::{DimensionId, OrganizationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::DimensionView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::DimensionsRead);

/// Get a dimension
#[utoipa::path(get, path = "/api/v1/accounting/dimensions/{id}", operation_id = "DimensionsController_get", tag = "Dimensions",
    params(("id" = String, Path, description = "The dimension")),
    responses((status = 200, description = "The dimension", body = DimensionView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<DimensionId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let dimension = find(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(dimension.version)], axum::Json(DimensionView::from(dimension))).into_response())
}

/// The dimension with this wire id.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<DimensionId>,
) -> Result<Dimension, Problem> {
    round_trip::find::<Dimension, _>(snapshot, organization, id).await
}
