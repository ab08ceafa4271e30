//! The input of an item.

use domain::rows::{ActiveState, CostingMethod, Tracking};
use domain::stock::items::change::{ItemChange, NewGtin};
use domain::stock::labels::Gtin;
use domain::value::id::ItemCategoryId;
use domain::value::limits::{GTINS_PER_ITEM, LEAD_TIME_DAYS, QUANTITY_DECIMALS, UNITS_PER_ITEM};
use domain::value::units::{RATIO_MOST, UnitCode, UnitConversion};
use domain::value::{IdOrCode, Patch, Sought};

use super::scalar::Measure;
use crate::http::input::{Change, CodeText, JsonObject, List, LongText, Name, Whole};
use crate::http::round_trip::{BodyId, BodyVersion};

/// A stock keeping unit's name.
pub type Sku = CodeText<60>;
type Decimals = Whole<0, { QUANTITY_DECIMALS as i64 }>;
type Units = List<ItemUnitInput, 0, UNITS_PER_ITEM>;
type Gtins = List<ItemGtinInput, 0, GTINS_PER_ITEM>;

crate::input! {
    /// Another unit of an item: one of it is exactly `numerator / denominator` base units.
    pub struct ItemUnitInput {
        pub unit_code: UnitCode = "XCS",
        pub numerator: Whole<1, RATIO_MOST> = 12,
        /// 1 if absent.
        pub denominator: Option<Whole<1, RATIO_MOST>> = 1,
    }

    /// A GTIN on the label of an item or of a package of it.
    pub struct ItemGtinInput {
        pub gtin: Gtin = "6291041500213",
        /// The unit that the GTIN identifies; the base unit if absent.
        pub unit_code: Option<UnitCode>,
    }

    /// A new item; only `sku` and `name` are required.
    pub struct ItemInput {
        /// Unique, ignoring case.
        pub sku: Sku = "85123A",
        pub name: Name<200> = "White hanging heart T-light holder",
        pub description: Option<LongText<0, 2000>>,
        pub category_id: Option<Sought<ItemCategoryId>>,
        /// Instead of `categoryId`.
        pub category_code: Option<CodeText<20>>,
        /// The base unit, by its code in UN/CEFACT Recommendation 20; `C62` (one) if absent.
        pub unit_code: Option<UnitCode> = "C62",
        /// Decimals that its quantities may have; 0 if absent.
        pub quantity_decimals: Option<Decimals>,
        /// Other units in which it is bought, packed or sold.
        pub units: Option<Units>,
        /// `none` if absent.
        pub tracking: Option<Tracking>,
        /// `fifo` if absent; `specific` needs tracking.
        pub costing_method: Option<CostingMethod> = "fifo",
        /// The cost of one base unit if nothing better is known.
        pub fallback_cost: Option<Measure>,
        pub gtins: Option<Gtins>,
        /// In base units: when available plus incoming stock is at or below this, a purchase up to `maxQuantity` is
        /// suggested.
        pub reorder_point: Option<Measure> = "24",
        /// In base units: the least that should be in stock.
        pub min_quantity: Option<Measure>,
        /// In base units: the most that should be in stock.
        pub max_quantity: Option<Measure>,
        pub lead_time_days: Option<Whole<0, LEAD_TIME_DAYS>>,
        /// The volume of one base unit, with at most 6 decimals.
        pub weight_kg: Option<Measure>,
        /// The volume of one base unit, with at most 6 decimals.
        pub volume_m3: Option<Measure>,
        pub status: Option<ActiveState>,
        /// Your own data, at most 16 KB.
        pub metadata: Option<JsonObject>,
    }

    /// A change of an item: absent fields stay, null clears, objects merge by key, lists are replaced.
    pub struct ItemPatch ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy", "effectiveValuationAccountId", "effectiveCogsAccountId",
        "effectiveAdjustmentAccountId", "effectiveInTransitAccountId", "effectiveScrapAccountId",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub sku: Change<Sku>,
        pub name: Change<Name<200>> = "White hanging heart",
        pub description: Patch<LongText<0, 2000>>,
        pub category_id: Patch<Sought<ItemCategoryId>>,
        pub unit_code: Change<UnitCode>,
        pub quantity_decimals: Change<Decimals>,
        pub units: Patch<Units>,
        pub tracking: Change<Tracking>,
        pub costing_method: Change<CostingMethod>,
        pub fallback_cost: Patch<Measure>,
        pub gtins: Patch<Gtins>,
        pub reorder_point: Patch<Measure>,
        pub min_quantity: Patch<Measure>,
        pub max_quantity: Patch<Measure>,
        pub lead_time_days: Patch<Whole<0, LEAD_TIME_DAYS>>,
        pub weight_kg: Patch<Measure>,
        pub volume_m3: Patch<Measure>,
        pub status: Change<ActiveState>,
        pub metadata: Patch<JsonObject>,
    }
}

