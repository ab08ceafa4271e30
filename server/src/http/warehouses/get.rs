//! `GET /warehouses/{id}`

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Warehouse;
use domain::value::id::{OrganizationId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, Sought};
use store::Snapshot;

use super::view::{Above, WarehouseView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

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
    let mut snapshot = caller.read(&app, Permission::WarehousesRead).await?;
    query.decode::<NoQuery>()?;
    let warehouse = find(&mut snapshot, caller.organization, &id).await?;
    let version = warehouse.version;
    let view = view(&mut snapshot, caller.organization, &app.base_url, warehouse).await?;
    Ok(([etag(version)], axum::Json(view)).into_response())
}

/// The warehouse with this wire id.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<WarehouseId>,
) -> Result<Warehouse, Problem> {
    let id = id.require()?;
    let rest = "where organization_id = $1 and id = $2";
    let found: Vec<Warehouse> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(id.0)]).await?;
    found.into_iter().next().ok_or_else(Problem::not_found)
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
