//! `POST /inventory/reservations/release`: all reservations of an order are given up.

use axum::response::Response;
use domain::Code;
use domain::commands::reservations::release_by_reference::ReleaseReservations;
use domain::rows::Reservation;
use domain::value::id::ReservationId;

use crate::http::input::{Name, NameOrEmpty, Reason};
use crate::http::operations::Operation;
use crate::http::output::Id;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// The reservations to release.
    pub struct ReleaseByReferenceInput {
        /// The reference of the reservations, such as the number of an order.
        pub reference: Name<200> = "SO-4711",
        /// Only those of this source; all if absent.
        pub source: Option<NameOrEmpty<100>>,
        pub reason: Option<Reason> = "the order was cancelled",
    }
}

crate::output! {
    /// The reservations that were released.
    pub struct ReleasedReservations {
        pub ids: Vec<Id<ReservationId>>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<ReleaseReservations>().rejects(&[Code::LimitReached]);

/// Release the reservations of an order
///
/// All active reservations with this reference are released, in the warehouses in which you act. Nothing happens if there is
/// none. Quantities that movements have taken stay taken.
#[utoipa::path(post, path = "/api/v1/inventory/reservations/release", operation_id = "ReservationsController_releaseByReference",
    tag = "Reservations", request_body = ReleaseByReferenceInput,
    responses((status = 200, description = "The reservations that were released", body = ReleasedReservations)))]
pub async fn release_by_reference(writing: Writing) -> Result<Response, Problem> {
    let input: ReleaseByReferenceInput = writing.body().await?;
    let command = ReleaseReservations {
        reference: input.reference.0,
        source: input.source.map(|source| source.0),
        reason: input.reason.map(|reason| reason.0),
    };
    let done = writing.run(command).await?;
    let ids = done.rows::<Reservation>().into_iter().map(|row| Id(row.id)).collect();
    done.answered(ReleasedReservations { ids })
}
