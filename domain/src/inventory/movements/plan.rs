//! What each line of a document does: to which pool, at what cost, in which place, and on which account.

use std::collections::{BTreeMap, BTreeSet};

use super::accounts::Accounts;
use super::draft::DraftLine;
use super::history::NONE;
use super::levels::{LevelKey, Turnover, require_all};
use super::rows::{MovementLine, Pool, StockMovement};
use crate::book::{Book, Key, PoolName};
use crate::context::Context;
use crate::inventory::costing::{Beyond, Cost, Kind, Movement, Place, PoolKey, Quantity, Ratio, Source, StandardCost};
use crate::inventory::items::{CostingMethod, Item, Tracking};
use crate::inventory::movement_kind::MovementKind;
use crate::ledger::subledger;
use crate::rejection::{Code, Fault, Rejection};
use crate::stop::Stop;
use crate::value::id::{AccountId, PoolId, WarehouseId};
use crate::value::{Date, Instant, Rate};
use crate::warehouses::{CostingScope, Warehouse, WarehouseKind};

use super::history::key_of;

/// A document as costing and stock know it.
pub(super) struct Plan {
    pub lines: Vec<MovementLine>,
    pub movements: Vec<Movement>,
    pub turnover: Turnover,
    /// The rate at which its costs became base currency.
    pub rate: Option<Rate>,
}

/// What a document is planned with.
pub(super) struct Planner<'a> {
    pub ctx: &'a Context,
    pub movement: &'a StockMovement,
    pub accounts: Accounts,
    pub seq: i64,
    pub at: Instant,
    pub posting_date: Date,
    /// The lines of the movement that it takes back, with its place in time.
    pub taken_back: Option<(Instant, Vec<MovementLine>)>,
    pub rate: Option<Rate>,
}

