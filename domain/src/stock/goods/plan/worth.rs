//! Goods are worth more or less than they were: revalued on their own account, or written down against an allowance.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::costing::amount::posted;
use crate::costing::{Cost, Kind, Leg, Outcome, Place};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::valuations::Valuations;
use crate::rows::{CostingMethod, MovementLine, StockMovement};
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
        let amount = self.in_base(book, draft.amount.unwrap_or_default(), || at(index, "amount"))?;
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let mut line = self.blank(plan, draft);
        line.base_amount = Some(amount);
        line.pool_id = Some(pool.id);
        line.counter_account_id = Some(self.accounts.counter(book, self.movement, &item, warehouse)?);
        self.add_in(plan, key_of(&pool), Kind::WriteDown { amount });
        plan.lines.push(line);
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
                | Kind::WriteDown { .. }
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

/// A revaluation that says more than goods can lose, or a write-down that exceeds them, is refused when it is posted; that
/// later changes of the past leave less is not its fault.
pub(crate) fn require_in_full(
    book: &Book,
    ctx: &Context,
    kind: MovementKind,
    plan: &Plan,
    outcome: &Outcome,
) -> Result<(), Stop> {
    let is_write_down = kind == MovementKind::WriteDown;
    if !is_write_down && kind != MovementKind::Revaluation {
        return Ok(());
    }
    let base = book.organization()?.base_currency;
    for (place, effect) in &outcome.inserted {
        let wanted = wanted(plan, *place).unwrap_or_default();
        let done = if is_write_down { -effect.legs.allowance() } else { effect.legs.stock() };
        if wanted == done {
            continue;
        }
        let index = usize::try_from(place.line).unwrap_or(0).saturating_sub(1);
        let most = Decimal::from_units(done, base.decimals()).to_string();
        let (unseen, seen) = if !is_write_down {
            (
                "the amount exceeds the value of the goods at that time: post less",
                format!("the amount exceeds the value of the goods at that time: post at most {most}"),
            )
        } else if wanted > 0 {
            (
                "a write-down cannot exceed the value of the goods at that time",
                format!("the goods can be written down by {most} more at that time: post at most that"),
            )
        } else {
            (
                "the reversal cannot exceed the write-down at that time",
                format!("at that time the goods are written down by less: post at most {most}"),
            )
        };
        let rejection = |message: &str| Rejection::new(Code::AmountOutOfRange, message).at(at(index, "amount"));
        return Err(match sees_costs(book, ctx)? {
            true => rejection(&seen).with("most", most).into(),
            false => rejection(unseen).into(),
        });
    }
    Ok(())
}

/// Whether a refusal may state values of goods.
pub(super) fn sees_costs(book: &Book, ctx: &Context) -> Result<bool, Stop> {
    Ok(ctx.rights(book)?.has(Permission::CostsRead))
}

/// A landed cost below 0 that takes more than the goods it falls to are worth is refused when it is posted, unless that is
/// meant: far more often it is a slip, and what is beyond the value would be a gain.
pub(crate) fn require_within_value(
    book: &Book,
    ctx: &Context,
    document: &StockMovement,
    plan: &Plan,
    outcome: &Outcome,
) -> Result<(), Stop> {
    if document.kind != MovementKind::LandedCost || document.allows_beyond_value {
        return Ok(());
    }
    for movement in &plan.movements {
        let of_line = if let Kind::ValuePart { of, .. } = movement.kind { of } else { movement.place };
        let (Some(effect), Some(line)) = (outcome.inserted.get(&movement.place), line_of(plan, of_line)) else {
            continue;
        };
        let falls = posted(effect.shares.sums().1);
        let item = book.item(line.item_id)?.ok_or_else(|| Stop::lost("items", line.item_id))?;
        // At standard goods are worth what the standard says, and keep nothing of it.
        if falls >= 0 || Valuations::of(item)?.at(movement.place).method == CostingMethod::Standard {
            continue;
        }
        let taken = |(leg, amount)| matches!(leg, Leg::Stock(_) | Leg::CounterOf(_)).then_some(amount);
        let takes: i64 = effect.legs.iter().filter_map(taken).sum();
        // A minor unit is rounding.
        if takes <= falls + 1 {
            continue;
        }
        let index = usize::try_from(of_line.line).unwrap_or(0).saturating_sub(1);
        let pointer = if document.amount.is_some() { "/amount".to_owned() } else { at(index, "amount") };
        let base = book.organization()?.base_currency;
        let money = |units: i64| Decimal::from_units(units, base.decimals()).to_string();
        let what_to_do = "check the amount, or send allowBeyondValue if the rest is a gain";
        let rejection = |message: String| Rejection::new(Code::AmountOutOfRange, message).at(pointer);
        return Err(match sees_costs(book, ctx)? {
            true => rejection(format!(
                "{} {base} fall to goods of {} that can lose no more than {}: {what_to_do}",
                money(falls),
                item.sku,
                money(-takes)
            ))
            .with("most", money(-takes)),
            false => rejection(format!("the goods of {} are worth less than that: {what_to_do}", item.sku)),
        }
        .into());
    }
    Ok(())
}

fn wanted(plan: &Plan, place: Place) -> Option<i64> {
    line_of(plan, place)?.base_amount
}

/// The line whose movement stands at a place.
fn line_of(plan: &Plan, place: Place) -> Option<&MovementLine> {
    plan.lines.get(usize::try_from(place.line).ok()?.checked_sub(1)?)
}
