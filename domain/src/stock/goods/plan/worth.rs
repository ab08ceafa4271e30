//! Goods are worth more or less than they were: revalued on their own account, or written down against an allowance.

use crate::book::context::Context;
use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::{Cost, Kind, Outcome, Place};
use crate::ledger::subledger::{StockAccount, StockAmount};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::valuations::Valuations;
use crate::rows::{CostingMethod, MovementLine, Pool, StockMovement};
use crate::stock::goods::plan::{ItemLine, Plan, Planner, at};
use crate::stock::goods::posting::history::key_of;
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Decimal, limits};

impl Planner<'_> {
    /// The pool's own value changes.
    pub(super) fn revaluation(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let pool = self.known_pool(book, ItemLine { index, item: &item, draft })?;
        if Valuations::of(&item)?.at(self.place()).method == CostingMethod::Standard {
            let message = format!(
                "item {} was valued at standard cost at that time: post a standardCostChange, which revalues all of it",
                item.sku
            );
            return Err(Rejection::new(Code::FieldsConflict, message).at(at(index, "itemId")).into());
        }
        let amount = self.in_base(book, draft.amount.unwrap_or_default(), || at(index, "amount"))?;
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let mut line = self.blank(plan, draft);
        line.base_amount = Some(amount);
        line.pool_id = Some(pool.id);
        line.counter_account_id = Some(self.accounts.counter(book, self.movement, &item, warehouse)?);
        self.add_in(plan, key_of(&pool), Kind::Revalue { amount });
        plan.lines.push(line);
        Ok(())
    }

    /// The allowance against a pool changes (IAS 2.28–33): the expense is now, layers stay, and a write-down can be
    /// reversed up to its amount.
    pub(super) fn write_down(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let pool = self.known_pool(book, ItemLine { index, item: &item, draft })?;
        self.require_latest(book, &pool)?;
        let amount = self.in_base(book, draft.amount.unwrap_or_default(), || at(index, "amount"))?;
        let base = book.organization()?.base_currency;
        let written_down = pool.written_down.saturating_add(amount);
        let most = if amount > 0 { pool.value.max(pool.written_down) } else { pool.written_down };
        if !(0..=most).contains(&written_down) && !sees_costs(book, self.ctx)? {
            let message = "a write-down cannot exceed the value of the goods, and its reversal cannot exceed the \
                 write-down";
            return Err(Rejection::new(Code::AmountOutOfRange, message).at(at(index, "amount")).into());
        }
        if !(0..=most).contains(&written_down) {
            let text = |units: i64| Decimal::from_units(units, base.decimals()).to_string();
            let (value, before) = (text(pool.value), text(pool.written_down));
            let message = if amount > 0 {
                format!(
                    "the goods are worth {value}, of which {before} is already written down: write down at most the \
                     rest"
                )
            } else {
                format!("only {before} is written down: reverse at most that")
            };
            return Err(Rejection::new(Code::AmountOutOfRange, message)
                .at(at(index, "amount"))
                .with("value", value)
                .with("writtenDown", before)
                .into());
        }
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let expense = self.accounts.counter(book, self.movement, &item, warehouse)?;
        let allowance = StockAccount::Allowance.find(book)?;
        let mut line = self.blank(plan, draft);
        line.base_amount = Some(amount);
        line.pool_id = Some(pool.id);
        line.counter_account_id = Some(expense);
        plan.beside.push(StockAmount::plain(expense, base, amount));
        plan.beside.push(StockAmount::plain(allowance, base, -amount));
        book.pools.put(Pool { written_down, ..pool });
        plan.lines.push(line);
        Ok(())
    }

    /// A pool is written down as of now: the write-down of an earlier document would depend on later ones.
    fn require_latest(&self, book: &Book, pool: &Pool) -> Result<(), Stop> {
        let refuse = |message: &str| Rejection::new(Code::BeforeItsSource, message).at("/occurredAt");
        let first = book.pool_movements(pool.id, None)?.0.next();
        if first.is_some_and(|first| first.place.at > self.at) {
            return Err(refuse("the goods were not in stock at that time: give a later occurredAt").into());
        }
        let later: Vec<StockMovement> = book.write_downs_from(self.occurred_at)?.cloned().collect();
        require_all(book, later.iter().filter_map(|later| later.seq.map(Key::MovementLines)).collect())?;
        for later in later.iter().filter(|later| later.occurred_at > Some(self.occurred_at)) {
            let lines = later.seq.map_or(Ok(Vec::new()), |seq| book.movement_lines(seq))?;
            if lines.iter().any(|line| line.pool_id == Some(pool.id)) {
                let message = "a write-down, or its reversal, was posted after that: give a later occurredAt, or void \
                               that document first";
                return Err(refuse(message).with("movementId", later.id.to_string()).into());
            }
        }
        Ok(())
    }
}

