//! `GET /inventory/items/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::items::Item;
use domain::value::Sought;
use domain::value::id::ItemId;
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::{Beside, ItemView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead);

/// Get an item
#[utoipa::path(get, path = "/api/v1/inventory/items/{id}", operation_id = "ItemsController_get", tag = "Items",
    params(("id" = String, Path, description = "The item")),
    responses((status = 200, description = "The item", body = ItemView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<ItemId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, &caller, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the item with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id.
pub async fn read(snapshot: &mut Snapshot, caller: &Caller, id: &Sought<ItemId>) -> Result<ItemView, Problem> {
    let item = round_trip::find::<Item, _>(snapshot, caller.organization, id).await?;
    let rights = caller.rights(snapshot).await?;
    let beside = Beside::read(snapshot, caller.organization, rights, std::slice::from_ref(&item)).await?;
    Ok(ItemView::of(item, &beside))
}
