//! Finding the warehouse that a command names, and the rows that a change of it looks at.

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::Warehouse;
use crate::stock::warehouses::change::WarehouseChange;
use crate::stock::warehouses::default_locations;
use crate::value::Sought;
use crate::value::id::WarehouseId;
use crate::value::rejection::Rejection;

/// The warehouse, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_warehouse(book: &Book, sought: &Sought<WarehouseId>) -> Result<Warehouse, Stop> {
    let id = sought.require()?;
    Ok(book.warehouse(id)?.ok_or_else(Rejection::not_found)?.clone())
}

impl WarehouseChange {
    /// The accounts, the locations and the manager that the checks look at.
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
        default_locations::hint(&self.default_locations, keys);
        keys.extend(self.manager_user_id.value().and_then(Sought::id).map(Key::Membership));
    }
}
