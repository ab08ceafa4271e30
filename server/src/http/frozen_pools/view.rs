//! A frozen pool as it is answered.

use domain::rows::{FrozenPool, FrozenPoolStatus};
use domain::value::id::{FrozenPoolId, ItemId, PrincipalId, WarehouseId};

use crate::http::movements::view::Beside;
use crate::http::output::{At, Id, Named};

crate::output! {
    /// Goods that are or were frozen.
    pub struct FrozenPoolView {
        pub id: Id<FrozenPoolId>,
        /// Null is every item, in every warehouse.
        pub item_id: Option<Id<ItemId>>,
        pub sku: Option<String>,
        /// Null is every warehouse.
        pub warehouse_id: Option<Id<WarehouseId>>,
        pub status: Named<FrozenPoolStatus>,
        /// The broken invariant, as `countinghouse verify` names it; null if someone froze the goods by hand.
        pub invariant: Option<String>,
        /// What was found, or why someone froze the goods. Null if it contains costs and you do not have `costs:read`.
        pub reason: Option<String>,
        pub frozen_at: At,
        pub frozen_by: Id<PrincipalId>,
        pub released_at: Option<At>,
        pub released_by: Option<Id<PrincipalId>>,
        pub release_reason: Option<String>,
        pub version: i64,
    }
}

impl FrozenPoolView {
    /// The view of a row, for somebody who may read costs or not.
    #[must_use]
    pub fn of(row: FrozenPool, beside: &Beside, sees_costs: bool) -> Self {
        let is_told = sees_costs || row.invariant.is_none();
        Self {
            id: Id(row.id),
            item_id: row.item_id.map(Id),
            sku: row.item_id.map(|item| beside.sku(item)),
            warehouse_id: row.warehouse_id.map(Id),
            status: Named(row.status),
            invariant: row.invariant,
            reason: Some(row.reason).filter(|_| is_told),
            frozen_at: At(row.frozen_at),
            frozen_by: Id(row.frozen_by),
            released_at: row.released_at.map(At),
            released_by: row.released_by.map(Id),
            release_reason: row.release_reason,
            version: row.version,
        }
    }
}
