//! `POST /inventory/movements`: goods move, and the books follow in the same commit.

use axum::response::Response;
use domain::Code;
use domain::commands::movements::create::CreateMovement;
use domain::value::id::MovementId;

use super::get;
use super::view::MovementView;
use super::wire::MovementInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateMovement>()
    .makes::<MovementId>()
    .rejects(rejections::NEW_MOVEMENT)
    .rejects(&[Code::NotFound, Code::VersionMismatch]);

/// Record a movement of goods
///
/// Receipts, issues, transfers, returns, adjustments and so on. It is posted in the same call, with its journal entry,
/// unless `status` is `draft`. The answer shows the cost line by line. A movement that occurred before others changes
/// their costs: the same commit posts the difference with one adjusting entry per day.
#[utoipa::path(post, path = "/api/v1/inventory/movements", operation_id = "MovementsController_create",
    tag = "Movements", request_body = MovementInput,
    responses((status = 201, description = "The movement", body = MovementView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: MovementInput = writing.body().await?;
    let command = writing.caller.admit_by_content(&writing.app, input, |input| input.command("")).await?;
    let mut done = writing.run(command).await?;
    let view = get::written(&writing, &mut done).await?;
    done.created("/inventory/movements", view)
}
