//! Items: the goods in stock, how they are counted and traced, and how their cost follows them.

use crate::named_enum;
use crate::rows;
use crate::rows::ActiveState;
use crate::value::Instant;
use crate::value::id::{ItemCategoryId, ItemId, PrincipalId};

/// Decimals with which quantities of master data, costs, weights and volumes are kept, independent of the item's own.
pub const SCALE: u8 = 6;

named_enum! {
    /// Whether single pieces of an item are tracked.
    Tracking {
        None = "none",
        /// By batch: all of one lot are alike.
        Lot = "lot",
        /// Piece by piece.
        Serial = "serial",
    }

    /// How the cost of an item follows it out of stock.
    CostingMethod {
        /// First in, first out.
        Fifo = "fifo",
        /// The moving average of the goods on hand.
        Average = "average",
        /// A cost that is set from a day on.
        Standard = "standard",
        /// The cost of this very lot or piece.
        Specific = "specific",
    }
}

rows! {
    /// An item. Quantities are in base units with [`SCALE`] decimals, independent of its own decimals.
    Item in "items" (81 v 1, Books) key { id: ItemId } {
        /// As it was given.
        sku: String,
        /// The sku in lower case, unique per organization.
        sku_key: String,
        name: String,
        description: Option<String>,
        category_id: Option<ItemCategoryId>,
        /// The unit in which it is counted.
        unit_code: String,
        /// Decimals of its quantities, 0 to 6.
        quantity_decimals: i64,
        /// Other units as exact ratios (`units::of_stored`).
        units: String,
        tracking: Tracking,
        costing_method: CostingMethod,
        /// How it was valued before its first change of method or standard cost, and all of those changes in the order of
        /// movements; empty for none (`valuations.rs`).
        valuations: Vec<u8>,
        /// The cost of one base unit if nothing better is known, in base currency with [`SCALE`] decimals.
        fallback_cost: Option<i64>,
        /// Below it, more should be ordered.
        reorder_point: Option<i64>,
        /// The least that should be in stock.
        min_quantity: Option<i64>,
        /// The most that should be in stock.
        max_quantity: Option<i64>,
        /// Days between ordering it and having it.
        lead_time_days: Option<i64>,
        /// Of one base unit, in milligrams.
        weight_mg: Option<i64>,
        /// Of one base unit, in cubic centimetres.
        volume_cm3: Option<i64>,
        /// An inactive item is on no new document.
        status: ActiveState,
        /// Client's own data, a JSON object in canonical text.
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// A number on the label of an item, or of a package of it.
    ItemGtin in "item_gtins" (82 v 1, Books) key {
        /// 14 digits, unique per organization.
        gtin: String,
    } {
        item_id: ItemId,
        /// The unit of which one has this number; `None` is the base unit.
        unit_code: Option<String>,
    }
}

impl Item {
    /// Whether its goods can be owed: none is told apart from others.
    pub(crate) fn may_be_owed(&self) -> bool {
        self.tracking == Tracking::None && self.costing_method != CostingMethod::Specific
    }
}
