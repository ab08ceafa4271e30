//! `PUT /inventory/reservations/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::reservations::update::UpdateReservation;
use domain::value::id::ReservationId;

use super::get;
use super::view::ReservationView;
use super::wire::ReservationPatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::round_trip::{expected, require_same_id};
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateReservation>()
    .rejects(&[
        Code::LimitReached,
        Code::AmountOutOfRange,
        Code::QuantityNotUsable,
        Code::InsufficientStock,
        Code::ReservationNotActive,
        Code::ExpiryPassed,
        Code::QuantityPrecision,
    ])
    .conditional()
    .preferable();

/// Update a reservation
///
/// A merge: absent fields stay, null clears. An increase is refused if the goods are not available; quantity and expiry
/// of an inactive reservation cannot be changed.
#[utoipa::path(put, path = "/api/v1/inventory/reservations/{id}", operation_id = "ReservationsController_update",
    tag = "Reservations", request_body = ReservationPatch, params(("id" = String, Path, description = "Its id")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = ReservationView)))]
pub async fn update(Path(PathId(id)): Path<PathId<ReservationId>>, writing: Writing) -> Result<Response, Problem> {
    let input: ReservationPatch = writing.body().await?;
    writing.caller.admit(&writing.app, require_same_id(input.id.as_ref(), &id)).await?;
    let if_match = expected(writing.if_match.as_deref(), input.version);
    writing.keep(ReservationPatch::KEPT, async |snapshot| get::read(snapshot, &writing.caller, &id).await).await?;
    let done = writing.run(input.command(id.clone(), if_match)).await?;
    let view = get::preferred(&writing, &done, &id).await?;
    done.changed(view)
}
