//! `GET /warehouses/{id}`

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Warehouse;
use domain::value::Sought;
use domain::value::id::{OrganizationId, WarehouseId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::{Above, WarehouseView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::WarehousesRead);

/// Get a warehouse
#[utoipa::path(get, path = "/api/v1/warehouses/{id}", operation_id = "WarehousesController_get", tag = "Warehouses",
    params(("id" = String, Path, description = "The warehouse")),
    responses((status = 200, description = "The warehouse", body = WarehouseView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<WarehouseId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, caller.organization, &app.base_url, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the warehouse with this wire id.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    base_url: &Arc<str>,
    id: &Sought<WarehouseId>,
) -> Result<WarehouseView, Problem> {
    let warehouse = round_trip::find(snapshot, organization, id).await?;
    view(snapshot, organization, base_url, warehouse).await
}

/// The view of a warehouse.
pub async fn view(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    base_url: &Arc<str>,
    warehouse: Warehouse,
) -> Result<WarehouseView, Problem> {
    let above = Above::read(snapshot, organization, std::slice::from_ref(&warehouse), base_url).await?;
    Ok(WarehouseView::of(warehouse, &above))
}
