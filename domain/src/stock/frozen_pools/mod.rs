//! Frozen pools: goods whose rows contradict each other, or that somebody stopped by hand. They do not move and their
//! value does not change until they are released; everything else goes on.
//!
//! [`require_places`] and [`require_pools`] are called by the one door through which goods move and are costed.

#[cfg(test)]
mod tests;

use crate::access::reach::{require_everywhere, require_seen};
use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::costing::{PoolKey, Scope};
use crate::rows::FrozenPool;
use crate::value::Sought;
use crate::value::id::{FrozenPoolId, ItemId, WarehouseId};
use crate::value::rejection::{Code, Rejection};

/// Requires that none of these goods is frozen in its place.
///
/// # Errors
/// `pool_frozen` with the finding and its time; `Missing` where the frozen pools are not loaded.
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
        Some(invariant) => format!("the invariant {invariant} is broken"),
        None => "somebody froze them".to_owned(),
    };
    let message = format!(
        "goods of {sku} in {place} have been frozen since {}: {why}; find and repair the cause, then release them",
        frozen.frozen_at
    );
    Err(Rejection::new(Code::PoolFrozen, message)
        .with("frozenPoolId", frozen.id.to_string())
        .with("itemId", item.to_string())
        .with("warehouseId", warehouse.map(|id| id.to_string()))
        .with("invariant", frozen.invariant.clone())
        .with("frozenAt", frozen.frozen_at)
        .offer("frozen-pool", "See the finding", "GET", path(frozen))
        .into())
}

/// The frozen pool, or `not_found` for an unknown, malformed or foreign id, and for one that the actor does not see.
pub(crate) fn require_frozen_pool(
    book: &Book,
    ctx: &Context,
    sought: &Sought<FrozenPoolId>,
) -> Result<FrozenPool, Stop> {
    let id = sought.require()?;
    let found = book.frozen_pool(id)?.ok_or_else(Rejection::not_found)?.clone();
    match found.warehouse_id {
        Some(warehouse) => require_seen(book, ctx, warehouse)?,
        None => require_everywhere(book, ctx, "this freeze")?,
    }
    Ok(found)
}

/// Where a frozen pool is, below `/api/v1`.
pub(crate) fn path(frozen: &FrozenPool) -> String {
    format!("/inventory/frozen-pools/{}", frozen.id)
}