impl Planner<'_> {
    /// Refuses costs so large that the check for room would reveal a pool's value to somebody who may not see costs.
    pub(crate) fn require_modest(&self, book: &Book, plan: &Plan) -> Result<(), Stop> {
        let most = limits::UNSEEN_COST_MINOR;
        let is_said = |place: Place| !line_of(plan, place).is_some_and(|line| line.is_provisional);
        let given =
            plan.movements.iter().filter(|movement| is_said(movement.place)).map(|movement| match movement.kind {
                Kind::In { cost: Cost::Given(value), .. } => i128::from(value),
                Kind::In { .. }
                | Kind::InAll { .. }
                | Kind::Out { .. }
                | Kind::SupplierReturn { .. }
                | Kind::OutAll
                | Kind::OutPart { .. }
                | Kind::Lost { .. }
                | Kind::Value { .. }
                | Kind::ValuePart { .. }
                | Kind::Revalue { .. }
                | Kind::Reclassify { .. }
                | Kind::ChangeMethod { .. }
                | Kind::ChangeStandard { .. } => 0,
            });
        let absorbed = self.in_base(book, self.movement.amount.unwrap_or_default(), || "/amount".to_owned())?;
        if given.sum::<i128>() + i128::from(absorbed).abs() <= i128::from(most) || sees_costs(book, self.ctx)? {
            return Ok(());
        }
        let base = book.organization()?.base_currency;
        let most = Decimal::from_units(most, base.decimals());
        let message = format!("without costs:read, one document can have at most {most} {base}: split it");
        let pointer = if plan.lines.len() == 1 { "/lines/0/totalCost" } else { "/lines" };
        Err(Rejection::new(Code::AmountOutOfRange, message).at(pointer).into())
    }
}

/// A revaluation that says more than goods can lose is refused when it is posted; that later changes of the past leave less
/// to revalue is not its fault.
pub(crate) fn require_in_full(
    book: &Book,
    ctx: &Context,
    kind: MovementKind,
    plan: &Plan,
    outcome: &Outcome,
) -> Result<(), Stop> {
    if kind != MovementKind::Revaluation {
        return Ok(());
    }
    let base = book.organization()?.base_currency;
    for (place, effect) in &outcome.inserted {
        let wanted = wanted(plan, *place);
        let done = effect.legs.stock();
        if wanted == Some(done) {
            continue;
        }
        let index = usize::try_from(place.line).unwrap_or(0).saturating_sub(1);
        if !sees_costs(book, ctx)? {
            let message = "the amount exceeds the value of the goods at that time: post less";
            return Err(Rejection::new(Code::AmountOutOfRange, message).at(at(index, "amount")).into());
        }
        let most = Decimal::from_units(done, base.decimals()).to_string();
        let message = format!("the amount exceeds the value of the goods at that time: post at most {most}");
        return Err(Rejection::new(Code::AmountOutOfRange, message).at(at(index, "amount")).with("most", most).into());
    }
    Ok(())
}

/// Whether a refusal may state values of goods.
pub(super) fn sees_costs(book: &Book, ctx: &Context) -> Result<bool, Stop> {
    Ok(ctx.rights(book)?.has(Permission::CostsRead))
}

fn wanted(plan: &Plan, place: Place) -> Option<i64> {
    line_of(plan, place)?.base_amount
}

/// The line whose movement stands at a place.
fn line_of(plan: &Plan, place: Place) -> Option<&MovementLine> {
    plan.lines.get(usize::try_from(place.line).ok()?.checked_sub(1)?)
}
