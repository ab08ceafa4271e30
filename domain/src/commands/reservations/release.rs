//! Releases a reservation: the rest of it is free for others.

use crate::access::reach::require_seen;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::reservations::keeping;
use crate::value::Sought;
use crate::value::id::ReservationId;
use crate::value::permission::Permission;

/// Gives up the rest of a reservation.
#[derive(Clone, Debug)]
pub struct ReleaseReservation {
    pub reservation: Sought<ReservationId>,
    /// Why, trimmed.
    pub reason: Option<String>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for ReleaseReservation {
    const PERMISSION: Permission = Permission::ReservationsManage;

    fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let Some(id) = self.reservation.id() else { return };
        keys.push(Key::Reservation(id));
        if let Ok(Some(reservation)) = book.reservation(id) {
            keys.extend(keeping::keys_of(reservation));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = keeping::require(book, &self.reservation)?;
        require_seen(book, ctx, before.warehouse_id)?;
        require_version(self.if_match.as_deref(), before.version)?;
        keeping::require_active(&before, ctx.now()).map_err(|no| Stop::from(*no))?;
        let after = before.released(ctx, self.reason.clone());
        let (id, version) = (after.id, after.version);
        keeping::put(book, Some(&before), after)?;
        let recorded = book.record(ctx, FactKind::ReservationReleased, id);
        Ok(Reply::new(id, version, recorded))
    }
}
