//! The fields in which a caller describes a count and its recordings.

use crate::named_enum;
use crate::stock::goods::document::new::{NewMovementLine, When};
use crate::value::id::{ItemCategoryId, ItemId, LocationId, ReasonCodeId, WarehouseId};
use crate::value::{Decimal, IdOrCode, Sought};

/// A new count. Without locations, items and categories it is of all that lies in the warehouse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewCount {
    /// `None` takes the default one.
    pub warehouse: Option<IdOrCode<WarehouseId>>,
    /// As of when the goods were counted: the end of a day where only that is given; `None` is now.
    pub occurred_at: Option<When>,
    /// Locations; a zone stands for all that is in it.
    pub locations: Vec<Sought<LocationId>>,
    pub items: Vec<Sought<ItemId>>,
    /// Categories, with the categories below.
    pub categories: Vec<Sought<ItemCategoryId>>,
    /// Whether the expected quantities are hidden from the people who count.
    pub is_blind: bool,
    /// Differences up to this need no approval; where several are given, none may be exceeded.
    pub tolerance: NewTolerance,
    /// Why differences are posted, where a line says nothing else.
    pub reason: Option<IdOrCode<ReasonCodeId>>,
    pub description: String,
    pub reference: Option<String>,
    /// A JSON object in canonical text.
    pub metadata: String,
}

/// Which differences need no approval; without any of them each one does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewTolerance {
    /// In base units of each item.
    pub quantity: Option<Decimal>,
    /// In percent of the expected quantity.
    pub percent: Option<Decimal>,
    /// In base currency, by the cost of the goods.
    pub value: Option<Decimal>,
}

named_enum! {
    /// What a recorded quantity does to the one that was recorded before.
    CountMode {
        /// It takes its place.
        Replace = "replace",
        /// It is added to it.
        Add = "add",
    }
}

/// A counted quantity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The line that it is of; else goods and place say it.
    pub line_number: Option<i64>,
    /// Goods, place and quantity; of a line by its number only the quantity with its unit and the cost count.
    pub goods: NewMovementLine,
    pub reason: Option<IdOrCode<ReasonCodeId>>,
    pub mode: CountMode,
}