impl Planner<'_> {
    /// All that planning and costing look at, each kind in one load.
    pub(super) fn load(&self, book: &Book, drafts: &[DraftLine]) -> Result<(), Stop> {
        require_all(book, drafts.iter().map(|draft| Key::Item(draft.item_id)).collect())?;
        let mut names = BTreeSet::new();
        for draft in drafts {
            let item = book.item(draft.item_id)?.ok_or_else(Rejection::not_found)?;
            for place in [Some(draft.warehouse_id), draft.to_warehouse_id].into_iter().flatten() {
                names.insert(pool_name(item, self.accounts.warehouse(place)?, draft));
            }
        }
        let key = |(item, scope, tracked): PoolName| Key::PoolByName(item, scope, tracked);
        require_all(book, names.iter().copied().map(key).collect())?;
        let mut pools = Vec::with_capacity(names.len());
        for name in names {
            pools.extend(book.pool_by_name(name)?.map(Key::PoolLayers));
        }
        require_all(book, pools)
    }

    /// Plans all lines; pools that are met for the first time are written.
    pub(super) fn plan(self, book: &mut Book, drafts: &[DraftLine]) -> Result<Plan, Stop> {
        let mut plan = Plan {
            lines: Vec::with_capacity(drafts.len()),
            movements: Vec::with_capacity(drafts.len()),
            turnover: BTreeMap::new(),
            rate: self.rate,
        };
        for (number, draft) in (1_u32..).zip(drafts) {
            self.line(book, number, draft, &mut plan)?;
        }
        Ok(plan)
    }

    fn line(&self, book: &mut Book, number: u32, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(Rejection::not_found)?.clone();
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let source = self.source(number, draft)?;
        let comes_in = match self.movement.kind {
            MovementKind::Opening | MovementKind::Receipt | MovementKind::Return => true,
            MovementKind::Adjustment | MovementKind::CountAdjustment => draft.quantity > 0,
            _ => false,
        };
        let quantity = draft.quantity.abs();
        let moved = Quantity::new(quantity).ok_or_else(Rejection::not_found)?;
        let base_amount = self.in_base(book, number, draft)?;
        let counter = match &source {
            Some((_, of)) => of.counter_account_id,
            None => self.accounts.of_reason(book, draft.reason_code_id)?,
        };
        let mut line = MovementLine {
            movement_seq: self.seq,
            line_number: i64::from(number),
            movement_id: self.movement.id,
            item_id: draft.item_id,
            quantity: if comes_in { quantity } else { -quantity },
            entered: draft.entered.clone(),
            warehouse_id: draft.warehouse_id,
            location_id: draft.location_id,
            to_warehouse_id: draft.to_warehouse_id,
            to_location_id: draft.to_location_id,
            lot_id: draft.lot_id,
            serial_id: draft.serial_id,
            amount: draft.amount,
            base_amount,
            of_seq: source.as_ref().map(|(_, of)| of.movement_seq),
            of_line: source.as_ref().map(|(_, of)| of.line_number),
            pool_id: None,
            to_pool_id: None,
            counter_account_id: counter,
            description: draft.description.clone(),
        };
        let here = self.pool(book, &item, warehouse, draft)?;
        let (out, into) = (Place::out(self.at, self.seq, number), Place::into(self.at, self.seq, number));
        let mut add = |place, pool, kind| {
            plan.movements.push(Movement { place, pool, posting_date: self.posting_date, kind });
        };
        if self.movement.kind == MovementKind::Transfer {
            let to = self.accounts.warehouse(draft.to_warehouse_id.ok_or_else(Rejection::not_found)?)?;
            let there = self.pool(book, &item, to, draft)?;
            line.counter_account_id = Some(self.accounts.passage(&item, warehouse)?);
            match (here, there) {
                // Goods of one pool that change their place.
                (here, there) if here.map(|(id, _)| id) == there.map(|(id, _)| id) => {}
                (Some((id, key)), None) => {
                    line.pool_id = Some(id);
                    line.counter_account_id = Some(self.accounts.counter(book, self.movement, &item, to)?);
                    add(out, key, Kind::Out { quantity: moved, beyond: Beyond::Refused });
                }
                (None, Some((id, key))) => {
                    line.to_pool_id = Some(id);
                    add(into, key, Kind::In { quantity: moved, cost: Cost::Given(0) });
                }
                (Some((id, key)), Some((to_id, to_key))) => {
                    (line.pool_id, line.to_pool_id) = (Some(id), Some(to_id));
                    add(out, key, Kind::Out { quantity: moved, beyond: Beyond::Refused });
                    add(into, to_key, Kind::In { quantity: moved, cost: Cost::From(Source::Whole(out)) });
                }
                (None, None) => {}
            }
        } else if let Some((id, key)) = here {
            line.pool_id = Some(id);
            if line.counter_account_id.is_none() {
                line.counter_account_id = Some(self.accounts.counter(book, self.movement, &item, warehouse)?);
            }
            if comes_in {
                let cost = match (&source, base_amount) {
                    (Some((at, of)), _) => {
                        let total = Quantity::new(of.quantity.abs()).ok_or_else(Rejection::not_found)?;
                        let line = u32::try_from(of.line_number).map_err(|_| Rejection::not_found())?;
                        Cost::From(Source::Share { of: Place::out(*at, of.movement_seq, line), total })
                    }
                    (None, Some(amount)) => Cost::Given(amount),
                    (None, None) => Cost::Present { fallback: fallback(book, &item)? },
                };
                add(into, key, Kind::In { quantity: moved, cost });
            } else {
                let beyond = self.beyond(book, &item, warehouse)?;
                add(out, key, Kind::Out { quantity: moved, beyond });
            }
        }
        self.turn_over(&line, draft, &mut plan.turnover);
        plan.lines.push(line);
        Ok(())
    }

    /// What of the goods leaves and comes where.
    fn turn_over(&self, line: &MovementLine, draft: &DraftLine, turnover: &mut Turnover) {
        let key = |warehouse: WarehouseId, location: Option<crate::value::id::LocationId>| -> LevelKey {
            let (lot, serial) = (draft.lot_id.map_or(NONE, |id| id.0), draft.serial_id.map_or(NONE, |id| id.0));
            (draft.item_id, warehouse, location.map_or(NONE, |id| id.0), lot, serial)
        };
        *turnover.entry(key(line.warehouse_id, line.location_id)).or_default() += i128::from(line.quantity);
        if let Some(to) = line.to_warehouse_id {
            *turnover.entry(key(to, line.to_location_id)).or_default() -= i128::from(line.quantity);
        }
    }

    /// The line of the movement that this one takes back a part of.
    fn source(&self, number: u32, draft: &DraftLine) -> Result<Option<(Instant, &MovementLine)>, Stop> {
        let Some((at, lines)) = &self.taken_back else { return Ok(None) };
        let index = number.saturating_sub(1);
        let fits = |line: &&MovementLine| match draft.of_line {
            Some(of) => line.line_number == of,
            None => line.item_id == draft.item_id && line.lot_id == draft.lot_id && line.serial_id == draft.serial_id,
        };
        let mut found = lines.iter().filter(fits);
        let (first, second) = (found.next(), found.next());
        let fault = |field: &str, code, message: String| {
            let pointer = format!("/lines/{index}/{field}");
            Stop::from(Rejection::new(code, message).at(pointer))
        };
        match (first, second) {
            (Some(_), Some(_)) => {
                let message = "several lines of that movement have the item: say which one in ofLine".to_owned();
                Err(fault("ofLine", Code::MovementIncomplete, message))
            }
            (Some(of), None) if of.item_id != draft.item_id => {
                let message = "that line of the movement has another item: take back what it moved".to_owned();
                Err(fault("ofLine", Code::FieldsConflict, message))
            }
            (Some(of), None) if of.quantity >= 0 || of.pool_id.is_none() => {
                let message = "nothing left by that line that could come back".to_owned();
                Err(fault("ofLine", Code::FieldsConflict, message))
            }
            (Some(of), None) => Ok(Some((*at, of))),
            (None, _) => {
                let message = "that movement has no such line of this item".to_owned();
                Err(fault("ofLine", Code::UnknownReference, message))
            }
        }
    }

    /// The cost of a line in base currency, rounded once.
    fn in_base(&self, book: &Book, number: u32, draft: &DraftLine) -> Result<Option<i64>, Stop> {
        let Some(amount) = draft.amount else { return Ok(None) };
        let base = book.organization()?.base_currency;
        let Some(rate) = self.rate else { return Ok(Some(amount)) };
        let found = subledger::in_base(amount, self.movement.currency, rate, base);
        let index = number.saturating_sub(1);
        Ok(Some(found.ok_or_else(|| {
            let message = format!("at {rate} the cost leaves the range of amounts in {base}");
            Rejection::new(Code::AmountOutOfRange, message).at(format!("/lines/{index}/totalCost"))
        })?))
    }

    /// What happens where more leaves than there is.
    fn beyond(&self, book: &Book, item: &Item, warehouse: &Warehouse) -> Result<Beyond, Stop> {
        let can = matches!(self.movement.kind, MovementKind::Issue | MovementKind::Scrap | MovementKind::Adjustment)
            && may_be_owed(item)
            && self.accounts.may_be_negative(warehouse);
        Ok(if can { Beyond::Owed { fallback: fallback(book, item)? } } else { Beyond::Refused })
    }

    /// The pool of an item in a warehouse; `None` where goods have no value there.
    fn pool(
        &self,
        book: &mut Book,
        item: &Item,
        warehouse: &Warehouse,
        draft: &DraftLine,
    ) -> Result<Option<(PoolId, PoolKey)>, Stop> {
        if warehouse.kind == WarehouseKind::Scrap {
            return Ok(None);
        }
        let name = pool_name(item, warehouse, draft);
        let (_, scope, tracked) = name;
        let account = self.accounts.valuation(item, warehouse)?;
        let pool = match book.pool_by_name(name)? {
            Some(id) => book.pool(id)?.ok_or_else(Rejection::not_found)?.clone(),
            None => {
                let pool = self.new_pool(book, item, account, (scope, tracked))?;
                book.pool_ids.set(name, Some(pool.id));
                book.pools.put(pool.clone());
                pool
            }
        };
        if pool.account_id != account {
            return Err(other_account(book, &pool, account, item)?);
        }
        Ok(Some((pool.id, key_of(&pool))))
    }

    fn new_pool(
        &self,
        book: &Book,
        item: &Item,
        account: AccountId,
        (scope_id, tracked_id): ([u8; 16], [u8; 16]),
    ) -> Result<Pool, Stop> {
        let standard = match item.costing_method {
            CostingMethod::Standard => Some(standard_of(book, item)?),
            _ => None,
        };
        Ok(Pool {
            id: self.ctx.ids.next(),
            item_id: item.id,
            scope_id,
            tracked_id,
            first_method: item.costing_method,
            first_account_id: account,
            first_standard: standard,
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
        })
    }
}

