//! `DELETE /inventory/movements/{id}`: only a draft.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::movements::delete::DeleteMovement;
use domain::value::id::MovementId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteMovement>().rejects(&[Code::MovementNotDraft, Code::WarehouseNotAssigned]).conditional();

/// Delete a draft of a movement
///
/// What is posted is never deleted: void it.
#[utoipa::path(delete, path = "/api/v1/inventory/movements/{id}", operation_id = "MovementsController_delete",
    tag = "Movements", params(("id" = String, Path, description = "The draft")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteMovement { movement: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
