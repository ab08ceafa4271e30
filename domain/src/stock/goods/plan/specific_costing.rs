//! Lots or pieces get costs of their own from here on, or lose them: the goods of one pool go to one pool for each of
//! them, or back.
//!
//! The shared cost is divided by quantity: each lot takes its part of every receipt that is left (largest remainder)
//! with its part of the value, and the last one takes the rest, so that the sum stays the same.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::{Kind, Quantity, StandardCost};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::{NONE, PoolName};
use crate::rows::{CostingScope, Pool, Tracking, Warehouse, WarehouseKind};
use crate::stock::goods::past::{scopes, specific_costing};
use crate::stock::goods::plan::pools::lot_and_piece;
use crate::stock::goods::plan::{Plan, Planner, at};
use crate::stock::goods::posting::history::key_of;
use crate::value::id::{AccountId, WarehouseId};
use crate::value::limits;
use crate::value::rejection::{Code, Rejection};

/// The change of one item, as its line says it.
pub(super) struct Change<'a> {
    pub index: usize,
    pub draft: &'a DraftLine,
    /// The item as it was.
    pub before: &'a Item,
    /// The item as it is from here on.
    pub after: &'a Item,
    pub standard: Option<StandardCost>,
}

/// Goods of one lot or piece that go from pool to pool.
struct Crossing<'a> {
    draft: &'a DraftLine,
    /// How they leave the first pool.
    leaves: Kind,
    from: &'a Pool,
    to: &'a Pool,
}

