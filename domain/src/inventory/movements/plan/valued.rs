//! How goods are valued from some time on: at another standard cost, by another method, on another account.
//!
//! An item has one method and one standard cost, so that such a change is one of all its pools.

use std::collections::BTreeSet;

use super::super::draft::DraftLine;
use super::super::history::{NONE, key_of};
use super::super::levels::require_all;
use super::super::rows::{MovementLine, Pool};
use super::super::{apart, scopes};
use super::apart::{Change, in_use};
use super::{Plan, Planner, at};
use crate::book::{Book, Key};
use crate::inventory::costing::{Kind, StandardCost};
use crate::inventory::items::{CostingMethod, Item};
use crate::inventory::movement_kind::MovementKind;
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;
use crate::value::id::{ItemId, WarehouseId};
use crate::warehouses::CostingScope;

impl Planner<'_> {
    /// Another standard cost.
    pub(super) fn standard_cost(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(Rejection::not_found)?.clone();
        if item.costing_method != CostingMethod::Standard {
            let message = format!("item {} is not valued at standard: post a costingChange first", item.sku);
            return Err(Rejection::new(Code::FieldsConflict, message).at(at(index, "itemId")).into());
        }
        apart::require_unchanged_since(&item, self.place())?;
        let to = self.standard_said(book, index, &item, draft)?;
        self.all_pools(book, (index, &item), draft, plan, &Kind::ChangeStandard { to })?;
        // Pools that come to be later begin with it.
        book.items.put(Item { fallback_cost: draft.standard_cost, ..self.touched(item) });
        Ok(())
    }

    /// Another method.
    pub(super) fn method(&self, book: &mut Book, index: usize, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(Rejection::not_found)?.clone();
        let to = draft.to_method.ok_or_else(Rejection::not_found)?;
        let refuse = |message: String| {
            Err(Stop::from(Rejection::new(Code::FieldsConflict, message).at(at(index, "costingMethod"))))
        };
        if item.costing_method == to {
            return refuse(format!("item {} is valued by that method already", item.sku));
        }
        apart::require_unchanged_since(&item, self.place())?;
        let standard = match (to, draft.standard_cost) {
            (CostingMethod::Standard, _) => Some(self.standard_said(book, index, &item, draft)?),
            _ => None,
        };
        let fallback_cost = if standard.is_some() { draft.standard_cost } else { item.fallback_cost };
        let after = Item { fallback_cost, ..self.touched(item.clone()) };
        if ![item.costing_method, to].contains(&CostingMethod::Specific) {
            self.all_pools(book, (index, &item), draft, plan, &Kind::ChangeMethod { to: to.into(), standard })?;
            book.items.put(Item { costing_method: to, ..after });
            return Ok(());
        }
        let after = apart::changed(after, to, scopes::before_lines(self.at, self.seq))?;
        require_pools(book, (index, &item))?;
        let change = Change { index, draft, before: &item, after: &after, standard };
        if to == CostingMethod::Specific {
            self.tell_apart(book, &change, plan)?;
        } else {
            self.join(book, &change, plan)?;
        }
        book.items.put(after);
        Ok(())
    }

    /// Another account for the goods of one pool.
    pub(super) fn reclassification(&self, book: &mut Book, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(Rejection::not_found)?.clone();
        let to = self.movement.to_account_id.ok_or_else(Rejection::not_found)?;
        apart::require_unchanged_since(&item, self.place())?;
        let pool = self.known_pool(book, (0, &item), draft)?;
        let mut line = self.blank(plan, draft);
        line.pool_id = Some(pool.id);
        self.add_in(plan, key_of(&pool), Kind::Reclassify { to });
        plan.lines.push(line);
        Ok(())
    }

    fn standard_said(&self, book: &Book, index: usize, item: &Item, draft: &DraftLine) -> Result<StandardCost, Stop> {
        let found = match draft.standard_cost {
            Some(cost) => super::pools::standard_cost(book, item, cost)?,
            None => None,
        };
        Ok(found.ok_or_else(|| {
            let message = "what a base unit costs from here on is not said, or out of range: give standardCost";
            Rejection::new(Code::MovementIncomplete, message).at(at(index, "standardCost"))
        })?)
    }

    /// One line for each pool of an item.
    fn all_pools(
        &self,
        book: &mut Book,
        (index, item): (usize, &Item),
        draft: &DraftLine,
        plan: &mut Plan,
        kind: &Kind,
    ) -> Result<(), Stop> {
        require_pools(book, (index, item))?;
        for pool in in_use(book, item)? {
            let warehouse = self.warehouse_of(&pool, draft)?;
            let mut line = self.blank(plan, draft);
            line.warehouse_id = warehouse;
            line.pool_id = Some(pool.id);
            let warehouse = self.accounts.warehouse(warehouse)?;
            line.counter_account_id = Some(self.accounts.counter(book, self.movement, item, warehouse)?);
            self.add_in(plan, key_of(&pool), kind.clone());
            plan.lines.push(line);
        }
        Ok(())
    }

    /// The warehouse of a pool; of one that several share any of those.
    pub(super) fn warehouse_of(&self, pool: &Pool, draft: &DraftLine) -> Result<WarehouseId, Stop> {
        if pool.scope_id != NONE {
            return Ok(WarehouseId(pool.scope_id));
        }
        Ok(self.accounts.of_scope(CostingScope::Organization).unwrap_or(draft.warehouse_id))
    }

    /// An item that this document changes.
    fn touched(&self, item: Item) -> Item {
        let (at, by) = (self.ctx.at, self.ctx.actor.principal);
        Item { version: item.version + 1, updated_at: at, updated_by: by, ..item }
    }
}

