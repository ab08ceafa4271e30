//! Goods that are their owner's: they lie in a warehouse of the kind `consignmentIn`, have a place and an agreed price,
//! and no value in the books.
//!
//! Taking them for own use buys them: they are received at the agreed price, not invoiced yet, and leave in the same
//! document at their cost. They are taken in the order of the log in which they came; the price is ⌊amount · q / Q⌋ of
//! the rest of a line, and the last part takes all of it.

use crate::book::loading::require_all;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::costing::amount::taken;
use crate::costing::{Cost, Kind, Quantity};
use crate::ledger::subledger::{self, StockAccount};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::NONE;
use crate::rows::{ConsignedLine, MovementLine, ReceivedLine, StockMovement, Warehouse};
use crate::stock::goods::plan::{Foreign, ItemLine, Plan, Planner, at};
use crate::stock::goods::posting::accounts::Accounts;
use crate::stock::reservations::shortage::{self, Asked};
use crate::stock::warehouses::contents::is_of_others;
use crate::value::id::{PartyId, WarehouseId};
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, Rate, limits};

/// A part of the goods that one line brought.
struct Taken {
    of: ConsignedLine,
    quantity: i64,
    /// In the line's currency.
    amount: i64,
}

/// The owner of goods, and the price that was agreed with them.
#[derive(Clone, Copy)]
struct Terms {
    party_id: PartyId,
    currency: Currency,
    amount: i64,
}

