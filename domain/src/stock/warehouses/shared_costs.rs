//! Warehouses that share their costs value them on one account: the consequences for their pools.

use std::collections::BTreeSet;

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::items::Item;
use crate::rows::pool_names::NONE;
use crate::rows::{CostingScope, Pool, Warehouse, WarehouseKind};
use crate::stock::goods::past::specific_costing;
use crate::stock::goods::posting::accounts::Accounts;
use crate::value::id::{AccountId, ItemId};
use crate::value::limits;
use crate::value::rejection::{Code, Rejection};

/// The pools that the warehouse's goods are in, with how much of each lies there. Of its own pools all, also the empty ones: goods
/// may come to them in the past.
pub(crate) fn pools(book: &Book, warehouse: &Warehouse) -> Result<Vec<(Pool, i64)>, Stop> {
    if matches!(warehouse.kind, WarehouseKind::Scrap | WarehouseKind::ConsignmentIn) {
        return Ok(Vec::new());
    }
    let is_own = warehouse.costing_scope == CostingScope::Warehouse;
    let scope = if is_own { warehouse.id.0 } else { NONE };
    let pools = in_use(book, book.pools_of_scope(scope)?.cloned().collect())?;
    if is_own {
        return within_limits(pools.into_iter().map(with_all_of_it).collect());
    }
    let items: Vec<ItemId> = pools.iter().map(|pool| pool.item_id).collect();
    for some in items.chunks(limits::LINES_PER_MOVEMENT) {
        require_all(book, some.iter().map(|item| Key::LevelsOf(*item, warehouse.id)).collect())?;
    }
    let mut found = Vec::new();
    for pool in pools {
        let levels = book.levels_of(pool.item_id, warehouse.id)?;
        let own = levels
            .filter(|level| pool.tracked_id == NONE || [level.lot_id, level.serial_id].contains(&pool.tracked_id));
        let there: i64 = own.map(|level| level.quantity).fold(0, i64::saturating_add);
        if there != 0 {
            found.push((pool, there));
        }
    }
    within_limits(found)
}

/// The pools in use by now: if lots or pieces of an item were split or merged, it has others.
fn in_use(book: &Book, mut pools: Vec<Pool>) -> Result<Vec<Pool>, Stop> {
    require_all(book, pools.iter().map(|pool| Key::Item(pool.item_id)).collect())?;
    let mut stale = BTreeSet::new();
    for pool in &pools {
        let item = book.item(pool.item_id)?.ok_or_else(|| Stop::lost("items", pool.item_id))?;
        if specific_costing::is_now(item) == (pool.tracked_id == NONE) {
            stale.insert(pool.id);
        }
    }
    pools.retain(|pool| !stale.contains(&pool.id));
    Ok(pools)
}

fn with_all_of_it(pool: Pool) -> (Pool, i64) {
    let there = pool.quantity;
    (pool, there)
}

fn within_limits(pools: Vec<(Pool, i64)>) -> Result<Vec<(Pool, i64)>, Stop> {
    // A pool that was on another account before takes two lines.
    let (many, most) = (pools.len(), limits::LINES_PER_MOVEMENT / 2);
    if many > most {
        let message = format!("{many} items are valued there, and one document can move at most {most}");
        return Err(Rejection::new(Code::LimitReached, message).into());
    }
    Ok(pools)
}

/// Refuses a warehouse that would share its costs and value the shared goods on another account than the others.
pub(crate) fn require_shared_account(book: &Book, after: &Warehouse, pointer: &str) -> Result<(), Stop> {
    if after.costing_scope != CostingScope::Organization || after.kind == WarehouseKind::Scrap {
        return Ok(());
    }
    let pools = in_use(book, book.pools_of_scope(NONE)?.cloned().collect())?;
    let accounts = Accounts::new(book)?.with(after);
    for pool in pools {
        let item = book.item(pool.item_id)?.ok_or_else(|| Stop::lost("items", pool.item_id))?;
        let own = accounts.effective(item, after).valuation;
        let is_empty = pool.quantity == 0 && pool.value == 0;
        // An empty pool is valued anew where the next goods come to.
        let theirs = if is_empty {
            let others = accounts.sharing().filter(|row| row.id != after.id);
            others.filter_map(|row| accounts.effective(item, row).valuation).find(|account| Some(*account) != own)
        } else {
            Some(pool.account_id)
        };
        if let (Some(own), Some(theirs)) = (own, theirs.filter(|theirs| Some(*theirs) != own)) {
            return Err(apart_from_shared(book, item, own, theirs)?.at(pointer).into());
        }
    }
    Ok(())
}

fn apart_from_shared(book: &Book, item: &Item, own: AccountId, theirs: AccountId) -> Result<Rejection, Stop> {
    let code = |id| Ok::<String, Stop>(book.account(id)?.map_or_else(String::new, |account| account.code.clone()));
    let message = format!(
        "item {} is valued on account {} where costs are shared, and would be on {} here: use the former as \
         valuationAccountId, or let the warehouse keep its own costs (costingScope: warehouse)",
        item.sku,
        code(theirs)?,
        code(own)?
    );
    Ok(Rejection::new(Code::AccountNotUsable, message)
        .with("itemId", item.id.to_string())
        .with("accountId", theirs.to_string()))
}