/// The item as its goods are valued after all that happened to them: a document in the past does not undo a later one. `None` where
/// some are valued otherwise than others.
pub(in super::super) fn as_in_the_end(book: &Book, item: Item) -> Result<Option<Item>, Stop> {
    let pools = in_use(book, &item)?;
    let Some(first) = pools.first() else { return Ok(Some(item)) };
    let is_standard = first.method == CostingMethod::Standard;
    let is_alike = |pool: &Pool| pool.method == first.method && (!is_standard || pool.standard == first.standard);
    if !pools.iter().all(is_alike) {
        return Ok(None);
    }
    let minor = 10_i64.checked_pow(u32::from(book.organization()?.base_currency.decimals())).unwrap_or(1);
    let standard = first.standard.filter(|_| is_standard).map(|extended| extended / minor);
    Ok(Some(Item { costing_method: first.method, fallback_cost: standard.or(item.fallback_cost), ..item }))
}

/// Has the items that a document changed say how their goods are valued in the end. Refuses it where that is not the same
/// everywhere: a warehouse to which goods came later began with how they were valued by then.
pub(in super::super) fn require_alike(book: &mut Book, kind: MovementKind, lines: &[MovementLine]) -> Result<(), Stop> {
    let changes_item = |line: &&MovementLine| match kind {
        MovementKind::StandardCostChange => true,
        MovementKind::CostingChange => line.to_method.is_some(),
        _ => false,
    };
    let items: BTreeSet<ItemId> = lines.iter().filter(changes_item).map(|line| line.item_id).collect();
    require_all(book, items.iter().map(|id| Key::PoolsOfItem(*id)).collect())?;
    for id in items {
        let item = book.item(id)?.ok_or_else(Rejection::not_found)?.clone();
        let sku = item.sku.clone();
        let Some(item) = as_in_the_end(book, item)? else {
            let message = format!(
                "item {sku} came to other warehouses after it was valued in another way, and would be valued in two ways: give \
                 an occurredAt after that"
            );
            let rejection = Rejection::new(Code::FieldsConflict, message).at("/occurredAt");
            return Err(rejection.with("itemId", id.to_string()).into());
        };
        book.items.put(item);
    }
    Ok(())
}

/// Refuses an item of which nothing ever came: it says itself how it is valued.
fn require_pools(book: &Book, (index, item): (usize, &Item)) -> Result<(), Stop> {
    if !in_use(book, item)?.is_empty() {
        return Ok(());
    }
    let message = format!("no item {} ever came: set its costingMethod and fallbackCost instead", item.sku);
    let rejection = Rejection::new(Code::NothingToValue, message).at(at(index, "itemId"));
    let path = format!("/inventory/items/{}", item.id);
    Err(rejection.offer("item", "Change the item itself", "PUT", path).into())
}
