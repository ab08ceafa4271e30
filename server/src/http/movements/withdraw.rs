//! `POST /inventory/movements/{id}/withdraw`: who prepared it has it back as a draft.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::movements::withdraw::WithdrawMovement;
use domain::value::id::MovementId;

use super::get;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<WithdrawMovement>().rejects(&[Code::MovementNotPending]).conditional().preferable();

/// Withdraw a movement that is waiting for approval
///
/// It becomes a draft again. Only for the people who prepared it.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/withdraw", operation_id = "MovementsController_withdraw",
    tag = "Movements", params(("id" = String, Path, description = "The movement")),
    responses((status = 204, description = "Withdrawn"), (status = 200, description = "Withdrawn, with `Prefer: return=representation`", body = super::view::MovementView)))]
pub async fn withdraw(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = WithdrawMovement { movement: id.clone(), if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
