//! Frozen pools: goods whose rows contradict each other, or that somebody stopped by hand. Nothing of them moves and nothing
//! changes what they are worth until they are released; all else goes on.
//!
//! - `freeze` freezes, `release` releases once a proof finds nothing any more.
//! - [`require_places`] and [`require_pools`] are asked by the one door through which goods move and cost.

pub mod freeze;
pub mod release;
#[cfg(test)]
mod tests;

use crate::access::reach::{require_everywhere, require_seen};
use crate::book::Book;
use crate::context::Context;
use crate::inventory::costing::{PoolKey, Scope};
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;
use crate::value::id::{FrozenPoolId, ItemId, PrincipalId, WarehouseId};
use crate::value::{Instant, TypedId};
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

/// None of these goods is frozen where they lie.
///
/// # Errors
/// `pool_frozen` with what was found and when; `Missing` where it is not loaded what is frozen.
pub(super) fn require_places(book: &Book, places: impl IntoIterator<Item = (ItemId, WarehouseId)>) -> Result<(), Stop> {
    if book.frozen_pools()?.next().is_none() {
        return Ok(());
    }
    for (item, warehouse) in places {
        require(book, item, Some(warehouse))?;
    }
    Ok(())
}

/// None of these pools is frozen.
///
/// # Errors
/// As [`require_places`].
pub(super) fn require_pools(book: &Book, pools: impl IntoIterator<Item = PoolKey>) -> Result<(), Stop> {
    if book.frozen_pools()?.next().is_none() {
        return Ok(());
    }
    for pool in pools {
        let warehouse = match pool.scope {
            Scope::Warehouse(id) => Some(id),
            Scope::Organization => None,
        };
        require(book, ItemId(pool.item), warehouse)?;
    }
    Ok(())
}

fn require(book: &Book, item: ItemId, warehouse: Option<WarehouseId>) -> Result<(), Stop> {
    let Some(frozen) = book.frozen_pools()?.find(|one| one.freezes(item, warehouse)) else { return Ok(()) };
    let sku = book.item(item)?.map_or_else(|| item.to_string(), |item| item.sku.clone());
    let place = match warehouse {
        Some(id) => book.warehouse(id)?.map_or_else(|| id.to_string(), |warehouse| warehouse.code.clone()),
        None => "all warehouses".to_owned(),
    };
    let why = match &frozen.invariant {
        Some(invariant) => format!("{invariant} does not hold"),
        None => "somebody stopped it".to_owned(),
    };
    let message = format!(
        "goods of {sku} in {place} are frozen since {}: {why}; find out what is wrong, and release them when it is right",
        frozen.frozen_at
    );
    Err(Rejection::new(Code::PoolFrozen, message)
        .with("frozenPoolId", frozen.id.to_string())
        .with("itemId", item.to_string())
        .with("warehouseId", warehouse.map(|id| id.to_string()))
        .with("invariant", frozen.invariant.clone())
        .with("frozenAt", frozen.frozen_at)
        .offer("frozen-pool", "Look at what was found", "GET", path(frozen))
        .into())
}

/// The frozen pool, or `not_found` for an unknown, malformed or foreign id, and for one that the actor does not see.
fn require_frozen_pool(book: &Book, ctx: &Context, text: &str) -> Result<FrozenPool, Stop> {
    let id = FrozenPoolId::parse(text).ok_or_else(Rejection::not_found)?;
    let found = book.frozen_pool(id)?.ok_or_else(Rejection::not_found)?.clone();
    match found.warehouse_id {
        Some(warehouse) => require_seen(book, ctx, warehouse)?,
        None => require_everywhere(book, ctx, "what is frozen in all of them")?,
    }
    Ok(found)
}

/// Where a frozen pool is, below `/api/v1`.
fn path(frozen: &FrozenPool) -> String {
    format!("/inventory/frozen-pools/{}", frozen.id)
}
