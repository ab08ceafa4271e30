//! The input of a reservation.

use domain::commands::reservations::create::CreateReservation;
use domain::commands::reservations::update::UpdateReservation;
use domain::stock::reservations::new::NewReservation;
use domain::value::id::{ItemId, LotId, ReservationId, SerialId, WarehouseId};
use domain::value::{Instant, Sought};

use crate::http::input::{
    CodeText, EachItem, ForeignKey, JsonObject, List, Name, NameOrEmpty, Pointer, QuantityText, Reason, Violations,
};
use crate::http::movements::wire::{Names, named};
use crate::http::problem::Problem;

crate::fields! {
    /// A new reservation: of an item in one warehouse.
    pub struct ReservationInput;

    /// A change of a reservation: absent fields stay, null clears, objects merge by key.
    pub struct ReservationPatch repeating [id, version]
        keeping ["itemId", "sku", "itemName", "warehouseId", "warehouseCode", "lotId", "lotNumber", "serialId",
            "serialNumber", "source", "externalId"]
        ignoring ["consumedQuantity", "remainingQuantity", "shortBy", "status", "movementId", "releasedAt", "releasedBy",
            "releaseReason", "createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateReservation {
        /// The item by its id.
        pub item_id: Beside<Option<Sought<ItemId>>>,
        /// The item by its SKU, instead of `itemId`.
        pub sku: Beside<Option<CodeText<60>>> = "85123A",
        /// Above 0.
        #[patch = "The whole reserved quantity, including what movements have taken, in the item's base unit."]
        pub quantity: Required<QuantityText> = "12",
        /// The unit of the quantity; the item's base unit if absent.
        pub unit_code: Beside<Option<CodeText<3>>>,
        /// The warehouse with the goods; the default warehouse if absent.
        pub warehouse_id: Beside<Option<Sought<WarehouseId>>>,
        pub warehouse_code: Beside<Option<CodeText<20>>>,
        /// Only goods of this lot; any lot if absent.
        pub lot_id: Beside<Option<Sought<LotId>>>,
        pub lot_number: Beside<Option<CodeText<60>>>,
        /// Only this piece; any piece if absent.
        pub serial_id: Beside<Option<Sought<SerialId>>>,
        pub serial_number: Beside<Option<CodeText<60>>>,
        /// When the reservation expires; it does not expire if absent.
        pub expires_at: Clearable<Instant>,
        /// The purpose, such as an order number.
        pub reference: Clearable<Name<200>> = "SO-4711" => "SO-4712",
        /// The namespace of `externalId`.
        pub source: Beside<Option<NameOrEmpty<100>>>,
        /// Your own id, unique among the reservations of one source that are active or consumed.
        pub external_id: Beside<Option<ForeignKey<200>>>,
        /// Your own data.
        pub metadata: Clearable<JsonObject>,
    }
}

crate::input! {
    /// Several reservations in one commit.
    pub struct ReservationBatchInput {
        /// Whether one refused item causes all to be refused.
        pub atomic: Option<bool> = false,
        /// The reservations, in order.
        pub items: List<EachItem<ReservationInput>, 1, 1_000>,
    }

    /// Why a reservation is given up.
    pub struct ReleaseInput {
        pub reason: Option<Reason> = "the order was cancelled",
    }
}

impl ReservationInput {
    /// The command. `below` is where the reservation stands in the body.
    pub fn command(self, below: &str) -> Result<CreateReservation, Problem> {
        let mut errors = Violations::default();
        let body = Pointer::Body;
        let at = |id, code| Names { at: &body, id, code };
        let item = named(self.item_id, self.sku, at("itemId", "sku"), &mut errors);
        if item.is_none() && errors.is_empty() {
            errors.push(&body.field("itemId"), "required", "the reservation has no item: give itemId or sku");
        }
        let warehouse = named(self.warehouse_id, self.warehouse_code, at("warehouseId", "warehouseCode"), &mut errors);
        let lot = named(self.lot_id, self.lot_number, at("lotId", "lotNumber"), &mut errors);
        let serial = named(self.serial_id, self.serial_number, at("serialId", "serialNumber"), &mut errors);
        let Some(item) = item.filter(|_| errors.is_empty()) else {
            return Err(Problem::validation(errors.into_vec()).below(below));
        };
        let new = NewReservation {
            item,
            quantity: self.quantity.0,
            unit: self.unit_code.map(|code| code.0),
            warehouse,
            lot,
            serial,
            expires_at: self.expires_at,
            reference: self.reference.map(|text| text.0),
            source: self.source.map(|text| text.0).unwrap_or_default(),
            external_id: self.external_id.map(|text| text.0),
            metadata: self.metadata.map_or_else(|| "{}".to_owned(), |object| object.0),
        };
        Ok(CreateReservation { new })
    }
}

impl ReservationPatch {
    /// The command for the reservation with this wire id.
    pub fn command(self, reservation: Sought<ReservationId>, if_match: Option<Vec<i64>>) -> UpdateReservation {
        self.onto(UpdateReservation { reservation, if_match, ..UpdateReservation::default() })
    }
}
