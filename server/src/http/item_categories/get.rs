//! `GET /inventory/item-categories/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::ItemCategory;
use domain::value::Sought;
use domain::value::id::{ItemCategoryId, OrganizationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::{Inherited, ItemCategoryView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead);

/// Get an item category
#[utoipa::path(get, path = "/api/v1/inventory/item-categories/{id}", operation_id = "ItemCategoriesController_get",
    tag = "Items", params(("id" = String, Path, description = "The category")),
    responses((status = 200, description = "The category", body = ItemCategoryView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<ItemCategoryId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the category with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<ItemCategoryId>,
) -> Result<ItemCategoryView, Problem> {
    let category = round_trip::find::<ItemCategory, _>(snapshot, organization, id).await?;
    let inherited = Inherited::read(snapshot, organization).await?;
    Ok(ItemCategoryView::of(category, &inherited))
}
