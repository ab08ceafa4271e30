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
    /// Goods that were frozen: of an item in a warehouse, in all warehouses, or all goods there are. Never deleted, so that
    /// it is known what was frozen, why, and who released it.
    FrozenPool in "frozen_pools" (117 v 1, Books) key { id: FrozenPoolId } {
        /// `None` is every item; then it is in every warehouse.
        item_id: Option<ItemId>,
        /// `None` is every warehouse: the item's warehouses share their costs, or all of it is meant.
        warehouse_id: Option<WarehouseId>,
        status: FrozenPoolStatus,
        /// What does not hold, as `countinghouse verify` names it; `None` where somebody froze it by hand.
        invariant: Option<String>,
        /// What was found, or why somebody froze it.
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
    /// Whether these goods are among those that it freezes: of an item in a warehouse, or of an item whose warehouses share
    /// their costs. Goods of one warehouse that are frozen do not freeze what is valued together with them elsewhere.
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
