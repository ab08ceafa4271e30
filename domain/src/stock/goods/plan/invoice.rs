//! A supplier's invoice: received goods become payable, at the invoice's price.
//!
//! The price assumed by the receipt is cleared. A difference of price is a later cost of that receipt, shared by its
//! remaining goods; a difference of rates is a gain or loss of exchange, never inventory.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::Place;
use crate::costing::amount::taken;
use crate::ledger::subledger::{self, StockAccount, StockAmount};
use crate::rows::movement_drafts::{DraftLine, decode_charges};
use crate::rows::{MovementLine, ReceivedLine};
use crate::stock::goods::document::sources::Source;
use crate::stock::goods::plan::claims::Claim;
use crate::stock::goods::plan::sent_back::received;
use crate::stock::goods::plan::{Converted, Plan, Planner, at};
use crate::stock::goods::posting::refusals::quantity;
use crate::value::Currency;
use crate::value::id::{AccountId, PartyId};
use crate::value::movement_kind::MovementKind;
use crate::value::rejection::{Code, Rejection};

/// What an invoice comes to while its lines are planned.
struct Sums {
    /// The account on which it is owed.
    payable: AccountId,
    /// What is owed, in the invoice's currency.
    owed: i128,
    /// The part of it that lines of goods post to the payable account by themselves: differences of price.
    posted: i128,
    /// Its debits in base currency.
    debits: i128,
    /// The postings of goods lines to the payable account, in base currency.
    posted_base: i128,
}

