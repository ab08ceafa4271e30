//! `POST /inventory/item-categories`

use axum::response::Response;
use domain::Code;
use domain::commands::item_categories::create::CreateItemCategory;
use domain::rows::ItemCategory;
use domain::value::id::ItemCategoryId;

use super::view::{Inherited, ItemCategoryView};
use super::wire::ItemCategoryInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateItemCategory>()
    .makes::<ItemCategoryId>()
    .rejects(rejections::NEW)
    .rejects(rejections::IN_TREE)
    .rejects(&[Code::AccountNotUsable, Code::ParentCycle]);

/// Create an item category
///
/// Items take the accounts of their value from their category. What it leaves open, the category above it says.
#[utoipa::path(post, path = "/api/v1/inventory/item-categories", operation_id = "ItemCategoriesController_create",
    tag = "Items", request_body = ItemCategoryInput,
    responses((status = 201, description = "The category", body = ItemCategoryView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: ItemCategoryInput = writing.body().await?;
    let done = writing.run(CreateItemCategory { fields: input.fields() }).await?;
    let category: ItemCategory = done.row().ok_or_else(|| Problem::internal(&"a category without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let inherited = Inherited::read(&mut snapshot, writing.caller.organization).await?;
    done.created("/inventory/item-categories", ItemCategoryView::of(category, &inherited))
}
