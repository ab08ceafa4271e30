//! The input of an item category: one set of fields for create and update, with merge rules.

use crate::book::Key;
use crate::rows::ItemCategory;
use crate::stock::warehouses::change::refer;
use crate::value::id::{AccountId, ItemCategoryId};
use crate::value::rejection::{Code, Fault};
use crate::value::{Json, Patch, Sought, limits};

/// The fields that a caller sends. `Option` fields cannot be cleared; `Patch` fields can.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ItemCategoryChange {
    pub code: Option<String>,
    pub name: Option<String>,
    pub description: Patch<String>,
    pub parent: Patch<Sought<ItemCategoryId>>,
    pub valuation_account: Patch<Sought<AccountId>>,
    pub cogs_account: Patch<Sought<AccountId>>,
    pub adjustment_account: Patch<Sought<AccountId>>,
    pub in_transit_account: Patch<Sought<AccountId>>,
    pub scrap_account: Patch<Sought<AccountId>>,
    /// An object, merged by key.
    pub metadata: Patch<Json>,
}

impl ItemCategoryChange {
    /// The accounts that the checks look at.
    pub(crate) fn hint(&self, keys: &mut Vec<Key>) {
        for sent in [
            &self.valuation_account,
            &self.cogs_account,
            &self.adjustment_account,
            &self.in_transit_account,
            &self.scrap_account,
        ] {
            keys.extend(sent.value().and_then(Sought::id).map(Key::Account));
        }
    }

    /// The category with the change applied. Malformed references and oversized metadata become faults.
    pub(crate) fn apply(&self, category: &mut ItemCategory, faults: &mut Vec<Fault>) {
        if let Some(code) = &self.code {
            category.code = code.to_ascii_uppercase();
        }
        if let Some(name) = &self.name {
            category.name.clone_from(name);
        }
        self.description.clone().apply(&mut category.description);
        refer(&self.parent, &mut category.parent_id, "/parentId", faults);
        refer(&self.valuation_account, &mut category.valuation_account_id, "/valuationAccountId", faults);
        refer(&self.cogs_account, &mut category.cogs_account_id, "/cogsAccountId", faults);
        refer(&self.adjustment_account, &mut category.adjustment_account_id, "/adjustmentAccountId", faults);
        refer(&self.in_transit_account, &mut category.in_transit_account_id, "/inTransitAccountId", faults);
        refer(&self.scrap_account, &mut category.scrap_account_id, "/scrapAccountId", faults);
        category.metadata = self.metadata.merged_into(&category.metadata, "{}");
        if category.metadata.len() > limits::METADATA_BYTES {
            let message =
                format!("metadata would have more than {} bytes of JSON: remove some of it", limits::METADATA_BYTES);
            faults.push(Fault::new("/metadata", Code::LimitReached, message));
        }
    }
}
