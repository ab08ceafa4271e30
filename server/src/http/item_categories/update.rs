//! `PUT /inventory/item-categories/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::item_categories::update::UpdateItemCategory;
use domain::value::id::ItemCategoryId;

use super::get;
use super::view::ItemCategoryView;
use super::wire::ItemCategoryPatch;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateItemCategory>()
    .rejects(rejections::IN_TREE)
    .rejects(&[Code::LimitReached, Code::AccountNotUsable, Code::ParentCycle, Code::ValuationAccountInUse])
    .conditional()
    .preferable();

/// Update an item category
///
/// A merge: absent fields stay, null clears, objects merge by key. An empty object checks everything and changes
/// nothing.
#[utoipa::path(put, path = "/api/v1/inventory/item-categories/{id}", operation_id = "ItemCategoriesController_update",
    tag = "Items", request_body = ItemCategoryPatch, params(("id" = String, Path, description = "The category")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = ItemCategoryView)))]
pub async fn update(Path(PathId(id)): Path<PathId<ItemCategoryId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ItemCategoryPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let if_match = expected(writing.if_match.as_deref(), input.version);
    let done = writing.run(UpdateItemCategory { category: id.clone(), if_match, fields: input.fields() }).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, writing.caller.organization, &id).await).await
}
