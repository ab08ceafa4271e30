//! Goods go back to the supplier, out of their receipt while it lasts.
//!
//! First those not invoiced yet, at their receipt's price: they reduce "received, not invoiced". For those that were invoiced
//! the supplier owes what they billed. One line of a request becomes two where it takes of both.

use std::collections::BTreeSet;

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::amount::taken;
use crate::costing::{Kind, Leg, Movement, Outcome, Place, PoolKey, Quantity};
use crate::ledger::subledger::{StockAccount, StockAmount};
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{MovementLine, ReceivedLine};
use crate::stock::goods::plan::claims::Claim;
use crate::stock::goods::plan::{Foreign, Plan, Planner, at};
use crate::stock::goods::posting::cost_rows::id_of;
use crate::stock::goods::posting::history::line_at;
use crate::stock::goods::posting::refusals::quantity;
use crate::stock::warehouses::contents::is_of_others;
use crate::value::rejection::{Code, Rejection};

impl Planner<'_> {
    /// Plans a line that goes back to the supplier.
    pub(super) fn sent_back(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        if is_of_others(warehouse) {
            return self.handed_back(book, index, draft, plan);
        }
        let (from, of) = self.sources.required(index, draft, self.movement.kind)?;
        if of.is_consigned() {
            let there = self.accounts.warehouse(of.to_warehouse_id.unwrap_or(of.warehouse_id))?;
            let message = format!(
                "the goods of that receipt are in warehouse {} and belong to their owner: choose \
                 that warehouse",
                there.code
            );
            return Err(Rejection::new(Code::FieldsConflict, message).at(at(index, "warehouseId")).into());
        }
        let (there, _) = self.pool_of_receipt(book, of)?;
        let pool = self.pool(book, &item, warehouse, draft)?.filter(|(id, _)| there == *id);
        let Some((id, key)) = pool else {
            let there = self.accounts.warehouse(of.to_warehouse_id.unwrap_or(of.warehouse_id))?;
            let message = format!(
                "the receipt is valued in warehouse {}, but the goods would leave {}: move the goods there first",
                there.code, warehouse.code
            );
            return Err(Rejection::new(Code::FieldsConflict, message).at(at(index, "warehouseId")).into());
        };
        let row = received(book, of)?;
        let (open, claimable) = (row.open(), row.invoiced_quantity - row.invoiced_returned);
        if draft.quantity > open + claimable {
            return Err(too_much(&item, index, open + claimable).into());
        }
        let mut line = self.blank(plan, draft);
        line.pool_id = Some(id);
        (line.of_seq, line.of_line) = (Some(of.movement_seq), Some(of.line_number));
        let not_invoiced = draft.quantity.min(open);
        if not_invoiced > 0 && not_invoiced < draft.quantity {
            // Two lines of the document are of one that was written.
            line.entered = String::new();
        }
        let back = Back { key, receipt: from.into(of)?, received: came(of)? };
        if not_invoiced > 0 {
            let line = MovementLine { quantity: -not_invoiced, ..line.clone() };
            self.not_invoiced(book, &back, row, line, plan)?;
        }
        if draft.quantity > not_invoiced {
            let quantity = not_invoiced - draft.quantity;
            let line = MovementLine { quantity, line_number: i64::from(plan.number()), ..line };
            let row = received(book, of)?;
            self.claimed(book, &back, row, line, plan)?;
        }
        Ok(())
    }

    /// Goods that were not invoiced go back: less is owed for what was received.
    fn not_invoiced(
        &self,
        book: &mut Book,
        back: &Back,
        row: ReceivedLine,
        mut line: MovementLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let quantity = line.quantity.saturating_neg();
        let left = i128::from(row.amount - row.cleared_amount);
        let amount = i64::try_from(taken(left, quantity, row.open())).unwrap_or(row.amount);
        line.counter_account_id = Some(row.account_id);
        line.cleared_amount = Some(amount);
        if let Some(rate) = row.exchange_rate {
            plan.foreign.insert(plan.number(), Foreign { currency: row.currency, rate, amount });
        }
        book.received_lines.put(ReceivedLine {
            cleared_quantity: row.cleared_quantity + quantity,
            cleared_amount: row.cleared_amount + amount,
            last_movement_id: Some(self.movement.id),
            ..row
        });
        self.goes_back(back, line, None, plan)
    }

    /// Goods that were invoiced go back: the supplier owes what they billed for them.
    fn claimed(
        &self,
        book: &mut Book,
        back: &Back,
        row: ReceivedLine,
        mut line: MovementLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let quantity = line.quantity.saturating_neg();
        let named = self.movement.offset_account_id;
        let account = named.map_or_else(|| StockAccount::SupplierReturns.find(book), Ok)?;
        let left = Claim::left(&row);
        let claim = left.share(quantity, row.invoiced_quantity - row.invoiced_returned);
        self.debit_claim(book, account, &row, claim, plan)?;
        line.counter_account_id = Some(account);
        claim.taken().told_by(&mut line);
        book.received_lines.put(left.plus(claim.taken()).left_of(ReceivedLine {
            invoiced_returned: row.invoiced_returned + quantity,
            last_movement_id: Some(self.movement.id),
            ..row
        }));
        self.goes_back(back, line, Some(claim.cost), plan)
    }

    fn goes_back(&self, back: &Back, line: MovementLine, claim: Option<i64>, plan: &mut Plan) -> Result<(), Stop> {
        let moved = Quantity::new(line.quantity.saturating_neg());
        let quantity = moved.ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        let Back { key, receipt, received } = *back;
        self.add_out(plan, key, Kind::SupplierReturn { quantity, receipt, received, claim });
        plan.lines.push(line);
        Ok(())
    }
}

