//! `POST /inventory/movements/{id}/post`: posts a draft.

use axum::extract::Path;
use axum::response::Response;
use domain::commands::movements::post::PostMovement;
use domain::value::id::MovementId;

use super::get;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<PostMovement>().rejects(rejections::NEW_MOVEMENT).conditional().preferable();

/// Post a draft of a movement
///
/// Moves the goods, as of the draft's `occurredAt`, and posts the journal entry.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/post", operation_id = "MovementsController_post",
    tag = "Movements", params(("id" = String, Path, description = "The draft")),
    responses((status = 204, description = "Posted"), (status = 200, description = "Posted, with `Prefer: return=representation`", body = super::view::MovementView)))]
pub async fn post(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = PostMovement { movement: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
