//! `POST /inventory/movements/{id}/void`: "this did not happen".

use axum::extract::Path;
use axum::http::header::LOCATION;
use axum::http::{HeaderMap, HeaderName};
use axum::response::Response;
use domain::Code;
use domain::commands::movements::void::VoidMovement;
use domain::rows::{Reservation, ReservationStatus};
use domain::stock::reservations::consuming::TakenReservations;
use domain::value::id::MovementId;

use super::get;
use crate::http::input::Reason;
use crate::http::operations::{Operation, rejections};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{Done, Writing, set};

crate::input! {
    /// Why a movement is voided.
    pub struct VoidMovementInput {
        pub reason: Reason = "entered twice",
        /// Whether the reservations that it took from are released, in place of holding their goods again.
        pub release_reservations: Option<bool> = false,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<VoidMovement>()
    .rejects(rejections::POSTS)
    .rejects(rejections::ACCOUNTS)
    .rejects(rejections::COSTS)
    .rejects(&[
        Code::EntryHasMatchedLines,
        Code::SeparationOfDuties,
        Code::MovementIncomplete,
        Code::MovementNotPosted,
        Code::MovementAlreadyVoided,
        Code::MovementHasDependents,
        Code::MovementNotVoidable,
        Code::LocationNotUsable,
        Code::TakesTooMuch,
        Code::WarehouseNotAssigned,
    ])
    .conditional()
    .preferable();

/// Void a posted movement
///
/// Stock, costs and books are then as if it had never happened: its entry is mirrored on the same date, and the changed
/// costs of other movements are posted with one adjusting entry per day. `Location` is the mirror, if there is one. It
/// is refused if later movements would be short of stock, or if other movements depend on it.
///
/// Reservations that it took from hold their goods again, unless their time is over; with `releaseReservations`, they are
/// released, because the order is cancelled. `Reservations-Held` and `Reservations-Released` say how many there are.
#[utoipa::path(post, path = "/api/v1/inventory/movements/{id}/void", operation_id = "MovementsController_void",
    tag = "Movements", request_body = VoidMovementInput, params(("id" = String, Path, description = "The movement")),
    responses((status = 204, description = "Voided"), (status = 200, description = "Voided, with `Prefer: return=representation`", body = super::view::MovementView)))]
pub async fn void(Path(PathId(id)): Path<PathId<MovementId>>, writing: Writing) -> Result<Response, Problem> {
    let input: VoidMovementInput = writing.body().await?;
    let reservations = match input.release_reservations {
        Some(true) => TakenReservations::LetGo,
        Some(false) | None => TakenReservations::HoldAgain,
    };
    let (reason, if_match) = (input.reason.0, writing.if_match.clone());
    let command = VoidMovement { movement: id.clone(), reason, reservations, if_match };
    let done = writing.run(command).await?;
    let mirror = done.reply.related.clone();
    let taken = Taken::of(&done);
    let view = get::preferred(&writing, &done, &id).await?;
    let mut response = done.changed(view)?;
    taken.tell(response.headers_mut());
    if let Some(mirror) = mirror.filter(|_| !writing.is_dry_run()) {
        let place = format!("{}/api/v1/accounting/journal-entries/{mirror}", writing.app.base_url);
        set(response.headers_mut(), LOCATION, &place);
    }
    Ok(response)
}

/// What became of the reservations that the movement took from.
struct Taken {
    held: usize,
    released: usize,
}

impl Taken {
    fn of(done: &Done) -> Self {
        let rows = done.rows::<Reservation>();
        let count = |status| rows.iter().filter(|row| row.status == status).count();
        Self { held: count(ReservationStatus::Active), released: count(ReservationStatus::Released) }
    }

    fn tell(&self, headers: &mut HeaderMap) {
        for (name, count) in [("reservations-held", self.held), ("reservations-released", self.released)] {
            if count > 0 {
                set(headers, HeaderName::from_static(name), &count.to_string());
            }
        }
    }
}
