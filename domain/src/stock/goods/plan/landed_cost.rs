//! Landed cost: freight, duty and the like, spread over the receipts that it was spent on.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::amount;
use crate::ledger::subledger::{self, StockAccount};
use crate::rows::MovementLine;
use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::stock::goods::plan::sent_back::came;
use crate::stock::goods::plan::{Converted, Plan, Planner, at, unit_costs};
use crate::value::movement_kind::SplitBy;
use crate::value::rejection::{Code, Rejection};
use crate::value::units::greatest_common_divisor;

impl Planner<'_> {
    /// Plans a cost of receipts that came later.
    pub(super) fn landed_cost(&self, book: &mut Book, drafts: &[DraftLine], plan: &mut Plan) -> Result<(), Stop> {
        let (amounts, base_amounts) = self.shares(book, drafts)?;
        let counter = match self.accounts.named(book, self.movement)? {
            Some(named) => named,
            None => StockAccount::LandedCost.find(book)?,
        };
        let shares = amounts.into_iter().zip(base_amounts);
        for ((index, draft), (amount, base_amount)) in drafts.iter().enumerate().zip(shares) {
            let (from, of) = self.sources.required(index, draft, self.movement.kind)?;
            let cost = Converted { amount, base_amount };
            let line = MovementLine {
                amount: Some(amount),
                base_amount: Some(base_amount),
                of_seq: Some(of.movement_seq),
                of_line: Some(of.line_number),
                of_quantity: Some(came(of)?.get()),
                counter_account_id: Some(counter),
                ..self.blank(plan, draft)
            };
            self.add_cost_of_receipt(book, from, of, cost, plan, line)?;
        }
        Ok(())
    }

    /// The share of each line, in the document's currency and in base currency: both add up to the whole.
    pub(super) fn shares(&self, book: &Book, drafts: &[DraftLine]) -> Result<(Vec<i64>, Vec<i64>), Stop> {
        let Some(total) = self.movement.amount else {
            let mut own = (Vec::with_capacity(drafts.len()), Vec::with_capacity(drafts.len()));
            for (index, draft) in drafts.iter().enumerate() {
                let amount = draft.amount.unwrap_or_default();
                own.0.push(amount);
                own.1.push(self.in_base(book, amount, || at(index, "amount"))?);
            }
            return Ok(own);
        };
        let mut weights = Vec::with_capacity(drafts.len());
        for (index, draft) in drafts.iter().enumerate() {
            weights.push(self.weight(book, index, draft)?);
        }
        let weights = comparable(weights);
        let total_base = self.in_base(book, total, || "/amount".to_owned())?;
        let spread = |total: i64| -> Result<Vec<i64>, Stop> {
            let shares = amount::spread(i128::from(total), &weights).into_iter().map(i64::try_from);
            Ok(shares.collect::<Result<_, _>>().map_err(|_| subledger::out_of_range())?)
        };
        Ok((spread(total)?, spread(total_base)?))
    }

    fn weight(&self, book: &Book, index: usize, draft: &DraftLine) -> Result<i128, Stop> {
        let (from, of) = self.sources.required(index, draft, self.movement.kind)?;
        let item = book.item(of.item_id)?.ok_or_else(|| Stop::lost("items", of.item_id))?;
        // What went back to the supplier takes no part.
        let received = came(of)?.get();
        let quantity = (received - self.returned(book, from, of)?).max(0);
        let missing = |what: &str| {
            let message = format!("item {} has no {what}: give it one, or choose another splitBy", item.sku);
            let path = format!("/inventory/items/{}", item.id);
            let rejection = Rejection::new(Code::MovementIncomplete, message).at("/splitBy");
            Stop::from(rejection.offer("item", "See the item, to complete it", "GET", path))
        };
        Ok(match self.movement.split_by {
            Some(SplitBy::Quantity) => in_units(item, quantity),
            Some(SplitBy::Weight) => {
                in_units(item, quantity) * i128::from(item.weight_mg.ok_or_else(|| missing("weight"))?)
            }
            Some(SplitBy::Volume) => {
                in_units(item, quantity) * i128::from(item.volume_cm3.ok_or_else(|| missing("volume"))?)
            }
            Some(SplitBy::Value | SplitBy::Hand) | None => {
                let value = i128::from(of.base_amount.unwrap_or_default()) * 1_000_000;
                amount::taken(value, quantity, received)
            }
        })
    }
}

/// A quantity in millionths of base units, so that those of several items can be compared.
fn in_units(item: &Item, quantity: i64) -> i128 {
    i128::from(quantity) * (1_000_000 / i128::from(unit_costs::per_unit(item)))
}

/// The most that one weight may be, so that those of a whole document can be summed and multiplied.
const WEIGHT: i128 = 100_000_000_000_000_000;

/// Weights in the same proportion, in lowest terms: exact, unless some have more than 17 digits even then, of which the last
/// ones of all are dropped.
fn comparable(mut weights: Vec<i128>) -> Vec<i128> {
    let common = weights.iter().fold(0, |common, weight| greatest_common_divisor(common, *weight)).max(1);
    weights.iter_mut().for_each(|weight| *weight /= common);
    while weights.iter().any(|weight| *weight > WEIGHT) {
        weights.iter_mut().for_each(|weight| *weight /= 10);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_keep_their_proportion_whatever_their_size() {
        assert_eq!(comparable(vec![6_000_000, 4_000_000, 0]), [3, 2, 0]);
        assert_eq!(comparable(vec![0, 0]), [0, 0]);
        let most = 10_i128.pow(36);
        assert_eq!(comparable(vec![most, most / 4, 3]), [WEIGHT, WEIGHT / 4, 0]);
        assert_eq!(comparable(vec![most; 3]), [1, 1, 1]);
    }
}