impl Planner<'_> {
    /// Plans an invoice of received goods.
    pub(super) fn invoice(&self, book: &mut Book, drafts: &[DraftLine], plan: &mut Plan) -> Result<(), Stop> {
        let payable = match self.movement.offset_account_id {
            Some(named) => named,
            None => StockAccount::Payable.find(book)?,
        };
        let mut sums = Sums { payable, owed: 0, posted: 0, debits: 0, posted_base: 0 };
        for (index, draft) in drafts.iter().enumerate() {
            self.invoiced(book, index, draft, plan, &mut sums)?;
        }
        let base = book.organization()?.base_currency;
        let charges = decode_charges(&self.movement.charges)
            .map_err(|bad| Stop::unreadable("movements", self.movement.id, &bad))?;
        for (index, charge) in charges.iter().enumerate() {
            let base_amount = self.in_base(book, charge.amount, || format!("/charges/{index}/amount"))?;
            sums.owed += i128::from(charge.amount);
            sums.debits += i128::from(base_amount);
            let charged = Converted { amount: charge.amount, base_amount };
            plan.beside.push(self.beside(base, charge.account_id, charged));
        }
        let total = i64::try_from(sums.owed).map_err(|_| subledger::out_of_range())?;
        let total_base = self.in_base(book, total, || "/lines".to_owned())?;
        let rest = i64::try_from(sums.owed - sums.posted).map_err(|_| subledger::out_of_range())?;
        let rest_base =
            i64::try_from(i128::from(total_base) - sums.posted_base).map_err(|_| subledger::out_of_range())?;
        plan.beside.push(StockAmount {
            party_id: self.movement.party_id,
            due_date: self.movement.due_date,
            ..self.beside(base, payable, Converted { amount: -rest, base_amount: -rest_base })
        });
        // The payable at today's rate, less the values at which goods, taxes and charges were booked.
        let exchange = i64::try_from(i128::from(total_base) - sums.debits).map_err(|_| subledger::out_of_range())?;
        if exchange != 0 {
            let account = subledger::realised_exchange(book, exchange)?;
            plan.beside.push(StockAmount::plain(account, base, exchange));
        }
        Ok(())
    }

    fn invoiced(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        plan: &mut Plan,
        sums: &mut Sums,
    ) -> Result<(), Stop> {
        let (from, of) = self.sources.required(index, draft, self.movement.kind)?;
        self.require_after(from, of, plan)?;
        let row = received(book, of)?;
        self.require_same_terms(book, index, of, &row)?;
        let open = row.open();
        if draft.quantity > open {
            let item = book.item(of.item_id)?.ok_or_else(|| Stop::lost("items", of.item_id))?;
            let left = quantity(item, open);
            let message = format!("the invoiced quantity exceeds the open quantity of that line: {left}");
            return Err(Rejection::new(Code::TakesTooMuch, message)
                .at(at(index, "quantity"))
                .with("left", left)
                .with("movementId", of.movement_id.to_string())
                .into());
        }
        let part = |all: i64, cleared: i64| taken(i128::from(all - cleared), draft.quantity, open);
        let cleared = i64::try_from(part(row.amount, row.cleared_amount)).unwrap_or(row.amount);
        let cleared_base = i64::try_from(part(row.base_amount, row.cleared_base)).unwrap_or(row.base_amount);
        if of.is_provisional && draft.amount.is_none() {
            let message = "the goods came at a provisional cost: give the invoiced amount";
            return Err(Rejection::new(Code::MovementIncomplete, message).at(at(index, "amount")).into());
        }
        let amount = draft.amount.unwrap_or(cleared);
        let difference = amount - cleared;
        let difference_base = self.in_base(book, difference, || at(index, "amount"))?;
        let mut line = self.blank(plan, draft);
        line.amount = Some(amount);
        line.of_quantity = Some(draft.quantity);
        (line.of_seq, line.of_line) = (Some(of.movement_seq), Some(of.line_number));
        (line.cleared_amount, line.cleared_base) = (Some(cleared), Some(cleared_base));
        line.counter_account_id = Some(sums.payable);
        let invoiced = match self.rate {
            Some(_) => Claim {
                amount,
                base: self.in_base(book, amount, || at(index, "amount"))?,
                cost: cleared_base + difference_base,
            },
            None => Claim { amount, base: amount, cost: amount },
        };
        invoiced.told_by(&mut line);
        if difference_base == 0 {
            plan.lines.push(line);
        } else {
            let price = Converted { amount: difference, base_amount: difference_base };
            self.add_cost_of_receipt(book, from, of, price, plan, line)?;
            sums.posted += i128::from(difference);
            sums.posted_base += i128::from(difference_base);
        }
        sums.owed += i128::from(amount);
        sums.debits += i128::from(cleared_base) + i128::from(difference_base);
        let base = book.organization()?.base_currency;
        plan.beside.push(StockAmount {
            party_id: row.party_id,
            currency: row.currency,
            exchange_rate: row.exchange_rate,
            amount: if row.exchange_rate.is_some() { cleared } else { cleared_base },
            ..StockAmount::plain(row.account_id, base, cleared_base)
        });
        let claimable = Claim::left(&row).plus(invoiced);
        book.received_lines.put(claimable.left_of(ReceivedLine {
            cleared_quantity: row.cleared_quantity + draft.quantity,
            cleared_amount: row.cleared_amount + cleared,
            cleared_base: row.cleared_base + cleared_base,
            invoiced_quantity: row.invoiced_quantity + draft.quantity,
            claimable_rate: self.rate,
            last_movement_id: Some(self.movement.id),
            ..row
        }));
        Ok(())
    }

    /// It is not before its receipt.
    pub(super) fn require_after(&self, from: &Source, of: &MovementLine, plan: &Plan) -> Result<(), Stop> {
        if Place::into(self.at, self.seq, plan.number()) >= from.into(of)? {
            return Ok(());
        }
        let message = "it cannot be before its receipt: give a later occurredAt";
        let rejection = Rejection::new(Code::BeforeItsSource, message).at("/occurredAt");
        Err(rejection.with("movementId", of.movement_id.to_string()).into())
    }

    /// The supplier and the currency are the receipt's.
    pub(super) fn require_same_terms(
        &self,
        book: &Book,
        index: usize,
        of: &MovementLine,
        row: &ReceivedLine,
    ) -> Result<(), Stop> {
        if row.currency != self.movement.currency {
            let message = format!(
                "the receipt is in {} and the {} in {}: use the receipt's currency",
                row.currency,
                self.noun(),
                self.movement.currency
            );
            return Err(Rejection::new(Code::FieldsConflict, message)
                .at("/currency")
                .with("movementId", of.movement_id.to_string())
                .into());
        }
        let meant = |party: Option<PartyId>| party.map(|id| book.party_meant(id)).transpose();
        if row.party_id.is_some() && meant(row.party_id)? != meant(self.movement.party_id)? {
            let name = match row.party_id {
                Some(id) => book.party_name(id)?.map_or_else(String::new, |party| party.name.clone()),
                None => String::new(),
            };
            let message = format!(
                "the goods came from {name}, and the {} is from somebody else: use the same supplier",
                self.noun()
            );
            let pointer = match self.movement.of_movement_id {
                Some(id) if id == of.movement_id => "/ofMovementId".to_owned(),
                _ => at(index, "ofMovementId"),
            };
            return Err(Rejection::new(Code::FieldsConflict, message).at(pointer).into());
        }
        Ok(())
    }

    fn noun(&self) -> &'static str {
        if self.movement.kind == MovementKind::SupplierCredit { "credit note" } else { "invoice" }
    }

    /// An amount of the document that is no cost of goods, in its currency and in base currency.
    pub(super) fn beside(&self, base: Currency, account_id: AccountId, charged: Converted) -> StockAmount {
        let plain = StockAmount::plain(account_id, base, charged.base_amount);
        let (currency, exchange_rate, amount) = (self.movement.currency, self.rate, charged.amount);
        match exchange_rate {
            Some(_) => StockAmount { currency, exchange_rate, amount, ..plain },
            None => plain,
        }
    }
}