impl Planner<'_> {
    /// Receives goods that stay their owner's. A surplus found by a count is treated as more of the last goods that
    /// came and are there.
    pub(super) fn consigned(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let mut line = self.blank(plan, draft);
        line.quantity = draft.quantity;
        let terms = if self.movement.kind == MovementKind::CountAdjustment {
            terms_of_found(book, index, draft)?
        } else {
            let party_id = self.movement.party_id.ok_or_else(|| Stop::lost("movements", self.movement.id))?;
            Terms { party_id, currency: self.movement.currency, amount: draft.amount.unwrap_or_default() }
        };
        keep_consigned(book, &line, draft.warehouse_id, draft.quantity, terms);
        plan.lines.push(line);
        Ok(())
    }

    /// Buys what a line takes of goods that are their owner's, where they are, into their warehouse's own pool: it is there to
    /// leave by the next line. Nothing to do in another warehouse.
    pub(super) fn buy(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        wanted: Quantity,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        if !is_of_others(warehouse) {
            return Ok(());
        }
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let (pool, key) =
            self.pool(book, &item, warehouse, draft)?.ok_or_else(|| Stop::lost("movements", self.movement.id))?;
        for part in self.take(book, ItemLine { index, item: &item, draft }, wanted.get())? {
            let mut line = self.blank(plan, draft);
            line.pool_id = Some(pool);
            let cost = self.bought(book, index, &part, &mut line, plan)?;
            self.add_in(plan, key, Kind::In { quantity: size(&part)?, cost });
            plan.lines.push(line);
        }
        Ok(())
    }

    /// Goods that are their owner's go to another warehouse: bought by it where they become ours there.
    pub(super) fn handed_on(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        to: &Warehouse,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        let there = if is_of_others(to) { None } else { self.pool(book, &item, to, draft)? };
        for part in self.take(book, ItemLine { index, item: &item, draft }, draft.quantity)? {
            let mut line = self.blank(plan, draft);
            line.quantity = -part.quantity;
            (line.to_warehouse_id, line.to_location_id) = (draft.to_warehouse_id, draft.to_location_id);
            match there {
                Some((pool, key)) => {
                    line.to_pool_id = Some(pool);
                    let cost = self.bought(book, index, &part, &mut line, plan)?;
                    self.add_in(plan, key, Kind::In { quantity: size(&part)?, cost });
                }
                None => {
                    told_of(&part, &mut line);
                    let terms = Terms { party_id: part.of.party_id, currency: part.of.currency, amount: part.amount };
                    keep_consigned(book, &line, to.id, part.quantity, terms);
                }
            }
            plan.lines.push(line);
        }
        Ok(())
    }

    /// Goods go back to their owner, unused.
    pub(super) fn handed_back(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?.clone();
        for part in self.take(book, ItemLine { index, item: &item, draft }, draft.quantity)? {
            let mut line = self.blank(plan, draft);
            line.quantity = -part.quantity;
            told_of(&part, &mut line);
            plan.lines.push(line);
        }
        Ok(())
    }

    /// The price of a line that buys goods; notes them as received now and not invoiced.
    fn bought(
        &self,
        book: &mut Book,
        index: usize,
        part: &Taken,
        line: &mut MovementLine,
        plan: &mut Plan,
    ) -> Result<Cost, Stop> {
        let of = &part.of;
        let base = book.organization()?.base_currency;
        let rate = subledger::rate_of_price(book, of.currency, self.posting_date, &at(index, "quantity"))?;
        let base_amount = match rate {
            None => part.amount,
            Some(rate) => subledger::in_base(part.amount, of.currency, rate, base).ok_or_else(|| {
                let message = format!("at the rate {rate} the price is out of range in {base}");
                Rejection::new(Code::AmountOutOfRange, message).at(at(index, "quantity"))
            })?,
        };
        let account_id = StockAccount::GoodsReceived.find(book)?;
        told_of(part, line);
        line.base_amount = Some(base_amount);
        line.counter_account_id = Some(account_id);
        if let Some(rate) = rate {
            plan.foreign.insert(plan.number(), Foreign { currency: of.currency, rate, amount: -part.amount });
        }
        plan.owners.insert(plan.number(), of.party_id);
        book.received_lines.put(ReceivedLine {
            movement_seq: line.movement_seq,
            line_number: line.line_number,
            movement_id: line.movement_id,
            item_id: line.item_id,
            party_id: Some(of.party_id),
            account_id,
            currency: of.currency,
            exchange_rate: rate,
            quantity: part.quantity,
            amount: part.amount,
            base_amount,
            is_provisional: false,
            cleared_quantity: 0,
            cleared_amount: 0,
            cleared_base: 0,
            reordered_base: 0,
            invoiced_quantity: 0,
            invoiced_returned: 0,
            claimable_amount: 0,
            claimable_base: 0,
            claimable_cost: 0,
            claimable_rate: None,
            last_movement_id: None,
        });
        Ok(Cost::Given(base_amount))
    }

    /// Takes so much of what came and is there, the first first, or of the line that the draft is about.
    fn take(&self, book: &mut Book, line: ItemLine<'_>, wanted: i64) -> Result<Vec<Taken>, Stop> {
        let mut open: Vec<ConsignedLine> = held_of_others(book, line.draft)?.cloned().collect();
        if self.movement.kind == MovementKind::SupplierReturn
            && let Some((_, of)) = self.sources.line(line.index, line.draft, self.movement.kind)?
        {
            open.retain(|line| (line.movement_seq, line.line_number) == (of.movement_seq, of.line_number));
        }
        let mut rest = wanted;
        let mut found = Vec::new();
        for of in open.iter().cloned() {
            let left = of.left();
            let quantity = rest.min(left);
            if quantity == 0 {
                break;
            }
            let price = taken(i128::from(of.amount - of.taken_amount), quantity, left);
            let amount = i64::try_from(price).map_err(|_| subledger::out_of_range())?;
            rest -= quantity;
            book.consigned_lines.put(of.clone().after(quantity, amount, self.movement.id));
            found.push(Taken { of, quantity, amount });
        }
        if rest == 0 { Ok(found) } else { Err(self.lacking(book, line, wanted, &open)?.into()) }
    }

    fn lacking(&self, book: &Book, line: ItemLine<'_>, wanted: i64, open: &[ConsignedLine]) -> Result<Rejection, Stop> {
        let ItemLine { index, item, draft } = line;
        if open.len() >= limits::LINES_PER_MOVEMENT {
            let message = "the goods came by more lines than one document can take from: take less at once";
            return Ok(Rejection::new(Code::LimitReached, message).at(at(index, "quantity")));
        }
        let warehouse = self.accounts.warehouse(draft.warehouse_id)?;
        let (lot, serial) = draft.told_apart();
        let location = draft.location_id.map_or(NONE, |id| id.0);
        let key = (item.id, warehouse.id, location, lot, serial);
        require_all(book, shortage::keys(std::iter::once(key)))?;
        require_all(book, shortage::reservations(book, std::iter::once(key))?)?;
        // The line takes of its reservation later.
        require_all(book, draft.reservation_id.map(Key::Reservation).into_iter().collect())?;
        let own = match draft.reservation_id {
            Some(id) => book.reservation(id)?.map_or(0, |own| own.holds(self.ctx.now()).min(wanted)),
            None => 0,
        };
        let there = open.iter().map(|line| i128::from(line.left())).sum();
        let asked = Asked { key, there, date: None, wanted: wanted.into(), own: own.into() };
        Ok(shortage::too_little(book, self.ctx.now(), &asked)?.at(at(index, "quantity")))
    }
}

