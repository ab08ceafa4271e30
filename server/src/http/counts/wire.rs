//! The input of counts.

use domain::commands::counts::open::OpenCount;
use domain::stock::counts::new::{CountMode, Found, NewCount, NewTolerance};
use domain::stock::goods::document::new::NewMovementLine;
use domain::value::Sought;
use domain::value::id::{ItemCategoryId, ItemId, LocationId, LotId, ReasonCodeId, SerialId, WarehouseId};
use domain::value::limits::{COUNT_SCOPE, LINES_PER_COUNT, LINES_PER_RECORDING};

use crate::http::input::{
    Amount, CodeText, JsonObject, List, LongText, Moment, Name, Pointer, QuantityText, Reason, Text, Violations, Whole,
};
use crate::http::movements::brought::{BroughtLotInput, BroughtSerialInput, brought};
use crate::http::movements::wire::{Names, named};
use crate::http::problem::Problem;

/// Line numbers go from 1 to this.
#[expect(clippy::cast_possible_wrap, reason = "a small constant")]
const LAST_LINE: i64 = LINES_PER_COUNT as i64;

crate::input! {
    /// The differences that need no approval; if several limits are given, all apply. Without any limit, every
    /// difference needs approval.
    pub struct ToleranceInput {
        /// In base units of each item.
        pub quantity: Option<QuantityText> = "2",
        /// In percent of the expected quantity.
        pub percent: Option<QuantityText> = "1.5",
        /// In base currency, by the cost of the goods; goods of unknown cost exceed it.
        pub value: Option<QuantityText> = "25.00",
    }

    /// A new count. Without locations, items and categories it covers everything in the warehouse.
    pub struct CountInput {
        /// The default warehouse if absent.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        pub warehouse_code: Option<CodeText<20>> = "MAIN",
        /// When the goods were counted; now if absent. A date alone means the end of that day in the organization's time
        /// zone, and for today now. Never in the future.
        pub occurred_at: Option<Moment>,
        /// Only these bins, and all bins in these zones.
        pub location_ids: Option<List<Sought<LocationId>, 0, COUNT_SCOPE>>,
        /// Only these items.
        pub item_ids: Option<List<Sought<ItemId>, 0, COUNT_SCOPE>>,
        /// Only items in these categories and the categories below them.
        pub category_ids: Option<List<Sought<ItemCategoryId>, 0, COUNT_SCOPE>>,
        /// Whether the expected quantities are hidden from the people who count; false if absent.
        pub is_blind: Option<bool> = true,
        pub tolerance: Option<ToleranceInput>,
        /// The reason for posting differences, unless a line gives its own.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        pub reason_code: Option<CodeText<20>>,
        pub description: Option<LongText<0, 2000>> = "Count of the year",
        /// The document's own number.
        pub reference: Option<Name<200>>,
        /// Your own data.
        pub metadata: Option<JsonObject>,
    }

    /// The quantity found for one line, given by its number or by goods and place.
    pub struct FoundInput {
        /// The line. If absent, goods and place identify it; goods that were not expected become a new line.
        pub line_number: Option<Whole<1, LAST_LINE>>,
        pub item_id: Option<Sought<ItemId>>,
        pub sku: Option<CodeText<60>> = "85123A",
        /// The bin.
        pub location_id: Option<Sought<LocationId>>,
        pub location_code: Option<CodeText<40>>,
        pub lot_id: Option<Sought<LotId>>,
        pub lot_number: Option<CodeText<60>>,
        pub serial_id: Option<Sought<SerialId>>,
        pub serial_number: Option<CodeText<60>>,
        /// Instead of `lotId`, for goods found: the lot by its number, created if it does not exist.
        pub lot: Option<BroughtLotInput>,
        /// Instead of `serialId`, for goods found: the piece by its number, created if it does not exist.
        pub serial: Option<BroughtSerialInput>,
        /// `add` adds the quantity to what was recorded before, so that several people can count one bin; `replace`, if
        /// absent, takes its place.
        pub mode: Option<CountMode>,
        /// 0 if nothing is there.
        pub quantity: QuantityText = "12",
        /// The unit of the quantity; the item's base unit if absent.
        pub unit_code: Option<CodeText<3>>,
        /// The total cost of a gain, in base currency; the present cost of such goods if absent.
        pub total_cost: Option<Amount>,
        /// The reason for the difference.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        pub reason_code: Option<CodeText<20>>,
        pub note: Option<Text<1, 500>>,
    }

    /// Counted quantities to record.
    pub struct RecordInput {
        pub lines: List<FoundInput, 1, LINES_PER_RECORDING> = serde_json::json!([{"sku": "85123A", "quantity": "12"}]),
    }

    /// The submission of a count.
    pub struct SubmitCountInput {
        /// Whether goods that were not counted are taken as 0; false if absent.
        pub uncounted_as_zero: Option<bool> = true,
    }

    /// Why a count is sent back or cancelled.
    pub struct CountReasonInput {
        pub reason: Reason = "the second shelf was forgotten",
    }
}

