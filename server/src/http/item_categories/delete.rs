//! `DELETE /inventory/item-categories/{id}`: only an empty one.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::item_categories::delete::DeleteItemCategory;
use domain::value::id::ItemCategoryId;
use domain::value::permission::Permission;

use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

/// Delete an item category without items and without categories below it
#[utoipa::path(delete, path = "/api/v1/inventory/item-categories/{id}",
    operation_id = "ItemCategoriesController_delete", tag = "Items",
    params(("id" = String, Path, description = "The category")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<ItemCategoryId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty(Permission::ItemsManage).await?;
    let command = DeleteItemCategory { category: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
