//! `DELETE /inventory/items/{id}`: only an item that was never used.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::items::delete::DeleteItem;
use domain::value::id::ItemId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<DeleteItem>().rejects(&[Code::ItemInUse]).conditional();

/// Delete an item that was never used
///
/// One that was moved stays for ever: make it inactive.
#[utoipa::path(delete, path = "/api/v1/inventory/items/{id}", operation_id = "ItemsController_delete", tag = "Items",
    params(("id" = String, Path, description = "The item")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<ItemId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteItem { item: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
