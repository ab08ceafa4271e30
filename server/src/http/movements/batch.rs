//! `POST /inventory/movements/batch`: up to 1,000 movements in one commit.

use axum::response::Response;
use domain::Code;
use domain::command::Command;
use domain::commands::movements::create::CreateMovement;

use super::wire::MovementBatchInput;
use crate::http::body::BATCH_BODY_BYTES;
use crate::http::context::RequestContext;
use crate::http::journal_entries::batch::{BatchResults, answered, commands};
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateMovement>()
    .alone()
    .rejects(rejections::NEW_MOVEMENT)
    .rejects(&[Code::NotFound, Code::VersionMismatch])
    .body_bytes(BATCH_BODY_BYTES);

/// Record up to 1,000 movements in one commit
///
/// With `atomic`, one refused item causes all to be refused, and the answer is that item's problem; otherwise each item
/// has its own result, also one that is malformed.
#[utoipa::path(post, path = "/api/v1/inventory/movements/batch", operation_id = "MovementsController_batch",
    tag = "Movements", request_body = MovementBatchInput,
    responses((status = 200, description = "One result per item", body = BatchResults)))]
pub async fn batch(context: RequestContext, writing: Writing) -> Result<Response, Problem> {
    let input: MovementBatchInput = writing.body().await?;
    let atomic = input.atomic.unwrap_or(false);
    let commands = commands(atomic, input.items.0, |item, at| item.command(at).map(Command::from));
    let commands = writing.caller.admit(&writing.app, commands).await?;
    answered(writing, &context, atomic, commands).await
}
