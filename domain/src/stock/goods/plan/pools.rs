//! The pool of an item in a warehouse: found by its name, created when goods come for the first time.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Beyond, Place, PoolKey};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::{NONE, PoolName};
use crate::rows::valuations::Valuation;
use crate::rows::{CostingScope, Pool, Tracking, Warehouse, WarehouseKind};
use crate::stock::goods::past::{earlier_pools, specific_costing};
use crate::stock::goods::plan::unit_costs::{extended_standard, fallback, per_unit};
use crate::stock::goods::plan::{ItemLine, Planner};
use crate::stock::goods::posting::history::key_of;
use crate::value::id::{AccountId, LotId, PoolId, SerialId};
use crate::value::rejection::{Code, Rejection};

impl Planner<'_> {
    /// The pool of an item in a warehouse; `None` where goods have no value there.
    pub(super) fn pool(
        &self,
        book: &mut Book,
        item: &Item,
        warehouse: &Warehouse,
        draft: &DraftLine,
    ) -> Result<Option<(PoolId, PoolKey)>, Stop> {
        if warehouse.kind == WarehouseKind::Scrap {
            return Ok(None);
        }
        let name = self.name(item, warehouse, draft)?;
        let account = self.accounts.valuation(item, warehouse)?;
        let pool = match book.pool_by_name(name)? {
            Some(id) => book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?.clone(),
            None => {
                self.require_present(warehouse)?;
                specific_costing::require_taken_along(item, None, self.place())?;
                self.put_new_pool(book, item, account, name, Place::LAST)?
            }
        };
        let pool = earlier_pools::begin_at(book, self.ctx, item, pool, self.place())?;
        if self.movement.kind.moves_goods() {
            specific_costing::require_taken_along(item, Some(&pool), self.place())?;
        }
        if pool.account_id != account {
            return Err(other_account(book, &pool, account, item, warehouse)?);
        }
        Ok(Some((pool.id, key_of(&pool))))
    }

    /// The pool of an item in a warehouse, which something must have come to.
    pub(super) fn known_pool(&self, book: &Book, line: ItemLine<'_>) -> Result<Pool, Stop> {
        let ItemLine { index, item, draft } = line;
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        if let Some(id) = book.pool_by_name(self.name(item, warehouse, draft)?)? {
            return Ok(book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?.clone());
        }
        let message =
            format!("item {} has never been in warehouse {}: there is nothing to value", item.sku, warehouse.code);
        Err(Rejection::new(Code::NothingToValue, message).at(crate::stock::goods::plan::at(index, "itemId")).into())
    }

    /// A pool that comes to be: it begins at a place as its item is valued now.
    pub(super) fn put_new_pool(
        &self,
        book: &mut Book,
        item: &Item,
        account: AccountId,
        name: PoolName,
        begins_at: Place,
    ) -> Result<Pool, Stop> {
        let pool = self.new_pool(book, item, account, name, begins_at)?;
        book.pool_ids.set(name, Some(pool.id));
        book.pools.put(pool.clone());
        Ok(pool)
    }

    fn new_pool(
        &self,
        book: &Book,
        item: &Item,
        account: AccountId,
        name: PoolName,
        begins_at: Place,
    ) -> Result<Pool, Stop> {
        let (item_id, scope_id, tracked_id) = name;
        let now = Valuation { method: item.costing_method, standard: item.fallback_cost };
        let standard = extended_standard(book, item, now)?;
        Ok(Pool {
            id: self.ctx.ids.next(),
            item_id,
            scope_id,
            tracked_id,
            first_method: item.costing_method,
            first_account_id: account,
            first_standard: standard,
            begins_at,
            last_place: None,
            since_checkpoint: 0,
            method: item.costing_method,
            account_id: account,
            standard,
            per_unit: per_unit(item),
            quantity: 0,
            value: 0,
            x_whole: 0,
            x_millionths: 0,
            last_cost_value: None,
            last_cost_quantity: None,
            written_down: 0,
            allowance_whole: 0,
            allowance_millionths: 0,
        })
    }

    /// The rule for goods that leave beyond the stock.
    pub(super) fn beyond(&self, book: &Book, item: &Item, warehouse: &Warehouse) -> Result<Beyond, Stop> {
        let can = self.movement.kind.rules().may_take_beyond
            && item.may_be_owed()
            && self.accounts.may_be_negative(warehouse);
        Ok(if can { Beyond::Owed { fallback: fallback(book, item, self.place())? } } else { Beyond::Refused })
    }
}

/// The key of a pool in costing.
pub(super) fn key(book: &Book, id: PoolId) -> Result<PoolKey, Stop> {
    Ok(key_of(book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?))
}

/// The present name of the pool of an item in a warehouse.
pub(crate) fn name(item: &Item, warehouse: &Warehouse, draft: &DraftLine) -> PoolName {
    in_scope(item, warehouse, warehouse.costing_scope, tracked(item, draft))
}

/// What names the pool of an item in a warehouse of some scope.
pub(super) fn in_scope(item: &Item, warehouse: &Warehouse, scope: CostingScope, tracked: [u8; 16]) -> PoolName {
    let scope = match scope {
        CostingScope::Warehouse => warehouse.id.0,
        CostingScope::Organization => NONE,
    };
    (item.id, scope, tracked)
}

/// The lot or piece, where each has its own cost now.
pub(super) fn tracked(item: &Item, draft: &DraftLine) -> [u8; 16] {
    if specific_costing::is_now(item) { lot_or_piece(item, draft) } else { NONE }
}

/// The lot or piece that a line names; zeros where its item has none.
pub(super) fn lot_or_piece(item: &Item, draft: &DraftLine) -> [u8; 16] {
    match item.tracking {
        Tracking::None => NONE,
        Tracking::Lot => draft.lot_id.map_or(NONE, |id| id.0),
        Tracking::Serial => draft.serial_id.map_or(NONE, |id| id.0),
    }
}

/// The lot or the piece of an item that `lot_or_piece` answered.
pub(crate) fn lot_and_piece(item: &Item, tracked: [u8; 16]) -> (Option<LotId>, Option<SerialId>) {
    let is = |tracking: Tracking| Some(tracked).filter(|_| item.tracking == tracking);
    (is(Tracking::Lot).map(LotId), is(Tracking::Serial).map(SerialId))
}

fn other_account(
    book: &Book,
    pool: &Pool,
    account: AccountId,
    item: &Item,
    warehouse: &Warehouse,
) -> Result<Stop, Stop> {
    let code = |id| Ok::<String, Stop>(book.account(id)?.map_or_else(String::new, |account| account.code.clone()));
    let message = format!(
        "item {} is valued on account {} here, but on {} by its present settings: reclassify the stock first",
        item.sku,
        code(pool.account_id)?,
        code(account)?
    );
    Ok(Rejection::new(Code::ValuationAccountInUse, message)
        .with("accountId", pool.account_id.to_string())
        .with("itemId", pool.item_id.to_string())
        .offer("reclassify", "Reclassify the stock", "POST", format!("/warehouses/{}/reclassify", warehouse.id))
        .body(vec![("toAccountId", account.to_string().into())])
        .into())
}
