//! The input of an item category: one set of fields for create and update, with merge rules.

use crate::book::Key;
use crate::book::context::Context;
use crate::rows::ItemCategory;
use crate::value::change::upper_case;
use crate::value::id::{AccountId, ItemCategoryId};
use crate::value::rejection::{Code, Fault};
use crate::value::{Json, Patch, Sought, limits};

crate::change! {
    /// The fields that a caller sends.
    pub struct ItemCategoryChange of ItemCategory {
        pub code: Option<String> => upper_case,
        pub name: Option<String>,
        pub description: Patch<String>,
        pub parent_id: Patch<Sought<ItemCategoryId>>,
        pub valuation_account_id: Patch<Sought<AccountId>>,
        pub cogs_account_id: Patch<Sought<AccountId>>,
        pub adjustment_account_id: Patch<Sought<AccountId>>,
        pub in_transit_account_id: Patch<Sought<AccountId>>,
        pub scrap_account_id: Patch<Sought<AccountId>>,
        /// An object, merged by key.
        pub metadata: Patch<Json> = "{}",
    }
    new(ctx: &Context) {
        id: ctx.ids.next(),
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}

impl ItemCategoryChange {
    /// The accounts that the checks look at.
    pub(crate) fn hint(&self, keys: &mut Vec<Key>) {
        for sent in [
            &self.valuation_account_id,
            &self.cogs_account_id,
            &self.adjustment_account_id,
            &self.in_transit_account_id,
            &self.scrap_account_id,
        ] {
            keys.extend(sent.value().and_then(Sought::id).map(Key::Account));
        }
    }

    /// The category with the change applied. Malformed references and oversized metadata become faults.
    pub(crate) fn apply(&self, category: &mut ItemCategory, faults: &mut Vec<Fault>) {
        self.merge(category, faults);
        if category.metadata.len() > limits::METADATA_BYTES {
            let message =
                format!("metadata would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
            faults.push(Fault::new("/metadata", Code::LimitReached, message));
        }
    }
}
