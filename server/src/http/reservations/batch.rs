//! `POST /inventory/reservations/batch`: up to 1,000 reservations in one commit.

use axum::response::Response;
use domain::Code;
use domain::command::Command;
use domain::commands::reservations::create::CreateReservation;

use super::wire::ReservationBatchInput;
use crate::http::body::BATCH_BODY_BYTES;
use crate::http::context::RequestContext;
use crate::http::journal_entries::batch::{BatchResults, answered, commands};
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateReservation>()
    .alone()
    .rejects(rejections::RESERVATION)
    .rejects(&[Code::NotFound])
    .body_bytes(BATCH_BODY_BYTES);

/// Make up to 1,000 reservations in one commit
///
/// Each reservation counts for those after it: together they never take more than is available. With `atomic`, one
/// refused item causes all to be refused, and the answer is that item's problem; otherwise each item has its own
/// result.
#[utoipa::path(post, path = "/api/v1/inventory/reservations/batch", operation_id = "ReservationsController_batch",
    tag = "Reservations", request_body = ReservationBatchInput,
    responses((status = 200, description = "One result per item", body = BatchResults)))]
pub async fn batch(context: RequestContext, writing: Writing) -> Result<Response, Problem> {
    let input: ReservationBatchInput = writing.body().await?;
    let atomic = input.atomic.unwrap_or(false);
    let commands = commands(atomic, input.items.0, |item, at| item.command(at).map(Command::from));
    let commands = writing.caller.admit(&writing.app, commands).await?;
    answered(writing, &context, atomic, commands).await
}
