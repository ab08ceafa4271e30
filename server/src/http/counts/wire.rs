//! What clients send of counts.

use domain::commands::counts::open::OpenCount;
use domain::stock::counts::new::{Found, NewCount, NewTolerance};
use domain::stock::goods::document::new::NewMovementLine;
use domain::value::Sought;
use domain::value::id::{ItemCategoryId, ItemId, LocationId, LotId, ReasonCodeId, SerialId, WarehouseId};
use domain::value::limits::{COUNT_SCOPE, LINES_PER_COUNT, LINES_PER_RECORDING};

use crate::http::input::{
    Amount, CodeText, JsonObject, List, LongText, Name, Pointer, QuantityText, Reason, Text, Violations, Whole,
};
use crate::http::movements::brought::{BroughtLotInput, BroughtSerialInput, brought};
use crate::http::movements::wire::named;
use crate::http::problem::Problem;

/// Line numbers go from 1 to this.
#[expect(clippy::cast_possible_wrap, reason = "a small constant")]
const LAST_LINE: i64 = LINES_PER_COUNT as i64;

crate::input! {
    /// Which differences need no approval; where several are given, none may be exceeded. Without any, each one does.
    pub struct ToleranceInput {
        /// In base units of each item.
        pub quantity: Option<QuantityText> = "2",
        /// In percent of what is expected.
        pub percent: Option<QuantityText> = "1.5",
        /// In base currency, by what the goods cost; what nothing tells the cost of is beyond it.
        pub value: Option<QuantityText> = "25.00",
    }

    /// A new count. Without locations, items and categories it is of all that lies in the warehouse.
    pub struct CountInput {
        /// The default warehouse where absent.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        pub warehouse_code: Option<CodeText<20>> = "MAIN",
        /// Only these bins, and all that is in these zones.
        pub location_ids: Option<List<Sought<LocationId>, 0, COUNT_SCOPE>>,
        /// Only these items.
        pub item_ids: Option<List<Sought<ItemId>, 0, COUNT_SCOPE>>,
        /// Only items in these categories, and those below them.
        pub category_ids: Option<List<Sought<ItemCategoryId>, 0, COUNT_SCOPE>>,
        /// Whether what is expected is hidden from who counts; no where absent.
        pub is_blind: Option<bool> = true,
        pub tolerance: Option<ToleranceInput>,
        /// Why differences are posted, where a line says nothing else.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        pub reason_code: Option<CodeText<20>>,
        pub description: Option<LongText<0, 2000>> = "Count of the year",
        /// The paper's own number.
        pub reference: Option<Name<200>>,
        /// Your own data.
        pub metadata: Option<JsonObject>,
    }

    /// What was found of one line: by its number, or by goods and place.
    pub struct FoundInput {
        /// The line; without it, goods and place say which one it is, or that the goods were not expected.
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
        /// Instead of `lotId`, of goods that are found: the lot by its number, made where none has it.
        pub lot: Option<BroughtLotInput>,
        /// Instead of `serialId`, of goods that are found: the piece by its number, made where none has it.
        pub serial: Option<BroughtSerialInput>,
        /// 0 where nothing is there.
        pub quantity: QuantityText = "12",
        /// The unit that it is in; the item's base unit where absent.
        pub unit_code: Option<CodeText<3>>,
        /// What all of a gain costs, in base currency; else what such goods cost.
        pub total_cost: Option<Amount>,
        /// Why it differs.
        pub reason_code_id: Option<Sought<ReasonCodeId>>,
        pub reason_code: Option<CodeText<20>>,
        pub note: Option<Text<1, 500>>,
    }

    /// What was found.
    pub struct RecordInput {
        pub lines: List<FoundInput, 1, LINES_PER_RECORDING> = serde_json::json!([{"sku": "85123A", "quantity": "12"}]),
    }

    /// The end of the counting.
    pub struct SubmitCountInput {
        /// Whether nothing is there of what was not counted; no where absent.
        pub uncounted_as_zero: Option<bool> = true,
    }

    /// Why a count is sent back or cancelled.
    pub struct CountReasonInput {
        /// 1 to 500 characters after trimming.
        pub reason: Reason = "the second shelf was forgotten",
    }
}

impl CountInput {
    /// The command.
    pub fn command(self) -> Result<OpenCount, Problem> {
        let mut errors = Violations::default();
        let body = Pointer::Body;
        let at = |id, code| (&body, id, code);
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
        let at = |id, code| (&here, id, code);
        let item = named(self.item_id, self.sku, at("itemId", "sku"), errors);
        let location = named(self.location_id, self.location_code, at("locationId", "locationCode"), errors);
        let lot = named(self.lot_id, self.lot_number, at("lotId", "lotNumber"), errors);
        let serial = named(self.serial_id, self.serial_number, at("serialId", "serialNumber"), errors);
        let brought = brought((self.lot, self.serial), (lot.as_ref(), serial.as_ref()), &here, errors);
        let reason = named(self.reason_code_id, self.reason_code, at("reasonCodeId", "reasonCode"), errors);
        let line_number = self.line_number.map(|number| number.0);
        let says_goods = brought.is_some() || item.is_some() || location.is_some() || lot.is_some() || serial.is_some();
        match (line_number, says_goods, &item) {
            (Some(_), true, _) => {
                let message = "the number says which goods it is of: give it alone, or goods and place without it";
                errors.push(&here.field("lineNumber"), "ambiguous", message);
            }
            (None, _, None) => {
                errors.push(
                    &here.field("itemId"),
                    "required",
                    "which goods are not said: give lineNumber, itemId or sku",
                );
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
        Some(Found { line_number, goods, reason })
    }
}
