//! `GET /inventory/frozen-pools/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::FrozenPool;
use domain::value::Sought;
use domain::value::id::FrozenPoolId;
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::FrozenPoolView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::movements::view::Beside;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::MovementsRead);

/// Get frozen goods
///
/// Which goods are frozen, since when and why.
#[utoipa::path(get, path = "/api/v1/inventory/frozen-pools/{id}", operation_id = "FrozenPoolsController_get",
    tag = "Frozen pools", params(("id" = String, Path, description = "Their id")),
    responses((status = 200, description = "The frozen goods, with the reason and the time", body = FrozenPoolView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<FrozenPoolId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, &caller, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the one with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id, and for one in a warehouse that the caller does not act in.
pub async fn read(
    snapshot: &mut Snapshot,
    caller: &Caller,
    id: &Sought<FrozenPoolId>,
) -> Result<FrozenPoolView, Problem> {
    let found = round_trip::find::<FrozenPool, _>(snapshot, caller.organization, id).await?;
    if let Some(warehouse) = found.warehouse_id {
        caller.require_seen(snapshot, warehouse).await?;
    }
    let mut views = shown(snapshot, caller, vec![found]).await?;
    views.pop().ok_or_else(Problem::not_found)
}

/// Frozen pools as the caller may see them.
pub async fn shown(
    snapshot: &mut Snapshot,
    caller: &Caller,
    rows: Vec<FrozenPool>,
) -> Result<Vec<FrozenPoolView>, Problem> {
    let rights = caller.rights(snapshot).await?;
    let items = rows.iter().filter_map(|row| row.item_id);
    let beside = Beside::read(snapshot, caller.organization, rights, items).await?;
    let sees_costs = rights.has(Permission::CostsRead);
    Ok(rows.into_iter().map(|row| FrozenPoolView::of(row, &beside, sees_costs)).collect())
}