impl Planner<'_> {
    /// Each lot or piece has its own cost from here on.
    pub(super) fn tell_apart(&self, book: &mut Book, change: &Change<'_>, plan: &mut Plan) -> Result<(), Stop> {
        let item = change.before;
        if item.tracking == Tracking::None {
            let message = format!("item {} is not tracked by lot or serial: choose another method", item.sku);
            return Err(Rejection::new(Code::FieldsConflict, message).at(at(change.index, "costingMethod")).into());
        }
        for pool in self.pools_to_change(book, change)? {
            let there = self.by_lot_or_piece(book, item, &pool)?;
            let names: Vec<PoolName> = there.keys().map(|tracked| (item.id, pool.scope_id, *tracked)).collect();
            load_pools(book, &names)?;
            if there.is_empty() {
                // There are no goods to split yet; the pool records that they would be.
                self.in_place(book, change, &pool, plan)?;
            }
            for (tracked, quantity) in there {
                let draft = of_lot_or_piece(item, change.draft, tracked, self.warehouse_of(&pool, change.draft)?);
                let name = (item.id, pool.scope_id, tracked);
                let to = self.pool_to_go_to(book, change, name, pool.account_id, plan)?;
                let quantity = Quantity::new(quantity).ok_or_else(|| Stop::lost("movements", self.movement.id))?;
                let leaves = Kind::OutPart { quantity };
                self.go_over(book, change, Crossing { draft: &draft, leaves, from: &pool, to: &to }, plan)?;
            }
        }
        self.require_room(plan)
    }

    /// Lots or pieces have no cost of their own any more.
    pub(super) fn join(&self, book: &mut Book, change: &Change<'_>, plan: &mut Plan) -> Result<(), Stop> {
        let item = change.before;
        let joined: Vec<Pool> = book.pools_of_item(item.id)?.filter(|pool| pool.tracked_id == NONE).cloned().collect();
        let mut apart = self.pools_to_change(book, change)?;
        // An empty pool needs no move; a document names its effect on at least one pool.
        if joined.is_empty() && apart.iter().all(|pool| pool.quantity == 0) {
            apart.truncate(1);
        } else {
            apart.retain(|pool| pool.quantity != 0);
        }
        let names: BTreeSet<PoolName> = apart.iter().map(|pool| (item.id, pool.scope_id, NONE)).collect();
        load_pools(book, &names.into_iter().collect::<Vec<_>>())?;
        for pool in &joined {
            self.in_place(book, change, pool, plan)?;
        }
        for pool in apart {
            let draft = of_lot_or_piece(item, change.draft, pool.tracked_id, self.warehouse_of(&pool, change.draft)?);
            let to = self.pool_to_go_to(book, change, (item.id, pool.scope_id, NONE), pool.account_id, plan)?;
            let crossing = Crossing { draft: &draft, leaves: Kind::OutAll, from: &pool, to: &to };
            self.go_over(book, change, crossing, plan)?;
        }
        self.require_room(plan)
    }

    /// The pools that the item's goods are in by now. All that happened to them lies before the change.
    fn pools_to_change(&self, book: &Book, change: &Change<'_>) -> Result<Vec<Pool>, Stop> {
        let (item, index) = (change.before, change.index);
        let pools: Vec<Pool> = in_use(book, item)?;
        require_all(book, pools.iter().map(|pool| Key::PoolLayers(pool.id)).collect())?;
        for pool in &pools {
            if let Some(last) = pool.last_place.filter(|last| *last >= scopes::before_lines(self.at, self.seq)) {
                let message = format!(
                    "goods of item {} moved after that, and the method can only change after all of them: give a later \
                     occurredAt",
                    item.sku
                );
                return Err(Rejection::new(Code::BeforeScopeChange, message)
                    .at("/occurredAt")
                    .with("itemId", item.id.to_string())
                    .with("lastAt", last.at)
                    .into());
            }
            if pool.quantity < 0 {
                let message = format!("the stock of item {} is below zero: receive goods first", item.sku);
                let rejection = Rejection::new(Code::StockIsNegative, message).at(at(index, "itemId"));
                return Err(rejection.with("itemId", item.id.to_string()).into());
            }
        }
        Ok(pools)
    }

    /// How much there is of each lot or piece where goods of a pool lie.
    fn by_lot_or_piece(&self, book: &Book, item: &Item, pool: &Pool) -> Result<BTreeMap<[u8; 16], i64>, Stop> {
        let is_of_pool = |row: &&Warehouse| match row.costing_scope {
            CostingScope::Warehouse => row.id.0 == pool.scope_id,
            CostingScope::Organization => pool.scope_id == NONE,
        };
        let has_value = |row: &&Warehouse| !matches!(row.kind, WarehouseKind::Scrap | WarehouseKind::ConsignmentIn);
        let warehouses: Vec<WarehouseId> =
            book.warehouses()?.filter(is_of_pool).filter(has_value).map(|row| row.id).collect();
        require_all(book, warehouses.iter().map(|id| Key::LevelsOf(item.id, *id)).collect())?;
        let mut there: BTreeMap<[u8; 16], i64> = BTreeMap::new();
        for id in warehouses {
            for level in book.levels_of(item.id, id)? {
                let tracked = if item.tracking == Tracking::Lot { level.lot_id } else { level.serial_id };
                let sum = there.entry(tracked).or_default();
                *sum = sum.saturating_add(level.quantity);
            }
        }
        there.retain(|_, quantity| *quantity != 0);
        let all = there.values().fold(0, |all: i64, quantity| all.saturating_add(*quantity));
        if there.contains_key(&NONE) || all != pool.quantity {
            let message = format!("item {} has goods without a known lot or piece: count them first", item.sku);
            return Err(Rejection::new(Code::FieldsConflict, message).with("itemId", item.id.to_string()).into());
        }
        Ok(there)
    }

    /// The pool of a name, which is on an account from here on; made where there is none.
    fn pool_to_go_to(
        &self,
        book: &mut Book,
        change: &Change<'_>,
        name: PoolName,
        account: AccountId,
        plan: &mut Plan,
    ) -> Result<Pool, Stop> {
        match book.pool_by_name(name)? {
            None => self.put_new_pool(book, change.after, account, name, self.place()),
            Some(id) => {
                let pool = book.pool(id)?.ok_or_else(|| Stop::lost("pools", id))?.clone();
                let is_new = pool.last_place.is_none();
                if !is_new && pool.quantity == 0 {
                    self.on_account(&pool, account, change.draft, plan);
                }
                Ok(pool)
            }
        }
    }

    /// The method of a pool in which nothing is there changes where it is.
    fn in_place(&self, book: &Book, change: &Change<'_>, pool: &Pool, plan: &mut Plan) -> Result<(), Stop> {
        let mut line = self.blank(plan, change.draft);
        line.warehouse_id = self.warehouse_of(pool, change.draft)?;
        line.pool_id = Some(pool.id);
        let warehouse = self.accounts.warehouse(line.warehouse_id)?;
        line.counter_account_id = Some(self.accounts.counter(book, self.movement, change.after, warehouse)?);
        let kind = Kind::ChangeMethod { to: change.after.costing_method.into(), standard: change.standard };
        self.add_in(plan, key_of(pool), kind);
        plan.lines.push(line);
        Ok(())
    }

    /// Goods go from one pool to the other and stay where they are. At standard the difference goes where that of any change of
    /// method goes.
    fn go_over(&self, book: &Book, change: &Change<'_>, crossing: Crossing<'_>, plan: &mut Plan) -> Result<(), Stop> {
        let Crossing { draft, leaves, from, to } = crossing;
        let mut line = self.blank(plan, draft);
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        (line.pool_id, line.to_pool_id) = (Some(from.id), Some(to.id));
        line.of_quantity = Some(match leaves {
            Kind::OutPart { quantity } => quantity.get(),
            Kind::In { .. }
            | Kind::InAll { .. }
            | Kind::Out { .. }
            | Kind::SupplierReturn { .. }
            | Kind::OutAll
            | Kind::Lost { .. }
            | Kind::Value { .. }
            | Kind::ValuePart { .. }
            | Kind::Revalue { .. }
            | Kind::WriteDown { .. }
            | Kind::Reclassify { .. }
            | Kind::ChangeMethod { .. }
            | Kind::ChangeStandard { .. } => from.quantity,
        });
        line.counter_account_id = Some(self.accounts.passage(change.after, warehouse)?);
        line.variance_account_id = Some(self.accounts.counter(book, self.movement, change.after, warehouse)?);
        let out = self.add_out(plan, key_of(from), leaves);
        self.add_in(plan, key_of(to), Kind::InAll { from: out, of: key_of(from) });
        plan.lines.push(line);
        Ok(())
    }

    fn require_room(&self, plan: &Plan) -> Result<(), Stop> {
        let (many, most) = (plan.lines.len(), limits::LINES_PER_MOVEMENT);
        if many <= most {
            return Ok(());
        }
        let message = format!("{many} lots or pieces are in stock, and one document can move at most {most}");
        Err(Rejection::new(Code::LimitReached, message).into())
    }
}

/// The pools that goods of an item are in now: one for each lot or piece, or those of all of them.
pub(super) fn in_use(book: &Book, item: &Item) -> Result<Vec<Pool>, Stop> {
    let is_apart = specific_costing::is_now(item);
    Ok(book.pools_of_item(item.id)?.filter(|pool| (pool.tracked_id != NONE) == is_apart).cloned().collect())
}

/// Pools by their names with their contents, in two loads.
fn load_pools(book: &Book, names: &[PoolName]) -> Result<(), Stop> {
    require_all(book, names.iter().map(|(item, scope, tracked)| Key::PoolByName(*item, *scope, *tracked)).collect())?;
    let mut pools = Vec::with_capacity(names.len());
    for name in names {
        pools.extend(book.pool_by_name(*name)?.map(Key::PoolLayers));
    }
    require_all(book, pools)
}

/// The line for one lot or piece.
fn of_lot_or_piece(item: &Item, draft: &DraftLine, tracked: [u8; 16], warehouse_id: WarehouseId) -> DraftLine {
    let (lot_id, serial_id) = lot_and_piece(item, tracked);
    DraftLine { lot_id, serial_id, warehouse_id, ..draft.clone() }
}
