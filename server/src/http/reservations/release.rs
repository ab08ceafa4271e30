//! `POST /inventory/reservations/{id}/release`: the rest is free for others.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::reservations::release::ReleaseReservation;
use domain::value::id::ReservationId;

use super::get;
use super::view::ReservationView;
use super::wire::ReleaseInput;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<ReleaseReservation>()
    .rejects(&[Code::ReservationNotActive])
    .conditional()
    .preferable()
    .body_optional();

/// Release a reservation
///
/// The remaining quantity is available to others at once. Quantities that movements have taken stay taken.
#[utoipa::path(post, path = "/api/v1/inventory/reservations/{id}/release", operation_id = "ReservationsController_release",
    tag = "Reservations", request_body = ReleaseInput, params(("id" = String, Path, description = "The reservation")),
    responses((status = 204, description = "Released"), (status = 200, description = "Released, with `Prefer: return=representation`", body = ReservationView)))]
pub async fn release(Path(PathId(id)): Path<PathId<ReservationId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReleaseInput = writing.body_or_empty().await?;
    let reason = input.reason.map(|reason| reason.0);
    let command = ReleaseReservation { reservation: id.clone(), reason, if_match: writing.if_match.clone() };
    let done = writing.run(command).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