/// The lines that brought goods of others to where a line takes them from, in the order of the log.
fn held_of_others<'a>(
    book: &'a Book,
    draft: &DraftLine,
) -> Result<impl Iterator<Item = &'a ConsignedLine> + use<'a>, Stop> {
    let (lot, serial) = draft.told_apart();
    book.consigned_in(draft.item_id, draft.warehouse_id, lot, serial)
}

/// The owner of goods that a count found, and their price.
fn terms_of_found(book: &Book, index: usize, draft: &DraftLine) -> Result<Terms, Stop> {
    let last = held_of_others(book, draft)?.last();
    let item = book.item(draft.item_id)?.ok_or_else(|| Stop::lost("items", draft.item_id))?;
    let Some(last) = last else {
        let message = format!(
            "no goods of item {} are held there for others, so the owner is unknown: record a receipt instead",
            item.sku
        );
        return Err(Rejection::new(Code::CostRequired, message).at(at(index, "quantity")).into());
    };
    let share = taken(i128::from(last.amount), draft.quantity, last.quantity);
    let amount = i64::try_from(share).map_err(|_| subledger::out_of_range())?;
    Ok(Terms { party_id: last.party_id, currency: last.currency, amount })
}

/// Notes that a line brought so much to a warehouse that stays its owner's.
fn keep_consigned(book: &mut Book, line: &MovementLine, warehouse_id: WarehouseId, quantity: i64, terms: Terms) {
    book.consigned_lines.put(ConsignedLine {
        movement_seq: line.movement_seq,
        line_number: line.line_number,
        movement_id: line.movement_id,
        item_id: line.item_id,
        warehouse_id,
        lot_id: line.lot_id.map_or([0; 16], |id| id.0),
        serial_id: line.serial_id.map_or([0; 16], |id| id.0),
        party_id: terms.party_id,
        currency: terms.currency,
        quantity,
        amount: terms.amount,
        taken_quantity: 0,
        taken_amount: 0,
        is_open: true,
        last_movement_id: None,
    });
}

/// The rate at which a document's costs become base currency; a document that only brings goods of others needs none.
pub(crate) fn rate(
    book: &Book,
    accounts: &Accounts,
    movement: &StockMovement,
    date: Date,
    drafts: &[DraftLine],
) -> Result<Option<Rate>, Stop> {
    if movement.kind == MovementKind::Receipt {
        let mut all = true;
        for draft in drafts {
            all = all && is_of_others(accounts.warehouse(draft.warehouse_id)?);
        }
        if all {
            return Ok(movement.exchange_rate);
        }
    }
    subledger::rate(book, movement.exchange_rate, movement.currency, date)
}

/// Gives back the goods that a line of a voided document took.
pub(crate) fn give_back(book: &mut Book, line: &MovementLine) -> Result<(), Stop> {
    let (Some(seq), Some(number)) = (line.of_seq, line.of_line) else { return Ok(()) };
    let (Some(quantity), Some(amount)) = (line.of_quantity, line.amount) else { return Ok(()) };
    let Some(row) = book.consigned_line((seq, number))?.cloned() else { return Ok(()) };
    book.consigned_lines.put(row.after(-quantity, -amount, line.movement_id));
    Ok(())
}

/// Copies the taken part's details into a line.
fn told_of(part: &Taken, line: &mut MovementLine) {
    line.entered = String::new();
    line.reservation_id = None;
    line.amount = Some(part.amount);
    (line.of_seq, line.of_line) = (Some(part.of.movement_seq), Some(part.of.line_number));
    line.of_quantity = Some(part.quantity);
}

fn size(part: &Taken) -> Result<Quantity, Stop> {
    Quantity::new(part.quantity).ok_or_else(|| Stop::lost("consigned_lines", part.of.movement_id))
}

/// What posting such lines looks at first.
pub(super) fn keys(drafts: &[DraftLine], accounts: &Accounts) -> Result<Vec<Key>, Stop> {
    let mut keys = Vec::new();
    for draft in drafts {
        if is_of_others(accounts.warehouse(draft.warehouse_id)?) {
            let (lot, serial) = draft.told_apart();
            keys.push(Key::ConsignedIn(draft.item_id, draft.warehouse_id, lot, serial));
        }
    }
    Ok(keys)
}