impl CountInput {
    /// The command.
    pub fn command(self) -> Result<OpenCount, Problem> {
        let mut errors = Violations::default();
        let body = Pointer::Body;
        let at = |id, code| Names { at: &body, id, code };
        let warehouse = named(self.warehouse_id, self.warehouse_code, at("warehouseId", "warehouseCode"), &mut errors);
        let reason = named(self.reason_code_id, self.reason_code, at("reasonCodeId", "reasonCode"), &mut errors);
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()));
        }
        let tolerance = self.tolerance.map_or_else(NewTolerance::default, |tolerance| NewTolerance {
            quantity: tolerance.quantity.map(|quantity| quantity.0),
            percent: tolerance.percent.map(|percent| percent.0),
            value: tolerance.value.map(|value| value.0),
        });
        let new = NewCount {
            warehouse,
            occurred_at: self.occurred_at.map(|moment| moment.0),
            locations: self.location_ids.map_or_else(Vec::new, |ids| ids.0),
            items: self.item_ids.map_or_else(Vec::new, |ids| ids.0),
            categories: self.category_ids.map_or_else(Vec::new, |ids| ids.0),
            is_blind: self.is_blind.unwrap_or(false),
            tolerance,
            reason,
            description: self.description.map(|text| text.0).unwrap_or_default(),
            reference: self.reference.map(|text| text.0),
            metadata: self.metadata.map_or_else(|| "{}".to_owned(), |object| object.0),
        };
        Ok(OpenCount { new })
    }
}

impl RecordInput {
    /// The core's lines.
    pub fn lines(self) -> Result<Vec<Found>, Problem> {
        let mut errors = Violations::default();
        let lines = self.lines.0.into_iter().enumerate();
        let lines: Vec<Found> = lines.filter_map(|(index, line)| line.found(index, &mut errors)).collect();
        if errors.is_empty() { Ok(lines) } else { Err(Problem::validation(errors.into_vec())) }
    }
}

impl FoundInput {
    fn found(self, index: usize, errors: &mut Violations) -> Option<Found> {
        let lines = Pointer::Body.field("lines");
        let here = lines.item(index);
        let at = |id, code| Names { at: &here, id, code };
        let item = named(self.item_id, self.sku, at("itemId", "sku"), errors);
        let location = named(self.location_id, self.location_code, at("locationId", "locationCode"), errors);
        let lot = named(self.lot_id, self.lot_number, at("lotId", "lotNumber"), errors);
        let serial = named(self.serial_id, self.serial_number, at("serialId", "serialNumber"), errors);
        let brought = brought(self.lot, self.serial, lot.as_ref(), serial.as_ref(), &here, errors);
        let reason = named(self.reason_code_id, self.reason_code, at("reasonCodeId", "reasonCode"), errors);
        let line_number = self.line_number.map(|number| number.0);
        let says_goods = brought.is_some() || item.is_some() || location.is_some() || lot.is_some() || serial.is_some();
        match (line_number, says_goods, &item) {
            (Some(_), true, _) => {
                let message = "the line number already identifies the goods: give only the number, or only goods and \
                     place";
                errors.push(&here.field("lineNumber"), "ambiguous", message);
            }
            (None, _, None) => {
                errors.push(&here.field("itemId"), "required", "the goods are missing: give lineNumber, itemId or sku");
            }
            _ => {}
        }
        let goods = NewMovementLine {
            // Of a line by its number the core takes goods and place from the line.
            item,
            quantity: Some(self.quantity.0),
            unit: self.unit_code.map(|code| code.0),
            location,
            lot,
            serial,
            brought,
            total_cost: self.total_cost.map(|amount| amount.0),
            description: self.note.map(|text| text.0),
            ..NewMovementLine::default()
        };
        Some(Found { line_number, goods, reason, mode: self.mode.unwrap_or(CountMode::Replace) })
    }
}
