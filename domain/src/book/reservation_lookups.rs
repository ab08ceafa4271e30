//! Asking a book for reservations, and for the goods that they are of.

use crate::book::lookups::Answer;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Reservation, ReservationStatus, ReservedGoods, StockLevel};
use crate::value::id::{ItemId, ReservationId, WarehouseId};

impl Book {
    /// A reservation.
    pub fn reservation(&self, id: ReservationId) -> Answer<Option<&Reservation>> {
        self.reservations.get(&(id,)).ok_or(Stop::Missing(Key::Reservation(id)))
    }

    /// The reservation in effect, active or consumed, with this external id.
    pub fn reservation_by_external(&self, source: &str, external_id: &str) -> Answer<Option<ReservationId>> {
        let name = (source.to_owned(), external_id.to_owned());
        let slot = self.reservation_external_ids.get(&name).map(Option::<&ReservationId>::copied);
        slot.ok_or(Stop::Missing(Key::ReservationByExternal(name.0, name.1)))
    }

    /// The active reservations of an item in a warehouse, also those whose time is over, the oldest first.
    pub fn reservations_of(&self, item: ItemId, warehouse: WarehouseId) -> Answer<impl Iterator<Item = &Reservation>> {
        self.require_range(Key::ReservationsOf(item, warehouse))?;
        Ok(self.reservations.values().filter(move |row| {
            (row.item_id, row.warehouse_id, row.status) == (item, warehouse, ReservationStatus::Active)
        }))
    }

    /// The active reservations with this reference, also those whose time is over, the oldest first.
    pub fn reservations_by_reference<'a>(
        &'a self,
        reference: &'a str,
    ) -> Answer<impl Iterator<Item = &'a Reservation>> {
        self.require_range(Key::ReservationsByReference(reference.to_owned()))?;
        Ok(self
            .reservations
            .values()
            .filter(move |row| row.reference.as_deref() == Some(reference) && row.status == ReservationStatus::Active))
    }

    /// All active reservations in a warehouse, also those whose time is over, the oldest first.
    pub fn reservations_in(&self, warehouse: WarehouseId) -> Answer<impl Iterator<Item = &Reservation>> {
        self.require_range(Key::ReservationsIn(warehouse))?;
        let is_of = move |row: &&Reservation| (row.warehouse_id, row.status) == (warehouse, ReservationStatus::Active);
        Ok(self.reservations.values().filter(is_of))
    }

    /// The quantity that active reservations hold of an item in a warehouse, in all (zeros) or of a lot or piece by
    /// name.
    pub fn reserved_goods(&self, goods: (ItemId, WarehouseId, [u8; 16])) -> Answer<Option<&ReservedGoods>> {
        let (item, warehouse, tracked) = goods;
        self.reserved_goods.get(&goods).ok_or(Stop::Missing(Key::ReservedGoods(item, warehouse, tracked)))
    }

    /// All places of an item in a warehouse.
    pub fn levels_of(&self, item: ItemId, warehouse: WarehouseId) -> Answer<impl Iterator<Item = &StockLevel>> {
        self.require_range(Key::LevelsOf(item, warehouse))?;
        let (none, all) = ([0; 16], [u8::MAX; 16]);
        Ok(self.stock_levels.range((item, warehouse, none, none, none)..=(item, warehouse, all, all, all)))
    }
}
