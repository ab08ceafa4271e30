//! `DELETE /inventory/items/{id}`: only an item that was never used.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::items::delete::DeleteItem;
use domain::value::id::ItemId;
use domain::value::permission::Permission;

use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

/// Delete an item that was never used
#[utoipa::path(delete, path = "/api/v1/inventory/items/{id}", operation_id = "ItemsController_delete", tag = "Items",
    params(("id" = String, Path, description = "The item")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<ItemId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty(Permission::ItemsManage).await?;
    let command = DeleteItem { item: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