/// Goods of a receipt that go back out of the pool that has them.
struct Back {
    key: PoolKey,
    receipt: Place,
    received: Quantity,
}

/// How much came by a line that brought goods with a cost.
pub(super) fn came(of: &MovementLine) -> Result<Quantity, Stop> {
    let came = of.came().and_then(|(_, quantity)| Quantity::new(quantity));
    came.ok_or_else(|| Stop::lost("movement_lines", of.movement_id))
}

/// The receipt by a line, and how much of it is cleared.
pub(super) fn received(book: &Book, of: &MovementLine) -> Result<ReceivedLine, Stop> {
    Ok(book
        .received_line((of.movement_seq, of.line_number))?
        .ok_or_else(|| Stop::lost_at("received_lines", (of.movement_seq, of.line_number)))?
        .clone())
}

fn too_much(item: &Item, index: usize, left: i64) -> Rejection {
    let left = quantity(item, left);
    let message = format!("only {left} of it have not been returned: take less");
    Rejection::new(Code::TakesTooMuch, message).at(at(index, "quantity")).with("left", left)
}

/// Notes how much each returned line took off "received, not invoiced". Shares are rounded down, so the last one leaves
/// the remainder of rounding: that goes to variance, and nothing of the receipt stays open in the books.
pub(crate) fn settle(book: &mut Book, plan: &mut Plan, outcome: &Outcome) -> Result<(), Stop> {
    settle_others(book, &plan.movements, outcome)?;
    for place in outcome.inserted.keys().copied().collect::<Vec<Place>>() {
        let index = usize::try_from(place.line).unwrap_or(0).saturating_sub(1);
        let Some(line) = plan.lines.get_mut(index).filter(|line| line.cleared_amount.is_some()) else { continue };
        let (Some(seq), Some(number)) = (line.of_seq, line.of_line) else { continue };
        let mut base = outcome.inserted.get(&place).map_or(0, |effect| effect.legs.counter());
        let row =
            book.received_line((seq, number))?.ok_or_else(|| Stop::lost_at("received_lines", (seq, number)))?.clone();
        if row.cleared_quantity == row.quantity {
            let rest = row.base_amount - row.cleared_base - base;
            if rest != 0 {
                let currency = book.organization()?.base_currency;
                let (grni, variance) = (row.account_id, StockAccount::CostVariance.find(book)?);
                plan.beside.push(StockAmount::plain(grni, currency, rest));
                plan.beside.push(StockAmount::plain(variance, currency, -rest));
                base += rest;
            }
        }
        line.cleared_base = Some(base);
        book.received_lines.put(ReceivedLine { cleared_base: row.cleared_base + base, ..row });
    }
    Ok(())
}

/// Shares of a receipt's price are served in the order in which goods went back. A return that comes before others, or
/// is voided, changes their rounding, and so the amounts that they took off "received, not invoiced".
pub(crate) fn settle_others(book: &mut Book, own: &[Movement], outcome: &Outcome) -> Result<(), Stop> {
    let mut others = BTreeSet::new();
    for movement in own {
        let pool = id_of(book, movement.pool)?;
        for (receipt, _) in movement.depends_on() {
            let places = book.pool_ties(receipt, pool)?.map(|tie| tie.place);
            others.extend(places.filter(|place| place.seq != movement.place.seq));
        }
    }
    let changed = outcome.adjustments.iter().filter(|one| one.leg == Leg::Counter && others.contains(&one.place));
    let changed: Vec<(Place, i64)> = changed.map(|one| (one.place, one.amount)).collect();
    require_all(book, changed.iter().map(|(place, _)| Key::MovementLines(place.seq)).collect())?;
    for (place, amount) in changed {
        let Some(line) = line_at(book, place)?.filter(|line| line.cleared_base.is_some()) else { continue };
        let (Some(seq), Some(number)) = (line.of_seq, line.of_line) else { continue };
        let row =
            book.received_line((seq, number))?.ok_or_else(|| Stop::lost_at("received_lines", (seq, number)))?.clone();
        let (cleared_base, reordered_base) = (row.cleared_base + amount, row.reordered_base + amount);
        book.received_lines.put(ReceivedLine { cleared_base, reordered_base, ..row });
    }
    Ok(())
}
