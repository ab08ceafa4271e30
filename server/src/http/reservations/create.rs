//! `POST /inventory/reservations`: goods are promised.

use axum::response::Response;
use domain::Code;
use domain::commands::reservations::create::CreateReservation;
use domain::value::id::ReservationId;

use super::get;
use super::view::ReservationView;
use super::wire::ReservationInput;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<CreateReservation>()
    .makes::<ReservationId>()
    .rejects(rejections::RESERVATION)
    .rejects(&[Code::NotFound]);

/// Reserve goods
///
/// Reserves an item in a warehouse, or one lot or piece of it. Reserved goods leave only by a line that names the
/// reservation, until it expires or is released. A quantity above the available stock is refused; the problem says how
/// much is available.
#[utoipa::path(post, path = "/api/v1/inventory/reservations", operation_id = "ReservationsController_create",
    tag = "Reservations", request_body = ReservationInput,
    responses((status = 201, description = "The reservation", body = ReservationView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: ReservationInput = writing.body().await?;
    let command = writing.caller.admit(&writing.app, input.command("")).await?;
    let done = writing.run(command).await?;
    let view = get::written(&writing, &done).await?;
    done.created("/inventory/reservations", view)
}