/// What names the pool of an item in a warehouse.
pub(in crate::inventory) fn pool_name(item: &Item, warehouse: &Warehouse, draft: &DraftLine) -> PoolName {
    let scope = match warehouse.costing_scope {
        CostingScope::Warehouse => warehouse.id.0,
        CostingScope::Organization => NONE,
    };
    let tracked = match (item.costing_method, item.tracking) {
        (CostingMethod::Specific, Tracking::Lot) => draft.lot_id.map_or(NONE, |id| id.0),
        (CostingMethod::Specific, Tracking::Serial) => draft.serial_id.map_or(NONE, |id| id.0),
        _ => NONE,
    };
    (item.id, scope, tracked)
}

/// Whether goods of an item can be owed: none is told apart from others.
pub(super) fn may_be_owed(item: &Item) -> bool {
    item.tracking == Tracking::None && item.costing_method != CostingMethod::Specific
}

/// How many of the smallest quantity make one base unit.
fn per_unit(item: &Item) -> i64 {
    let decimals = u32::try_from(item.quantity_decimals).unwrap_or(0);
    10_i64.checked_pow(decimals).unwrap_or(1)
}

/// The item's fallback cost as a ratio of minor units to its smallest quantity.
fn fallback(book: &Book, item: &Item) -> Result<Option<Ratio>, Stop> {
    let Some(cost) = item.fallback_cost else { return Ok(None) };
    let minor = 10_i64.checked_pow(u32::from(book.organization()?.base_currency.decimals()));
    let value = minor.and_then(|minor| cost.checked_mul(minor));
    let quantity = per_unit(item).checked_mul(1_000_000);
    Ok(value.zip(quantity).and_then(|(value, quantity)| {
        let common = greatest_common_divisor(value, quantity);
        Ratio::new(value / common, quantity / common)
    }))
}

