//! The input of an item.

use domain::rows::{ActiveState, CostingMethod, Tracking};
use domain::stock::items::change::{ItemChange, NewGtin};
use domain::stock::labels::Gtin;
use domain::value::Sought;
use domain::value::id::ItemCategoryId;
use domain::value::limits::{GTINS_PER_ITEM, LEAD_TIME_DAYS, QUANTITY_DECIMALS, UNITS_PER_ITEM};
use domain::value::units::{RATIO_MOST, UnitCode, UnitConversion};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

use super::scalar::Measure;
use crate::http::input::{
    CodeText, Decode, IntoCore, JsonObject, List, LongText, Name, Pointer, Schemas, Violations, Whole,
};
use crate::http::json::Node;

/// A stock keeping unit's name.
pub type Sku = CodeText<60>;
type Decimals = Whole<0, { QUANTITY_DECIMALS as i64 }>;
type Gtins = List<ItemGtinInput, 0, GTINS_PER_ITEM>;

crate::fields! {
    /// A new item; only `sku` and `name` are required.
    pub struct ItemInput;

    /// A change of an item: absent fields stay, null clears, objects merge by key, lists are replaced.
    pub struct ItemPatch repeating [id, version]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy", "effectiveValuationAccountId",
            "effectiveCogsAccountId", "effectiveAdjustmentAccountId", "effectiveInTransitAccountId",
            "effectiveScrapAccountId"];

    for ItemChange {
        /// Unique, ignoring case.
        pub sku: Required<Sku> = "85123A",
        pub name: Required<Name<200>> = "White hanging heart T-light holder" => "White hanging heart",
        pub description: Clearable<LongText<0, 2000>>,
        pub category_id: Clearable<Sought<ItemCategoryId>>,
        /// Instead of `categoryId`.
        pub category_code: First<CodeText<20>>,
        /// The base unit, by its code in UN/CEFACT Recommendation 20; `C62` (one) if absent.
        pub unit_code: Optional<UnitCode> = "C62",
        /// Decimals that its quantities may have; 0 if absent.
        pub quantity_decimals: Optional<Decimals>,
        /// Other units in which it is bought, packed or sold.
        pub units: Clearable<Units>,
        /// `none` if absent.
        pub tracking: Optional<Tracking>,
        /// `fifo` if absent; `specific` needs tracking.
        pub costing_method: Optional<CostingMethod> = "fifo",
        /// The cost of one base unit if nothing better is known.
        pub fallback_cost: Clearable<Measure>,
        pub gtins: Clearable<Gtins>,
        /// In base units: when available plus incoming stock is at or below this, a purchase up to `maxQuantity` is
        /// suggested.
        pub reorder_point: Clearable<Measure> = "24",
        /// In base units: the least that should be in stock.
        pub min_quantity: Clearable<Measure>,
        /// In base units: the most that should be in stock.
        pub max_quantity: Clearable<Measure>,
        pub lead_time_days: Clearable<Whole<0, LEAD_TIME_DAYS>>,
        /// The weight of one base unit, with at most 6 decimals.
        pub weight_kg: Clearable<Measure>,
        /// The volume of one base unit, with at most 6 decimals.
        pub volume_m3: Clearable<Measure>,
        /// Deprecated: use `isActive`.
        #[patch = "Deprecated: use `isActive`."]
        pub status: Optional<ActiveState>,
        /// Your own data, at most 16 KB.
        pub metadata: Clearable<JsonObject>,
    }
}

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
}

/// The other units of an item.
#[derive(Clone, Debug)]
pub struct Units(List<ItemUnitInput, 0, UNITS_PER_ITEM>);

impl Decode for Units {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        List::decode(node, at, errors).map(Self)
    }

    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        List::<ItemUnitInput, 0, UNITS_PER_ITEM>::field_schema(schemas)
    }
}

impl IntoCore for Units {
    type Core = Vec<UnitConversion>;

    /// The bounds of its numbers are those of the core: every unit has its conversion.
    fn into_core(self) -> Self::Core {
        let one = |unit: ItemUnitInput| {
            let denominator = unit.denominator.map_or(1, |denominator| denominator.0);
            UnitConversion::new(unit.unit_code, unit.numerator.0, denominator)
        };
        self.0.0.into_iter().filter_map(one).collect()
    }
}

impl IntoCore for ItemGtinInput {
    type Core = NewGtin;

    fn into_core(self) -> NewGtin {
        NewGtin { gtin: self.gtin, unit: self.unit_code }
    }
}
