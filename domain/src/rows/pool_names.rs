//! How pools are named in rows and in costing.

use crate::costing::{PoolKey, Scope};
use crate::value::id::{ItemId, WarehouseId};

/// The name of a pool other than its id: item, scope, lot or serial (zeros for none).
pub type PoolName = (ItemId, [u8; 16], [u8; 16]);

/// No lot or serial, or no warehouse.
pub(crate) const NONE: [u8; 16] = [0; 16];

/// The name of a pool in the book.
pub(crate) fn name_of(key: PoolKey) -> PoolName {
    let scope = match key.scope {
        Scope::Organization => NONE,
        Scope::Warehouse(id) => id.0,
    };
    (crate::value::id::ItemId(key.item), scope, key.tracked.unwrap_or(NONE))
}

/// The pool of a name.
pub(crate) fn named_by((item, scope, tracked): PoolName) -> PoolKey {
    let scope = if scope == NONE { Scope::Organization } else { Scope::Warehouse(WarehouseId(scope)) };
    PoolKey { item: item.0, scope, tracked: Some(tracked).filter(|id| *id != NONE) }
}