impl ItemInput {
    /// The core's fields.
    pub fn fields(self) -> ItemChange {
        let by_code = self.category_code.map(|code| IdOrCode::Code(code.0));
        ItemChange {
            sku: Some(self.sku.0),
            name: Some(self.name.0),
            description: Patch::from(self.description).map(|text| text.0),
            category: Patch::from(self.category_id.map(IdOrCode::Id).or(by_code)),
            unit: self.unit_code,
            quantity_decimals: self.quantity_decimals.map(decimals),
            units: Patch::from(self.units).map(conversions),
            tracking: self.tracking,
            costing_method: self.costing_method,
            fallback_cost: Patch::from(self.fallback_cost).map(|cost| cost.0),
            gtins: Patch::from(self.gtins).map(labels),
            reorder_point: Patch::from(self.reorder_point).map(|quantity| quantity.0),
            min_quantity: Patch::from(self.min_quantity).map(|quantity| quantity.0),
            max_quantity: Patch::from(self.max_quantity).map(|quantity| quantity.0),
            lead_time_days: Patch::from(self.lead_time_days).map(|days| days.0),
            weight_kg: Patch::from(self.weight_kg).map(|weight| weight.0),
            volume_m3: Patch::from(self.volume_m3).map(|volume| volume.0),
            status: self.status,
            metadata: Patch::from(self.metadata).map(|object| object.json()),
        }
    }
}

impl ItemPatch {
    /// The core's fields.
    pub fn fields(self) -> ItemChange {
        ItemChange {
            sku: self.sku.set().map(|sku| sku.0),
            name: self.name.set().map(|name| name.0),
            description: self.description.map(|text| text.0),
            category: self.category_id.map(IdOrCode::Id),
            unit: self.unit_code.set(),
            quantity_decimals: self.quantity_decimals.set().map(decimals),
            units: self.units.map(conversions),
            tracking: self.tracking.set(),
            costing_method: self.costing_method.set(),
            fallback_cost: self.fallback_cost.map(|cost| cost.0),
            gtins: self.gtins.map(labels),
            reorder_point: self.reorder_point.map(|quantity| quantity.0),
            min_quantity: self.min_quantity.map(|quantity| quantity.0),
            max_quantity: self.max_quantity.map(|quantity| quantity.0),
            lead_time_days: self.lead_time_days.map(|days| days.0),
            weight_kg: self.weight_kg.map(|weight| weight.0),
            volume_m3: self.volume_m3.map(|volume| volume.0),
            status: self.status.set(),
            metadata: self.metadata.map(|object| object.json()),
        }
    }
}

/// The type has its bounds.
fn decimals(number: Decimals) -> u8 {
    u8::try_from(number.0).unwrap_or(QUANTITY_DECIMALS)
}

fn conversions(units: Units) -> Vec<UnitConversion> {
    let one = |unit: ItemUnitInput| {
        UnitConversion::new(unit.unit_code, unit.numerator.0, unit.denominator.map_or(1, |denominator| denominator.0))
    };
    units.0.into_iter().filter_map(one).collect()
}

fn labels(gtins: Gtins) -> Vec<NewGtin> {
    gtins.0.into_iter().map(|label| NewGtin { gtin: label.gtin, unit: label.unit_code }).collect()
}
