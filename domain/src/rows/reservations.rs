//! Reservations, and the reserved quantity of each of their goods.
//!
//! A reservation holds goods until the instant at which it expires, whether or not anybody has marked it by then: the
//! sum only shows that there is enough beyond doubt; if it does not, the reservations themselves are read.

use crate::value::Instant;
use crate::value::id::{ItemId, LotId, MovementId, PrincipalId, ReservationId, SerialId, WarehouseId};
use crate::{named_enum, rows};

named_enum! {
    /// Where a reservation stands.
    ReservationStatus {
        /// It holds its remaining quantity, until it expires.
        Active = "active",
        /// Movements took all of it.
        Consumed = "consumed",
        /// Somebody gave it up.
        Released = "released",
        /// Its time is over.
        Expired = "expired",
    }
}

rows! {
    /// Goods that are promised: of an item in a warehouse, or of one lot or piece of it. Quantities are in the item's
    /// smallest unit.
    Reservation in "reservations" (112 v 1, Books) key { id: ReservationId } {
        item_id: ItemId,
        warehouse_id: WarehouseId,
        /// Only goods of this lot; `None` for any.
        lot_id: Option<LotId>,
        /// Only this piece; `None` for any.
        serial_id: Option<SerialId>,
        /// The reserved quantity, above 0.
        quantity: i64,
        /// The quantity that movements took of it.
        consumed_quantity: i64,
        status: ReservationStatus,
        /// From when on it holds nothing; `None` for never.
        expires_at: Option<Instant>,
        /// The last movement that took of it.
        movement_id: Option<MovementId>,
        /// Its purpose: the number of an order.
        reference: Option<String>,
        /// Namespace of `external_id`; empty by default.
        source: String,
        /// Unique among those of a source that are active or consumed.
        external_id: Option<String>,
        released_at: Option<Instant>,
        released_by: Option<PrincipalId>,
        release_reason: Option<String>,
        /// Client's own data, a JSON object in canonical text.
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// How much of some goods reservations hold that are active, with those whose time is over and that nobody has
    /// marked yet.
    ReservedGoods in "reserved_goods" (113 v 1, Books) key {
        item_id: ItemId,
        warehouse_id: WarehouseId,
        /// The lot or piece that is reserved by name; zeros for all of the item, including quantities reserved by name.
        tracked_id: [u8; 16],
    } {
        quantity: i64,
    }
}
