//! `POST /inventory/stock/set`: the quantity that is on hand.

use axum::response::Response;
use domain::Code;
use domain::commands::stock::set::SetStock;
use domain::rows::StockMovement;
use domain::stock::goods::document::new::{NewMovement, NewMovementLine};
use domain::value::id::{ItemId, LocationId, LotId, ReasonCodeId, SerialId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Decimal, Sought};

use crate::http::input::{
    CodeText, ForeignKey, JsonObject, LongText, Moment, Name, NameOrEmpty, Pointer, QuantityText, Violations,
};
use crate::http::movements::get::written;
use crate::http::movements::view::MovementView;
use crate::http::movements::wire::{Names, named};
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// The quantity that is to be on hand of an item in a warehouse.
    pub struct StockSetting {
        /// The item by its id.
        pub item_id: Option<Sought<ItemId>>,
        /// The item by its SKU, instead of `itemId`.
        pub sku: Option<CodeText<60>> = "85123A",
        /// The warehouse; the default warehouse if absent.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        pub warehouse_code: Option<CodeText<20>>,
        /// Only the goods in this location; all of the warehouse if absent.
        pub location_id: Option<Sought<LocationId>>,
        pub location_code: Option<CodeText<40>>,
        /// Only the goods of this lot.
        pub lot_id: Option<Sought<LotId>>,
        pub lot_number: Option<CodeText<60>>,
        /// Only this piece.
        pub serial_id: Option<Sought<SerialId>>,
        pub serial_number: Option<CodeText<60>>,
        /// How much is to be on hand: 0 or more.
        pub quantity: QuantityText = "12",
        /// How much you expect to find. Another quantity is refused, so that nothing that happened meanwhile is lost.
        pub expected_quantity: Option<QuantityText>,
        /// When the difference came about; now if absent. The quantities are those of now all the same.
        pub occurred_at: Option<Moment>,
        /// The unit of both quantities; the item's base unit if absent.
        pub unit_code: Option<CodeText<3>>,
        /// Why the stock differs.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        pub reason_code: Option<CodeText<20>>,
        pub description: Option<LongText<0, 500>>,
        pub reference: Option<Name<200>>,
        /// The namespace of `externalId`.
        pub source: Option<NameOrEmpty<100>>,
        /// Your own id of the adjustment, unique among the movements of one source.
        pub external_id: Option<ForeignKey<200>>,
        /// Your own data.
        pub metadata: Option<JsonObject>,
    }
}

crate::output! {
    /// What was done to reach the quantity.
    pub struct StockSet {
        /// The quantity on hand now, as it was asked for.
        pub quantity: String,
        /// The adjustment by the difference; null where the quantity was on hand already.
        pub movement: Option<MovementView>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<SetStock>().rejects(rejections::NEW_MOVEMENT).rejects(&[
    Code::NotFound,
    Code::VersionMismatch,
    Code::StockNotAsExpected,
    Code::AmountOutOfRange,
]);

/// Set the stock on hand
///
/// The difference to what is on hand is posted as an adjustment, with its journal entry, in the same commit. With
/// `expectedQuantity`, the stock is only set if that much is there: two callers who both saw 7 and set 6 do not lose a
/// piece. Nothing is written if the quantity is on hand already. Reserved goods cannot be set away.
#[utoipa::path(post, path = "/api/v1/inventory/stock/set", operation_id = "StockController_set", tag = "Stock",
    request_body = StockSetting, responses((status = 200, description = "The stock is set", body = StockSet)))]
pub async fn set(writing: Writing) -> Result<Response, Problem> {
    let input: StockSetting = writing.body().await?;
    let quantity = input.quantity.0.to_string();
    let command = writing.caller.admit(&writing.app, input.command()).await?;
    let mut done = writing.run(command).await?;
    let is_adjusted = !done.rows::<StockMovement>().is_empty();
    let movement = if is_adjusted { Some(written(&writing, &mut done).await?) } else { None };
    done.answered(StockSet { quantity, movement })
}

impl StockSetting {
    fn command(self) -> Result<SetStock, Problem> {
        let mut errors = Violations::default();
        let body = Pointer::Body;
        let at = |id, code| Names { at: &body, id, code };
        let item = named(self.item_id, self.sku, at("itemId", "sku"), &mut errors);
        if item.is_none() && errors.is_empty() {
            errors.push(&body.field("itemId"), "required", "the item is missing: give itemId or sku");
        }
        for (name, quantity) in
            [("quantity", Some(&self.quantity)), ("expectedQuantity", self.expected_quantity.as_ref())]
        {
            if quantity.is_some_and(|quantity| quantity.0.unscaled < 0) {
                errors.push(&body.field(name), "out_of_range", "must be 0 or more");
            }
        }
        let line = NewMovementLine {
            item,
            quantity: Some(self.quantity.0),
            unit: self.unit_code.map(|code| code.0),
            warehouse: named(self.warehouse_id, self.warehouse_code, at("warehouseId", "warehouseCode"), &mut errors),
            location: named(self.location_id, self.location_code, at("locationId", "locationCode"), &mut errors),
            lot: named(self.lot_id, self.lot_number, at("lotId", "lotNumber"), &mut errors),
            serial: named(self.serial_id, self.serial_number, at("serialId", "serialNumber"), &mut errors),
            ..NewMovementLine::default()
        };
        let reason = named(self.reason_code_id, self.reason_code, at("reasonCodeId", "reasonCode"), &mut errors);
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()));
        }
        let expected: Option<Decimal> = self.expected_quantity.map(|quantity| quantity.0);
        let new = NewMovement {
            occurred_at: self.occurred_at.map(|moment| moment.0),
            reason,
            description: self.description.map(|text| text.0).unwrap_or_default(),
            reference: self.reference.map(|text| text.0),
            source: self.source.map(|text| text.0).unwrap_or_default(),
            external_id: self.external_id.map(|text| text.0),
            metadata: self.metadata.map_or_else(|| "{}".to_owned(), |object| object.0),
            lines: vec![line],
            ..NewMovement::of(MovementKind::Adjustment)
        };
        Ok(SetStock { new, expected })
    }
}
