//! Goods of a warehouse are valued together with those of others from here on, or apart from them: they go from pool to pool.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Kind, Place, PoolKey, Quantity};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::{NONE, PoolName};
use crate::rows::{CostingScope, MovementLine, Pool, Warehouse};
use crate::stock::goods::past::{earlier_pools, scopes, specific_costing};
use crate::stock::goods::plan::pools::{in_scope, lot_or_piece, tracked};
use crate::stock::goods::plan::{Plan, Planner};
use crate::stock::goods::posting::history::key_of;
use crate::value::id::{AccountId, PoolId};

impl Planner<'_> {
    /// Where the document stands in the order of costs.
    pub(crate) fn place(&self) -> Place {
        scopes::before_lines(self.at, self.seq).after()
    }

    /// The name of the pool of an item in a warehouse at the time of the document.
    pub(crate) fn name(&self, item: &Item, warehouse: &Warehouse, draft: &DraftLine) -> Result<PoolName, Stop> {
        if self.movement.kind.moves_goods() {
            scopes::require_movable(warehouse, self.place())?;
            specific_costing::require_movable(item, self.place())?;
        }
        self.name_then(item, warehouse, draft)
    }

    fn name_then(&self, item: &Item, warehouse: &Warehouse, draft: &DraftLine) -> Result<PoolName, Stop> {
        let (scope, _) = scopes::at(warehouse, self.place())?;
        let (is_apart, _) = specific_costing::at(item, self.place())?;
        let tracked = if is_apart { lot_or_piece(item, draft) } else { NONE };
        Ok(in_scope(item, warehouse, scope, tracked))
    }

    /// Refuses a pool that would come to be where its goods were valued elsewhere since: nothing took them there.
    pub(super) fn require_present(&self, warehouse: &Warehouse) -> Result<(), Stop> {
        match scopes::at(warehouse, self.place())? {
            (_, Some(until)) => Err(scopes::before_change(warehouse, until.at).into()),
            (_, None) => Ok(()),
        }
    }

    /// The pool with the rest of a receipt: the one to which it came, or to which its goods went with a change of scope
    /// or of specific costing.
    pub(super) fn pool_of_receipt(&self, book: &Book, of: &MovementLine) -> Result<(PoolId, PoolKey), Stop> {
        let (mut found, _) = of.came().ok_or_else(|| Stop::lost("movement_lines", of.movement_id))?;
        let warehouse = self.accounts.warehouse(of.to_warehouse_id.unwrap_or(of.warehouse_id))?;
        let item = book.item(of.item_id)?.ok_or_else(|| Stop::lost("items", of.item_id))?;
        if !warehouse.past_scopes.is_empty() || !item.valuations.is_empty() {
            let told_apart =
                DraftLine { lot_id: of.lot_id, serial_id: of.serial_id, ..DraftLine::of(item.id, 0, warehouse.id) };
            found = book.pool_by_name(self.name_then(item, warehouse, &told_apart)?)?.unwrap_or(found);
        }
        let pool = book.pool(found)?.ok_or_else(|| Stop::lost("pools", found))?;
        Ok((found, key_of(pool)))
    }

    /// The pools between which goods of a line go where the scope of their warehouse changes: from here, to there.
    pub(super) fn names_of_change(
        &self,
        item: &Item,
        warehouse: &Warehouse,
        draft: &DraftLine,
    ) -> (PoolName, PoolName) {
        let tracked = tracked(item, draft);
        let name = |scope| in_scope(item, warehouse, scope, tracked);
        (name(warehouse.costing_scope.other()), name(warehouse.costing_scope))
    }

    /// The goods of one pool go to another one. The warehouse has its new scope by now.
    pub(super) fn scope(&self, book: &mut Book, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let (from, to) = self.names_of_change(&item, warehouse, draft);
        let from = book.pool_by_name(from)?.ok_or_else(|| Stop::lost("pools", draft.item_id))?;
        let from = book.pool(from)?.ok_or_else(|| Stop::lost("pools", from))?.clone();
        let empty = match book.pool_by_name(to)? {
            Some(id) => book.pool(id)?.filter(|pool| pool.quantity == 0).cloned(),
            None => None,
        };
        let (id, key) = match empty {
            Some(pool) => {
                let account = self.accounts.valuation(&item, warehouse)?;
                let pool = earlier_pools::begin_at(book, self.ctx, &item, pool, self.place())?;
                self.on_account(&pool, account, draft, plan);
                (pool.id, key_of(&pool))
            }
            None => {
                self.pool(book, &item, warehouse, draft)?.ok_or_else(|| Stop::lost("movements", self.movement.id))?
            }
        };
        let mut line = self.blank(plan, draft);
        (line.pool_id, line.to_pool_id) = (Some(from.id), Some(id));
        line.counter_account_id = Some(self.accounts.passage(&item, warehouse)?);
        let kind = match warehouse.costing_scope {
            CostingScope::Organization => Kind::OutAll,
            CostingScope::Warehouse => {
                line.of_quantity = Some(draft.quantity);
                Kind::OutPart {
                    quantity: Quantity::new(draft.quantity).ok_or_else(|| Stop::lost("movements", self.movement.id))?,
                }
            }
        };
        let out = self.add_out(plan, key_of(&from), kind);
        self.add_in(plan, key, Kind::InAll { from: out, of: key_of(&from) });
        plan.lines.push(line);
        Ok(())
    }

    /// An empty pool of before may have been on another account.
    pub(super) fn on_account(&self, pool: &Pool, to: AccountId, draft: &DraftLine, plan: &mut Plan) {
        if pool.account_id != to {
            let mut line = self.blank(plan, draft);
            line.pool_id = Some(pool.id);
            self.add_in(plan, key_of(pool), Kind::Reclassify { to });
            plan.lines.push(line);
        }
    }
}
