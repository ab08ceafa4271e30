//! The input of an item category.

use domain::stock::item_categories::change::ItemCategoryChange;
use domain::value::id::{AccountId, ItemCategoryId};
use domain::value::{Patch, Sought};

use crate::http::input::{Change, JsonObject, LongText, Name};
use crate::http::round_trip::{BodyId, BodyVersion};
use crate::http::warehouses::wire::Code;

crate::input! {
    /// A new item category; only `code` and `name` are required.
    pub struct ItemCategoryInput {
        /// Unique; stored in upper case.
        pub code: Code = "GIFTS",
        pub name: Name<120> = "Gifts",
        pub description: Option<LongText<0, 2000>>,
        /// The parent category.
        pub parent_id: Option<Sought<ItemCategoryId>>,
        /// Holds the value of stock; null inherits.
        pub valuation_account_id: Option<Sought<AccountId>>,
        pub cogs_account_id: Option<Sought<AccountId>>,
        pub adjustment_account_id: Option<Sought<AccountId>>,
        pub in_transit_account_id: Option<Sought<AccountId>>,
        pub scrap_account_id: Option<Sought<AccountId>>,
        /// Your own data, at most 16 KB.
        pub metadata: Option<JsonObject>,
    }

    /// A change of an item category: absent fields stay, null clears, objects merge by key.
    pub struct ItemCategoryPatch ignoring [
        "createdAt", "createdBy", "updatedAt", "updatedBy", "effectiveValuationAccountId", "effectiveCogsAccountId",
        "effectiveAdjustmentAccountId", "effectiveInTransitAccountId", "effectiveScrapAccountId",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub code: Change<Code>,
        pub name: Change<Name<120>> = "Gifts and cards",
        pub description: Patch<LongText<0, 2000>>,
        pub parent_id: Patch<Sought<ItemCategoryId>>,
        pub valuation_account_id: Patch<Sought<AccountId>>,
        pub cogs_account_id: Patch<Sought<AccountId>>,
        pub adjustment_account_id: Patch<Sought<AccountId>>,
        pub in_transit_account_id: Patch<Sought<AccountId>>,
        pub scrap_account_id: Patch<Sought<AccountId>>,
        pub metadata: Patch<JsonObject>,
    }
}

impl ItemCategoryInput {
    /// The core's fields.
    pub fn fields(self) -> ItemCategoryChange {
        ItemCategoryChange {
            code: Some(self.code.0),
            name: Some(self.name.0),
            description: Patch::from(self.description).map(|text| text.0),
            parent: Patch::from(self.parent_id),
            valuation_account: Patch::from(self.valuation_account_id),
            cogs_account: Patch::from(self.cogs_account_id),
            adjustment_account: Patch::from(self.adjustment_account_id),
            in_transit_account: Patch::from(self.in_transit_account_id),
            scrap_account: Patch::from(self.scrap_account_id),
            metadata: Patch::from(self.metadata).map(|object| object.json()),
        }
    }
}

impl ItemCategoryPatch {
    /// The core's fields.
    pub fn fields(self) -> ItemCategoryChange {
        ItemCategoryChange {
            code: self.code.set().map(|code| code.0),
            name: self.name.set().map(|name| name.0),
            description: self.description.map(|text| text.0),
            parent: self.parent_id,
            valuation_account: self.valuation_account_id,
            cogs_account: self.cogs_account_id,
            adjustment_account: self.adjustment_account_id,
            in_transit_account: self.in_transit_account_id,
            scrap_account: self.scrap_account_id,
            metadata: self.metadata.map(|object| object.json()),
        }
    }
}
