//! The input of an item category.

use domain::stock::item_categories::change::ItemCategoryChange;
use domain::value::Sought;
use domain::value::id::{AccountId, ItemCategoryId};

use crate::http::input::{JsonObject, LongText, Name};
use crate::http::warehouses::wire::Code;

crate::fields! {
    /// A new item category; only `code` and `name` are required.
    pub struct ItemCategoryInput;

    /// A change of an item category: absent fields stay, null clears, objects merge by key.
    pub struct ItemCategoryPatch repeating [id, version]
        ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy", "effectiveValuationAccountId",
            "effectiveCogsAccountId", "effectiveAdjustmentAccountId", "effectiveInTransitAccountId",
            "effectiveScrapAccountId"];

    for ItemCategoryChange {
        /// Unique; stored in upper case.
        pub code: Required<Code> = "GIFTS",
        pub name: Required<Name<120>> = "Gifts" => "Gifts and cards",
        pub description: Clearable<LongText<0, 2000>>,
        /// The parent category.
        pub parent_id: Clearable<Sought<ItemCategoryId>>,
        /// Holds the value of stock; null inherits.
        pub valuation_account_id: Clearable<Sought<AccountId>>,
        pub cogs_account_id: Clearable<Sought<AccountId>>,
        pub adjustment_account_id: Clearable<Sought<AccountId>>,
        pub in_transit_account_id: Clearable<Sought<AccountId>>,
        pub scrap_account_id: Clearable<Sought<AccountId>>,
        /// Your own data, at most 16 KB.
        pub metadata: Clearable<JsonObject>,
    }
}
