//! A reservation as it is answered.

use domain::rows::{Reservation, ReservationStatus};
use domain::value::id::{ItemId, LotId, MovementId, PrincipalId, ReservationId, SerialId, WarehouseId};

use crate::http::movements::view::Beside;
use crate::http::output::{At, DecimalText, Id, Named, RawObject};

crate::output! {
    /// Goods that are promised.
    pub struct ReservationView {
        pub id: Id<ReservationId>,
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub warehouse_id: Id<WarehouseId>,
        /// Null for any lot.
        pub lot_id: Option<Id<LotId>>,
        /// Null for any piece.
        pub serial_id: Option<Id<SerialId>>,
        /// The reserved quantity, in the item's base unit.
        pub quantity: DecimalText,
        /// The quantity that movements have taken.
        pub consumed_quantity: DecimalText,
        /// The quantity still reserved.
        pub remaining_quantity: DecimalText,
        pub status: Named<ReservationStatus>,
        /// When the reservation expires: it holds nothing from then on, even before it is marked as expired. Null for
        /// never.
        pub expires_at: Option<At>,
        /// The last movement that took from it.
        pub movement_id: Option<Id<MovementId>>,
        pub reference: Option<String>,
        pub source: String,
        pub external_id: Option<String>,
        pub released_at: Option<At>,
        pub released_by: Option<Id<PrincipalId>>,
        pub release_reason: Option<String>,
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl ReservationView {
    /// The view of a row.
    pub fn of(row: Reservation, beside: &Beside) -> Self {
        let quantity = |units| beside.quantity(row.item_id, units);
        Self {
            id: Id(row.id),
            item_id: Id(row.item_id),
            sku: beside.sku(row.item_id),
            warehouse_id: Id(row.warehouse_id),
            lot_id: row.lot_id.map(Id),
            serial_id: row.serial_id.map(Id),
            quantity: quantity(row.quantity),
            consumed_quantity: quantity(row.consumed_quantity),
            remaining_quantity: quantity(row.left()),
            status: Named(row.status),
            expires_at: row.expires_at.map(At),
            movement_id: row.movement_id.map(Id),
            reference: row.reference,
            source: row.source,
            external_id: row.external_id,
            released_at: row.released_at.map(At),
            released_by: row.released_by.map(Id),
            release_reason: row.release_reason,
            metadata: RawObject(row.metadata),
            version: row.version,
            created_at: At(row.created_at),
            created_by: Id(row.created_by),
            updated_at: At(row.updated_at),
            updated_by: Id(row.updated_by),
        }
    }
}
