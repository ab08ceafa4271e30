//! Landed cost: freight, duty and the like, spread over the receipts that it was spent on.

use super::super::draft::DraftLine;
use super::sent_back::came;
use super::{Plan, Planner, at, pools};
use crate::book::Book;
use crate::inventory::costing::{Kind, amount};
use crate::inventory::items::Item;
use crate::inventory::movement_kind::SplitBy;
use crate::ledger::subledger::{self, StockAccount};
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;

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
            let (pool, key) = self.pool_of_receipt(book, of)?;
            let received = came(of)?;
            let mut line = self.blank(plan, draft);
            (line.amount, line.base_amount) = (Some(amount), Some(base_amount));
            (line.of_seq, line.of_line) = (Some(of.movement_seq), Some(of.line_number));
            line.of_quantity = Some(received.get());
            line.counter_account_id = Some(counter);
            line.pool_id = Some(pool);
            plan.foreign.extend(self.foreign(-amount).map(|foreign| (plan.number(), foreign)));
            self.add_in(plan, key, Kind::Value { receipt: from.into(of)?, received, amount: base_amount });
            plan.lines.push(line);
        }
        Ok(())
    }

    /// What each line gets, in the document's currency and in base currency: both sum to the whole.
    fn shares(&self, book: &Book, drafts: &[DraftLine]) -> Result<(Vec<i64>, Vec<i64>), Stop> {
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
        let total_base = self.in_base(book, total, || "/amount".to_owned())?;
        let spread = |total: i64| -> Result<Vec<i64>, Stop> {
            let shares = amount::spread(i128::from(total), &weights).into_iter().map(i64::try_from);
            Ok(shares.collect::<Result<_, _>>().map_err(|_| subledger::out_of_range())?)
        };
        Ok((spread(total)?, spread(total_base)?))
    }

    fn weight(&self, book: &Book, index: usize, draft: &DraftLine) -> Result<i128, Stop> {
        let (_, of) = self.sources.required(index, draft, self.movement.kind)?;
        let item = book.item(of.item_id)?.ok_or_else(Rejection::not_found)?;
        let quantity = came(of)?.get();
        let missing = |what: &str| {
            let message = format!("item {} has no {what}: give it one, or split by something else", item.sku);
            let path = format!("/inventory/items/{}", item.id);
            let rejection = Rejection::new(Code::MovementIncomplete, message).at("/splitBy");
            Stop::from(rejection.offer("item", "Describe the item", "PUT", path))
        };
        Ok(match self.movement.split_by {
            Some(SplitBy::Quantity) => in_units(item, quantity),
            Some(SplitBy::Weight) => {
                let weight = item.weight_mg.ok_or_else(|| missing("weight"))?;
                i128::from(quantity) * i128::from(weight) / i128::from(pools::per_unit(item))
            }
            Some(SplitBy::Volume) => {
                let volume = item.volume_cm3.ok_or_else(|| missing("volume"))?;
                i128::from(quantity) * i128::from(volume) / i128::from(pools::per_unit(item))
            }
            Some(SplitBy::Value | SplitBy::Hand) | None => i128::from(of.base_amount.unwrap_or_default()),
        })
    }
}

/// A quantity in millionths of base units, so that those of several items can be compared.
fn in_units(item: &Item, quantity: i64) -> i128 {
    i128::from(quantity) * (1_000_000 / i128::from(pools::per_unit(item)))
}
