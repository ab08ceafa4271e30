//! Item categories: a tree that says which accounts the items in it use.

use crate::rows;
use crate::value::Instant;
use crate::value::id::{AccountId, ItemCategoryId, PrincipalId};

rows! {
    /// A category of items.
    ItemCategory in "item_categories" (80 v 1, Books) key { id: ItemCategoryId } {
        /// Stored in upper case, unique per organization.
        code: String,
        name: String,
        description: Option<String>,
        parent_id: Option<ItemCategoryId>,
        /// Accounts: `None` inherits from the parent, then the organization. A warehouse's own come first.
        valuation_account_id: Option<AccountId>,
        cogs_account_id: Option<AccountId>,
        adjustment_account_id: Option<AccountId>,
        in_transit_account_id: Option<AccountId>,
        scrap_account_id: Option<AccountId>,
        /// Client's own data, a JSON object in canonical text.
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}
