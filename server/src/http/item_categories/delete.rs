//! `DELETE /inventory/item-categories/{id}`: only an empty one.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::item_categories::delete::DeleteItemCategory;
use domain::value::id::ItemCategoryId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteItemCategory>().rejects(&[Code::ItemCategoryInUse]).conditional();

/// Delete an item category without items and without categories below it
///
/// Move its items and its categories elsewhere first.
#[utoipa::path(delete, path = "/api/v1/inventory/item-categories/{id}",
    operation_id = "ItemCategoriesController_delete", tag = "Items",
    params(("id" = String, Path, description = "The category")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<ItemCategoryId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteItemCategory { category: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
