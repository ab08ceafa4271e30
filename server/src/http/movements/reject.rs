//! `POST /inventory/movements/{id}/reject`: a submitted movement goes back with a reason.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::movements::reject::RejectMovement;
use domain::value::id::MovementId;

use super::get;
use crate::http::journal_entries::wire::RejectInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<RejectMovement>()
    .rejects(&[Code::MovementNotPending, Code::WarehouseNotAssigned])
    .conditional()
    .preferable();

/// Reject a movement that is waiting for approval
///
/// It becomes a draft again and shows who rejected it, when and why.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/reject", operation_id = "MovementsController_reject",
    tag = "Movements", request_body = RejectInput, params(("id" = String, Path, description = "The movement")),
    responses((status = 204, description = "Rejected"), (status = 200, description = "Rejected, with `Prefer: return=representation`", body = super::view::MovementView)))]
pub async fn reject(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let input: RejectInput = writing.body().await?;
    let command = RejectMovement { movement: id.clone(), reason: input.reason.0, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
