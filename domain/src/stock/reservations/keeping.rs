//! The one way in which reservations are written: the reserved quantities of their goods change with them.

use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Reservation, ReservationStatus, ReservedGoods};
use crate::value::id::{ItemId, ReservationId, WarehouseId};
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Instant, Sought};

/// Goods that reservations are summed by: of an item in a warehouse, all or one lot or piece (zeros for all).
pub(super) type GoodsKey = (ItemId, WarehouseId, [u8; 16]);

/// Stands for untracked goods.
pub(super) const ALL: [u8; 16] = [0; 16];

impl Reservation {
    /// The quantity that no movement took yet.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.quantity - self.consumed_quantity
    }

    /// Whether its time is over at this instant.
    #[must_use]
    pub fn is_over(&self, at: Instant) -> bool {
        self.expires_at.is_some_and(|end| end <= at)
    }

    /// The quantity that it holds of its goods at this instant.
    #[must_use]
    pub fn holds(&self, at: Instant) -> i64 {
        if self.status == ReservationStatus::Active && !self.is_over(at) { self.left() } else { 0 }
    }

    /// The lot or piece that it names; zeros for none.
    pub(crate) fn tracked_id(&self) -> [u8; 16] {
        self.lot_id.map(|id| id.0).or(self.serial_id.map(|id| id.0)).unwrap_or(ALL)
    }

    /// The goods of which it is a part.
    pub(crate) fn goods(&self) -> impl Iterator<Item = GoodsKey> + use<> {
        let (item, warehouse, tracked) = (self.item_id, self.warehouse_id, self.tracked_id());
        [Some(ALL), Some(tracked).filter(|tracked| *tracked != ALL)]
            .into_iter()
            .flatten()
            .map(move |tracked| (item, warehouse, tracked))
    }

    /// The quantity that it adds to the reserved goods.
    pub(super) fn counted(&self) -> i64 {
        if self.status == ReservationStatus::Active { self.left() } else { 0 }
    }

    /// Whether its external id is taken.
    fn is_in_effect(&self) -> bool {
        matches!(self.status, ReservationStatus::Active | ReservationStatus::Consumed)
    }

    /// It as given up now: the rest of it is free for others.
    pub(crate) fn released(&self, ctx: &Context, reason: Option<String>) -> Self {
        let after = Self {
            status: ReservationStatus::Released,
            released_at: Some(ctx.at),
            released_by: Some(ctx.actor.principal),
            release_reason: reason,
            ..self.clone()
        };
        after.touched(ctx)
    }

    /// It as changed now.
    pub(crate) fn touched(self, ctx: &Context) -> Self {
        Self { version: self.version + 1, updated_at: ctx.at, updated_by: ctx.actor.principal, ..self }
    }
}

/// The reservation, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require(book: &Book, sought: &Sought<ReservationId>) -> Result<Reservation, Stop> {
    let id = sought.require()?;
    Ok(book.reservation(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// Only an active reservation whose time is not over can be taken, changed or released.
pub(crate) fn require_active(reservation: &Reservation, at: Instant) -> Result<(), Box<Rejection>> {
    if reservation.status == ReservationStatus::Active && !reservation.is_over(at) {
        return Ok(());
    }
    let status =
        if reservation.status == ReservationStatus::Active { ReservationStatus::Expired } else { reservation.status };
    let message = format!("the reservation is {} and no longer active: reserve the goods again", status.name());
    let here = format!("/inventory/reservations/{}", reservation.id);
    Err(Box::new(
        Rejection::new(Code::ReservationNotActive, message)
            .with("reservationId", reservation.id.to_string())
            .with("status", status.name())
            .with("expiresAt", reservation.expires_at)
            .with("movementId", reservation.movement_id.map(|id| id.to_string()))
            .offer("reservation", "See the reservation, to reserve the goods again", "GET", here),
    ))
}

/// Writes a changed reservation, and the reserved quantity of its goods.
pub(crate) fn put(book: &mut Book, before: Option<&Reservation>, after: Reservation) -> Result<(), Stop> {
    let change = after.counted() - before.map_or(0, Reservation::counted);
    if change != 0 {
        for (item_id, warehouse_id, tracked_id) in after.goods() {
            let reserved = book.reserved_goods((item_id, warehouse_id, tracked_id))?.map_or(0, |row| row.quantity);
            let quantity = reserved.checked_add(change).ok_or_else(|| {
                let message = "the quantity is too large for one warehouse: reserve less";
                Rejection::new(Code::AmountOutOfRange, message).at("/quantity")
            })?;
            book.reserved_goods.put(ReservedGoods { item_id, warehouse_id, tracked_id, quantity });
        }
    }
    if let Some(external_id) = &after.external_id
        && before.is_none_or(|before| before.is_in_effect() != after.is_in_effect())
    {
        let holder = book.reservation_by_external(&after.source, external_id)?;
        let name = (after.source.clone(), external_id.clone());
        if after.is_in_effect() {
            book.reservation_external_ids.set(name, Some(after.id));
        } else if holder == Some(after.id) {
            book.reservation_external_ids.set(name, None);
        }
    }
    book.reservations.put(after);
    Ok(())
}

/// The keys that writing a reservation needs.
pub(crate) fn keys_of(reservation: &Reservation) -> impl Iterator<Item = Key> + use<> {
    reservation.goods().map(|(item, warehouse, tracked)| Key::ReservedGoods(item, warehouse, tracked))
}

/// A reservation ends later than now.
pub(crate) fn check_expiry(expires_at: Option<Instant>, at: Instant) -> Option<Fault> {
    expires_at.filter(|end| *end <= at).map(|_| {
        let message = "that instant has passed: give a later one, or leave it out for no expiry";
        Fault::new("/expiresAt", Code::ExpiryPassed, message)
    })
}
