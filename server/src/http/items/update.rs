//! `PUT /inventory/items/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::items::update::UpdateItem;
use domain::value::id::ItemId;

use super::get;
use super::view::ItemView;
use super::wire::ItemPatch;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateItem>()
    .rejects(rejections::ITEM)
    .rejects(&[Code::ItemInUse, Code::ValuationAccountInUse])
    .conditional()
    .preferable();

/// Update an item
///
/// A merge: absent fields stay, null clears, objects merge by key, lists are replaced. An empty object checks
/// everything and changes nothing.
#[utoipa::path(put, path = "/api/v1/inventory/items/{id}", operation_id = "ItemsController_update", tag = "Items",
    request_body = ItemPatch, params(("id" = String, Path, description = "The item")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = ItemView)))]
pub async fn update(Path(PathId(id)): Path<PathId<ItemId>>, mut writing: Writing) -> Result<Response, Problem> {
    let caller = writing.caller.clone();
    writing.leave_out_repeated(async |snapshot| get::read(snapshot, &caller, &id).await).await;
    let input: ItemPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let if_match = expected(writing.if_match.as_deref(), input.version);
    let done = writing.run(UpdateItem { item: id.clone(), if_match, fields: input.fields() }).await?;
    writing.changed(done, async |snapshot| get::read(snapshot, &writing.caller, &id).await).await
}
