//! `POST /inventory/movements/{id}/submit`: a draft waits for a second person.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::movements::submit::SubmitMovement;
use domain::value::id::MovementId;

use super::get;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<SubmitMovement>()
    .rejects(rejections::POSTS)
    .rejects(rejections::MOVEMENT)
    .rejects(&[Code::OccurredInFuture, Code::MovementNotDraft, Code::MovementNotPosted, Code::MovementAlreadyVoided])
    .conditional()
    .preferable();

/// Submit a draft of a movement for approval
///
/// The movement waits, and nothing moves. Everything that does not depend on stock is checked now; stock and costs are
/// those at the moment of approval. Costs can be missing: who knows them adds them. This also works if no policy requires it.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/submit", operation_id = "MovementsController_submit",
    tag = "Movements", params(("id" = String, Path, description = "The movement")),
    responses((status = 204, description = "Submitted"), (status = 200, description = "Submitted, with `Prefer: return=representation`", body = super::view::MovementView)))]
pub async fn submit(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = SubmitMovement { movement: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
