//! Frozen pools: goods of which nothing moves until somebody releases them.

use crate::value::Instant;
use crate::value::id::{FrozenPoolId, ItemId, PrincipalId, WarehouseId};
use crate::{named_enum, rows};

named_enum! {
    /// Where a frozen pool stands.
    FrozenPoolStatus {
        /// Nothing of it moves.
        Frozen = "frozen",
        /// It moves again.
        Released = "released",
    }
}

rows! {
    /// Frozen goods: an item in a warehouse, in all warehouses, or all goods there are. Never deleted, so that it stays
    /// known which goods were frozen, why, and who released them.
    FrozenPool in "frozen_pools" (117 v 1, Books) key { id: FrozenPoolId } {
        /// `None` is every item; then it is in every warehouse.
        item_id: Option<ItemId>,
        /// `None` is every warehouse: the item's warehouses share their costs, or all of it is meant.
        warehouse_id: Option<WarehouseId>,
        status: FrozenPoolStatus,
        /// The broken invariant, as `countinghouse verify` names it; `None` if somebody froze the goods by hand.
        invariant: Option<String>,
        /// The finding, or the reason why somebody froze the goods.
        reason: String,
        frozen_at: Instant,
        frozen_by: PrincipalId,
        released_at: Option<Instant>,
        released_by: Option<PrincipalId>,
        release_reason: Option<String>,
        version: i64,
    }
}

impl FrozenPool {
    /// Whether these goods are among those that it freezes: of an item in a warehouse, or of an item whose warehouses
    /// share their costs. Frozen goods of one warehouse do not freeze goods elsewhere that are valued together with
    /// them.
    #[must_use]
    pub fn freezes(&self, item: ItemId, warehouse: Option<WarehouseId>) -> bool {
        self.status == FrozenPoolStatus::Frozen
            && self.item_id.is_none_or(|own| own == item)
            && self.warehouse_id.is_none_or(|own| warehouse == Some(own))
    }

    /// Whether a finding is about goods that it freezes, where `None` is every item or warehouse.
    #[must_use]
    pub fn concerns(&self, item: Option<ItemId>, warehouse: Option<WarehouseId>) -> bool {
        let meets = self.item_id.is_none_or(|own| item.is_none_or(|other| own == other));
        meets && self.warehouse_id.is_none_or(|own| warehouse.is_none_or(|other| own == other))
    }
}
