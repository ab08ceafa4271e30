//! `POST /inventory/items`

use axum::response::Response;
use domain::Code;
use domain::commands::items::create::CreateItem;
use domain::rows::items::Item;
use domain::value::id::ItemId;

use super::view::{Beside, ItemView};
use super::wire::ItemInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<CreateItem>().makes::<ItemId>().rejects(rejections::ITEM).rejects(&[Code::NotFound]);

/// Create an item
///
/// What is kept in stock, with its unit, its costing method and how it is tracked: as pieces with serial numbers, by lot, or
/// neither.
#[utoipa::path(post, path = "/api/v1/inventory/items", operation_id = "ItemsController_create", tag = "Items",
    request_body = ItemInput, responses((status = 201, description = "The item", body = ItemView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: ItemInput = writing.body().await?;
    let done = writing.run(CreateItem { fields: input.fields() }).await?;
    let item: Item = done.row().ok_or_else(|| Problem::internal(&"an item without its row"))?;
    let mut snapshot = writing.app.database.snapshot().await?;
    let rights = writing.caller.rights(&mut snapshot).await?;
    let beside = Beside::read(&mut snapshot, writing.caller.organization, rights, &[]).await?.labelled(done.rows());
    done.created("/inventory/items", ItemView::of(item, &beside))
}
