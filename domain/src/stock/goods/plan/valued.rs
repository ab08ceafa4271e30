//! How goods are valued from some time on: at another standard cost, by another method, on another account.
//!
//! An item has one method and one standard cost, so that such a change is one of all its pools.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Kind, StandardCost};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::valuations::{ValuationChange, Valuations};
use crate::rows::{CostingMethod, Pool};
use crate::stock::goods::past::{earlier_pools, scopes, specific_costing};
use crate::stock::goods::plan::specific_costing::{Change, in_use};
use crate::stock::goods::plan::{ItemLine, Plan, Planner, at};
use crate::stock::goods::posting::history::key_of;
use crate::value::id::WarehouseId;
use crate::value::rejection::{Code, Rejection};

impl Planner<'_> {
    /// Another standard cost.
    pub(super) fn standard_cost(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        specific_costing::require_unchanged_since(&item, self.place())?;
        let valuations = Valuations::of(&item)?;
        if valuations.at(self.place()).method != CostingMethod::Standard {
            let message =
                format!("item {} was not valued at standard cost at that time: post a costingChange first", item.sku);
            return Err(Rejection::new(Code::FieldsConflict, message).at(at(index, "itemId")).into());
        }
        let to = self.standard_said(book, index, &item, draft)?;
        let change = self.change(plan, None, draft.standard_cost);
        self.all_pools(book, ItemLine { index, item: &item, draft }, plan, &Kind::ChangeStandard { to })?;
        book.items.put(valuations.with(change).written(self.touched(item)));
        Ok(())
    }

    /// Another method.
    pub(super) fn method(&self, book: &mut Book, index: usize, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let to = draft.to_method.ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        specific_costing::require_unchanged_since(&item, self.place())?;
        let valuations = Valuations::of(&item)?;
        let from = valuations.at(self.place()).method;
        if from == to {
            let message = format!("item {} is already valued by that method: nothing is left to do", item.sku);
            return Err(Rejection::new(Code::FieldsConflict, message).at(at(index, "costingMethod")).into());
        }
        let standard = match (to, draft.standard_cost) {
            (CostingMethod::Standard, _) => Some(self.standard_said(book, index, &item, draft)?),
            _ => None,
        };
        let change = self.change(plan, Some(to), draft.standard_cost.filter(|_| standard.is_some()));
        let after = valuations.with(change).written(self.touched(item.clone()));
        if ![from, to].contains(&CostingMethod::Specific) {
            let line = ItemLine { index, item: &item, draft };
            self.all_pools(book, line, plan, &Kind::ChangeMethod { to: to.into(), standard })?;
            book.items.put(after);
            return Ok(());
        }
        require_pools(book, index, &item)?;
        let change = Change { index, draft, before: &item, after: &after, standard };
        if to == CostingMethod::Specific {
            self.tell_apart(book, &change, plan)?;
        } else {
            self.join(book, &change, plan)?;
        }
        book.items.put(after);
        Ok(())
    }

    /// How the next line changes the way in which its item is valued.
    fn change(&self, plan: &Plan, method: Option<CostingMethod>, standard: Option<i64>) -> ValuationChange {
        let line = i64::from(plan.number());
        ValuationChange { place: scopes::before_lines(self.at, self.seq), line, method, standard }
    }

    /// Another account for the goods of one pool.
    pub(super) fn reclassification(&self, book: &mut Book, draft: &DraftLine, plan: &mut Plan) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let to = self.movement.to_account_id.ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        specific_costing::require_unchanged_since(&item, self.place())?;
        let pool = self.known_pool(book, ItemLine { index: 0, item: &item, draft })?;
        let mut line = self.blank(plan, draft);
        line.pool_id = Some(pool.id);
        self.add_in(plan, key_of(&pool), Kind::Reclassify { to });
        plan.lines.push(line);
        Ok(())
    }

    fn standard_said(&self, book: &Book, index: usize, item: &Item, draft: &DraftLine) -> Result<StandardCost, Stop> {
        let found = match draft.standard_cost {
            Some(cost) => crate::stock::goods::plan::unit_costs::standard_cost(book, item, cost)?,
            None => None,
        };
        Ok(found.ok_or_else(|| {
            let message = "the new standard cost is missing or out of range: give standardCost";
            Rejection::new(Code::MovementIncomplete, message).at(at(index, "standardCost"))
        })?)
    }

    /// One line for each pool of an item.
    fn all_pools(&self, book: &mut Book, line: ItemLine<'_>, plan: &mut Plan, kind: &Kind) -> Result<(), Stop> {
        let ItemLine { index, item, draft } = line;
        require_pools(book, index, item)?;
        for pool in in_use(book, item)? {
            let pool = earlier_pools::begin_at(book, self.ctx, item, pool, self.place())?;
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
        Ok(self.accounts.warehouse_of(pool).unwrap_or(draft.warehouse_id))
    }

    /// An item that this document changes.
    fn touched(&self, item: Item) -> Item {
        let (at, by) = (self.ctx.at, self.ctx.actor.principal);
        Item { version: item.version + 1, updated_at: at, updated_by: by, ..item }
    }
}

/// Refuses an item of which nothing ever came: it says itself how it is valued.
fn require_pools(book: &Book, index: usize, item: &Item) -> Result<(), Stop> {
    if !in_use(book, item)?.is_empty() {
        return Ok(());
    }
    let message = format!("item {} has never been in stock: set its costingMethod and fallbackCost instead", item.sku);
    let rejection = Rejection::new(Code::NothingToValue, message).at(at(index, "itemId"));
    let path = format!("/inventory/items/{}", item.id);
    Err(rejection.offer("item", "See the item, to change it itself", "GET", path).into())
}
