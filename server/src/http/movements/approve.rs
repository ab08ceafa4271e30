//! `POST /inventory/movements/{id}/approve`: posts the submitted movement.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::movements::approve::ApproveMovement;
use domain::value::id::MovementId;

use super::get;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation = Operation::of::<ApproveMovement>()
    .rejects(rejections::POSTED_MOVEMENT)
    .rejects(&[Code::PersonRequired, Code::SeparationOfDuties, Code::MovementNotPending])
    .conditional()
    .preferable();

/// Approve a movement, which posts it
///
/// Only a person can approve, and nobody can approve a movement that their own service account prepared. Send the
/// `ETag` that you read in `If-Match`, so that only that version is approved; `dryRun=true` shows what would be posted.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/approve", operation_id = "MovementsController_approve",
    tag = "Movements", params(("id" = String, Path, description = "The movement")),
    responses((status = 204, description = "Approved and posted"), (status = 200, description = "Approved and posted, with `Prefer: return=representation`", body = super::view::MovementView)))]
pub async fn approve(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = ApproveMovement { movement: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