fn greatest_common_divisor(one: i64, other: i64) -> i64 {
    if other == 0 { one.max(1) } else { greatest_common_divisor(other, one % other) }
}

/// The first standard cost of an item at standard: what it has as fallback cost.
fn standard_of(book: &Book, item: &Item) -> Result<i64, Stop> {
    let minor = 10_i64.checked_pow(u32::from(book.organization()?.base_currency.decimals()));
    let extended = item.fallback_cost.zip(minor).and_then(|(cost, minor)| cost.checked_mul(minor));
    let found = extended.filter(|extended| StandardCost::new(i128::from(*extended), per_unit(item)).is_some());
    Ok(found.ok_or_else(|| {
        let message = format!("item {} is valued at standard and has no cost: give it a fallbackCost first", item.sku);
        Rejection::new(Code::NoKnownCost, message).offer(
            "item",
            "Give the item its cost",
            "PUT",
            format!("/inventory/items/{}", item.id),
        )
    })?)
}

fn other_account(book: &Book, pool: &Pool, account: AccountId, item: &Item) -> Result<Stop, Stop> {
    let code = |id| Ok::<String, Stop>(book.account(id)?.map_or_else(String::new, |account| account.code.clone()));
    let message = format!(
        "item {} is valued on account {} here, and on {} by its present settings: have the stock reclassified first",
        item.sku,
        code(pool.account_id)?,
        code(account)?
    );
    let fault = Fault::new("", Code::ValuationAccountInUse, message);
    let rejection = Rejection::new(fault.code, fault.message);
    Ok(rejection.with("accountId", pool.account_id.to_string()).with("itemId", item.id.to_string()).into())
}
