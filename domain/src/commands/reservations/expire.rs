//! Marks an expired reservation. It held nothing since then; now its status shows it, and it is no longer summed.
//!
//! Two requests, or two nodes at once, mark it once: a reservation that was taken, released or prolonged since is left
//! as it is.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Reply, Reservation, ReservationStatus};
use crate::stock::reservations::keeping;
use crate::value::Sought;
use crate::value::id::ReservationId;
use crate::value::permission::Permission;

/// Marks a reservation as expired, where its time is over.
#[derive(Clone, Debug)]
pub struct ExpireReservation {
    pub reservation: Sought<ReservationId>,
}

impl Decide for ExpireReservation {
    const PERMISSION: Permission = Permission::ReservationsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.reservation.id() else { return };
        keys.push(Key::Reservation(id));
        if let Ok(Some(reservation)) = book.reservation(id) {
            keys.extend(keeping::keys_of(reservation));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = keeping::require(book, &self.reservation)?;
        if before.status != ReservationStatus::Active || !before.is_over(ctx.now()) {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        let after = Reservation { status: ReservationStatus::Expired, ..before.clone() }.touched(ctx);
        let (id, version) = (after.id, after.version);
        keeping::put(book, Some(&before), after)?;
        let recorded = book.record(ctx, FactKind::ReservationExpired, id);
        Ok(Reply::new(id, version, recorded))
    }
}
