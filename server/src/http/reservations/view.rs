//! A reservation as it is answered.

use domain::rows::{Reservation, ReservationStatus};
use domain::stock::reservations::short::Short;
use domain::value::id::{ItemId, LotId, MovementId, PrincipalId, ReservationId, SerialId, WarehouseId};

use crate::http::called::{Names, Naming, Wanted};
use crate::http::movements::view::Beside as BesideGoods;
use crate::http::output::{At, DecimalText, Id, Named, RawObject};

/// Data for the views of reservations that is not in their rows.
pub struct Beside {
    pub goods: BesideGoods,
    /// Which of them are short now.
    pub short: Short,
}

impl Beside {
    fn short_by(&self, row: &Reservation) -> DecimalText {
        self.goods.quantity(row.item_id, self.short.get(&row.id).copied().unwrap_or(0))
    }
}

crate::view! {
    /// Goods that are promised.
    pub struct ReservationView from (row: Reservation, beside: &Beside) {
        pub id: Id<ReservationId>,
        pub item_id: Id<ItemId>,
        pub sku: String => beside.goods.sku(row.item_id),
        /// Null for callers who may not read items, like the numbers of lots and pieces.
        pub item_name: Option<String> => beside.goods.item_name(row.item_id),
        pub warehouse_id: Id<WarehouseId>,
        /// Null for callers who may not read warehouses.
        pub warehouse_code: Option<String> => None,
        /// Null for any lot.
        pub lot_id: Option<Id<LotId>>,
        pub lot_number: Option<String> => None,
        /// Null for any piece.
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String> => None,
        /// The reserved quantity, in the item's base unit.
        pub quantity: DecimalText => beside.goods.quantity(row.item_id, row.quantity),
        /// The quantity that movements have taken.
        pub consumed_quantity: DecimalText => beside.goods.quantity(row.item_id, row.consumed_quantity),
        /// The quantity still reserved.
        pub remaining_quantity: DecimalText => beside.goods.quantity(row.item_id, row.left()),
        /// The part of that for which no goods are there now, because a count did not find them or they were set apart;
        /// 0 for most.
        pub short_by: DecimalText => beside.short_by(&row),
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

crate::list_columns! {
    ReservationView {
        sku: String => "SKU",
        item_name: Option<String> => "Item",
        warehouse_code: Option<String> => "Warehouse",
        lot_number: Option<String> => "Lot",
        serial_number: Option<String> => "Serial",
        quantity: DecimalText => "Quantity" (number),
        consumed_quantity: DecimalText => "Consumed" (number),
        remaining_quantity: DecimalText => "Remaining" (number),
        short_by: DecimalText => "Short by" (number),
        status: Named<ReservationStatus> => "Status",
        expires_at: Option<At> => "Expires at",
        reference: Option<String> => "Reference",
        source: String => "Source",
        external_id: Option<String> => "External id",
        created_by: Id<PrincipalId> => "Created by" (name of people),
        created_at: At => "Created at",
        id: Id<ReservationId> => "Id",
    }
}

impl ReservationView {
    /// The view of a row.
    pub fn of(row: Reservation, beside: &Beside) -> Self {
        Self::shown(row, beside)
    }
}

impl Naming for ReservationView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.warehouses.insert(self.warehouse_id.0);
        wanted.lots.extend(self.lot_id.map(|id| id.0));
        wanted.serials.extend(self.serial_id.map(|id| id.0));
    }

    fn name(&mut self, names: &Names) {
        self.warehouse_code = names.warehouses.of(self.warehouse_id).code;
        self.lot_number = names.lots.maybe(self.lot_id).code;
        self.serial_number = names.serials.maybe(self.serial_id).code;
    }
}
