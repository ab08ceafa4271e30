//! What can be claimed from a supplier: what they invoiced of a receipt, less what was claimed or credited since.
//!
//! Goods that go back claim an exact share of it. It is in the receipt's currency, at the rates at which its invoices were
//! booked: where these differ, an exact share of all of them. A difference between those rates and the receipt's own is in no
//! cost of goods, so that the part of it for what goes back is taken back as a gain or loss of exchange.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::amount::share_half_up;
use crate::ledger::subledger::{self, StockAmount};
use crate::rows::{MovementLine, ReceivedLine};
use crate::stock::goods::plan::{Foreign, Plan, Planner};
use crate::value::id::AccountId;

/// An amount that a supplier invoiced, or that is claimed of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Claim {
    /// In the receipt's currency.
    pub amount: i64,
    /// In base currency.
    pub base: i64,
    /// What the goods bear of it.
    pub cost: i64,
}

impl Claim {
    /// What is left to claim of a receipt's line.
    pub(crate) fn left(row: &ReceivedLine) -> Self {
        Self { amount: row.claimable_amount, base: row.claimable_base, cost: row.claimable_cost }
    }

    /// By how much a line of a document changed what can be claimed; `None` where it did not.
    pub(crate) fn of(line: &MovementLine) -> Option<Self> {
        let (amount, base, cost) = (line.claimable_amount?, line.claimable_base?, line.claimable_cost?);
        Some(Self { amount, base, cost })
    }

    /// The share of a part: all of it for all, and halves up before that.
    pub(crate) fn share(self, part: i64, of: i64) -> Self {
        let share = |all| if part == of { all } else { share_half_up(all, part, of) };
        Self { amount: share(self.amount), base: share(self.base), cost: share(self.cost) }
    }

    /// Both together.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self { amount: self.amount + other.amount, base: self.base + other.base, cost: self.cost + other.cost }
    }

    /// The same with the opposite sign.
    pub(crate) fn taken(self) -> Self {
        Self { amount: -self.amount, base: -self.base, cost: -self.cost }
    }

    /// A receipt's line of which so much is left to claim.
    pub(crate) fn left_of(self, row: ReceivedLine) -> ReceivedLine {
        let Self { amount, base, cost } = self;
        ReceivedLine { claimable_amount: amount, claimable_base: base, claimable_cost: cost, ..row }
    }

    /// A line that changes by so much what can be claimed.
    pub(crate) fn told_by(self, line: &mut MovementLine) {
        line.claimable_amount = Some(self.amount);
        line.claimable_base = Some(self.base);
        line.claimable_cost = Some(self.cost);
    }
}

impl Planner<'_> {
    /// Debits a claim for goods of the next line, which posts by itself what the goods bear of it.
    pub(super) fn debit_claim(
        &self,
        book: &Book,
        account_id: AccountId,
        row: &ReceivedLine,
        claim: Claim,
        plan: &mut Plan,
    ) -> Result<(), Stop> {
        let Some(rate) = row.claimable_rate else { return Ok(()) };
        let mut rest = Claim { base: claim.base - claim.cost, ..claim };
        if claim.cost != 0 {
            plan.foreign.insert(plan.number(), Foreign { currency: row.currency, rate, amount: claim.amount });
            rest.amount = 0;
        }
        if (rest.amount, rest.base) == (0, 0) {
            return Ok(());
        }
        let base = book.organization()?.base_currency;
        plan.beside.push(StockAmount {
            party_id: self.movement.party_id,
            currency: row.currency,
            exchange_rate: Some(rate),
            amount: rest.amount,
            due_date: self.movement.due_date,
            ..StockAmount::plain(account_id, base, rest.base)
        });
        if rest.base != 0 {
            let account = subledger::realised_exchange(book, -rest.base)?;
            plan.beside.push(StockAmount::plain(account, base, -rest.base));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_parts_of_what_was_invoiced_come_to_it() {
        let mut left = Claim { amount: 10_000, base: 8_001, cost: -7 };
        let mut all = Claim::default();
        for quantity in (1..=7).rev() {
            let part = left.share(1, quantity);
            (left, all) = (left.plus(part.taken()), all.plus(part));
        }
        assert_eq!((left, all), (Claim::default(), Claim { amount: 10_000, base: 8_001, cost: -7 }));
        let half = Claim { amount: 12_001, base: 1, cost: -1 }.share(5, 10);
        assert_eq!(half, Claim { amount: 6_001, base: 1, cost: 0 });
    }
}
