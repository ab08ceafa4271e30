//! A supplier's credit note without goods: a bonus, or a price that fell after the invoice.
//!
//! It is a later cost of its receipts below 0, and follows their goods as every later cost does. What was invoiced of them,
//! less what was claimed and credited since, is the most that can be credited.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::ledger::subledger::{StockAccount, StockAmount};
use crate::rows::movement_drafts::{DraftLine, decode_charges};
use crate::rows::{MovementLine, ReceivedLine};
use crate::stock::goods::plan::claims::Claim;
use crate::stock::goods::plan::sent_back::{came, received};
use crate::stock::goods::plan::worth::sees_costs;
use crate::stock::goods::plan::{Converted, Plan, Planner, at};
use crate::value::id::AccountId;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Decimal};

impl Planner<'_> {
    /// Plans a credit note.
    pub(super) fn credit(&self, book: &mut Book, drafts: &[DraftLine], plan: &mut Plan) -> Result<(), Stop> {
        let account = match self.accounts.named(book, self.movement)? {
            Some(named) => named,
            None => StockAccount::Payable.find(book)?,
        };
        let (amounts, base_amounts) = self.shares(book, drafts)?;
        let shares = amounts.into_iter().zip(base_amounts);
        for ((index, draft), (amount, base_amount)) in drafts.iter().enumerate().zip(shares) {
            self.credited(book, index, draft, account, Converted { amount, base_amount }, plan)?;
        }
        let charges = decode_charges(&self.movement.charges)
            .map_err(|bad| Stop::unreadable("movements", self.movement.id, &bad))?;
        let base = book.organization()?.base_currency;
        for (index, charge) in charges.iter().enumerate() {
            let base_amount = self.in_base(book, charge.amount, || format!("/charges/{index}/amount"))?;
            let credited = Converted { amount: -charge.amount, base_amount: -base_amount };
            plan.beside.push(self.beside(base, charge.account_id, credited));
            plan.beside.push(self.owed_back(base, account, Converted { amount: charge.amount, base_amount }));
        }
        Ok(())
    }

    /// The goods of a line cost less by its amount.
    fn credited(
        &self,
        book: &mut Book,
        index: usize,
        draft: &DraftLine,
        account: AccountId,
        credit: Converted,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let (from, of) = self.sources.required(index, draft, self.movement.kind)?;
        self.require_after(from, of, plan)?;
        let row = received(book, of)?;
        self.require_same_terms(book, index, of, &row)?;
        if credit.amount > row.claimable_amount {
            return Err(self.too_much(book, index, &row)?.into());
        }
        let left = Claim::left(&row);
        let base = if credit.amount == 0 { 0 } else { left.share(credit.amount, left.amount).base };
        let taken = Claim { amount: credit.amount, base, cost: credit.base_amount }.taken();
        let mut line = MovementLine {
            amount: Some(credit.amount),
            base_amount: Some(credit.base_amount),
            of_seq: Some(of.movement_seq),
            of_line: Some(of.line_number),
            of_quantity: Some(came(of)?.get()),
            counter_account_id: Some(account),
            ..self.blank(plan, draft)
        };
        taken.told_by(&mut line);
        if credit.base_amount == 0 {
            let base = book.organization()?.base_currency;
            plan.beside.push(self.owed_back(base, account, credit));
            plan.lines.push(line);
        } else {
            let less = Converted { amount: -credit.amount, base_amount: -credit.base_amount };
            self.add_cost_of_receipt(book, from, of, less, plan, line)?;
        }
        book.received_lines
            .put(left.plus(taken).left_of(ReceivedLine { last_movement_id: Some(self.movement.id), ..row }));
        Ok(())
    }

    /// What is not owed any more.
    fn owed_back(&self, base: Currency, account: AccountId, credit: Converted) -> StockAmount {
        let (party_id, due_date) = (self.movement.party_id, self.movement.due_date);
        StockAmount { party_id, due_date, ..self.beside(base, account, credit) }
    }

    fn too_much(&self, book: &Book, index: usize, row: &ReceivedLine) -> Result<Rejection, Stop> {
        let pointer = if self.movement.amount.is_some() { "/amount".to_owned() } else { at(index, "amount") };
        if !sees_costs(book, self.ctx)? {
            let message = "the credit note exceeds what was invoiced of that line and not claimed or credited yet: \
                 credit less";
            return Ok(Rejection::new(Code::AmountOutOfRange, message).at(pointer));
        }
        let left = Decimal::from_units(row.claimable_amount, row.currency.decimals()).to_string();
        let message = format!(
            "{left} {} was invoiced of that line and not claimed or credited yet: credit at most that",
            row.currency
        );
        Ok(Rejection::new(Code::AmountOutOfRange, message)
            .at(pointer)
            .with("left", left)
            .with("movementId", row.movement_id.to_string()))
    }
}
