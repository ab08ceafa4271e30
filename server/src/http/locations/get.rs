//! `GET /warehouses/{id}/locations/{locationId}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::{Location, Warehouse};
use domain::value::Sought;
use domain::value::id::{LocationId, OrganizationId, WarehouseId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::LocationView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::WarehousesRead);

/// Get a location
#[utoipa::path(get, path = "/api/v1/warehouses/{id}/locations/{locationId}", operation_id = "LocationsController_get", tag = "Locations",
    params(("id" = String, Path, description = "The warehouse"), ("locationId" = String, Path, description = "The location")),
    responses((status = 200, description = "The location", body = LocationView)))]
pub async fn get(
    State(app): State<App>,
    Path((id, location)): Path<(PathId<WarehouseId>, PathId<LocationId>)>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let (PathId(id), PathId(location)) = (id, location);
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let location = find(&mut snapshot, caller.organization, &id, &location).await?;
    Ok(([etag(location.version)], axum::Json(LocationView::from(location))).into_response())
}

/// The location with this wire id, where it is one of the warehouse with that one.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    warehouse: &Sought<WarehouseId>,
    location: &Sought<LocationId>,
) -> Result<Location, Problem> {
    let warehouse: Warehouse = round_trip::find(snapshot, organization, warehouse).await?;
    let location: Location = round_trip::find(snapshot, organization, location).await?;
    if location.warehouse_id == warehouse.id { Ok(location) } else { Err(Problem::not_found()) }
}
