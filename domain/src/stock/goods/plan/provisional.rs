//! The estimated cost of a receipt without a stated one, until the supplier's invoice states it.
//!
//! The invoice clears the receipt at this cost and posts the difference like any difference of price. So a wrong
//! estimate is wrong until then, and nothing is lost.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::items::Item;
use crate::rows::valuations::Valuations;
use crate::stock::goods::document::stated_costs::until_known;
use crate::stock::goods::plan::unit_costs::{extended_standard, fallback};
use crate::stock::goods::plan::{Planner, at};
use crate::stock::goods::posting::history::{StockHistory, key_of};
use crate::value::id::PoolId;
use crate::value::limits;
use crate::value::rejection::{Code, Rejection};

impl Planner<'_> {
    /// The estimated cost of this quantity of an item, in minor units of the movement's currency: its standard cost if
    /// it is valued at that, else its last cost in this pool, else its fallback cost; each as of the movement's time, not
    /// counting later documents. `None` where there is none of them.
    ///
    /// It is at most [`limits::UNSEEN_COST_MINOR`] in either currency, so that no refusal of a larger one reveals costs
    /// to somebody who may not see them.
    pub(super) fn provisional_cost(
        &self,
        book: &Book,
        pool: PoolId,
        item: &Item,
        quantity: i64,
    ) -> Result<Option<i64>, Stop> {
        let pool = book.pool(pool)?.ok_or_else(|| Stop::lost("pools", pool))?;
        let standard = extended_standard(book, item, Valuations::of(item)?.at(self.place()))?;
        let last = StockHistory { book, ctx: self.ctx }.last_cost_before(key_of(pool), self.place())?;
        let in_base = match (standard, last) {
            (Some(extended), _) => at_standard(extended, pool.per_unit, quantity),
            (None, Some(cost)) => cost.whole(quantity),
            (None, None) => match fallback(book, item, self.place())? {
                Some(cost) => cost.whole(quantity),
                None => return Ok(None),
            },
        };
        let most = limits::UNSEEN_COST_MINOR;
        let in_base = i64::try_from(in_base).map_or(most, |units| units.min(most));
        let base = book.organization()?.base_currency;
        let Some(rate) = self.rate else { return Ok(Some(in_base)) };
        let own = rate.convert_back(in_base, base.decimals(), self.movement.currency.decimals());
        // An amount out of range is far beyond the maximum of an estimate.
        let own = own.unwrap_or(most).min(most);
        // The same again in base currency must not leave the range: where it would, nothing is estimated.
        Ok(Some(if self.in_base(book, own, String::new).is_ok_and(|again| again <= most) { own } else { 0 }))
    }

    /// The refusal where there is nothing to estimate a cost by.
    pub(super) fn nothing_known(&self, index: usize, item: &Item) -> Stop {
        let message = format!(
            "no cost of item {} is known at that time: give totalCost (0.00 is a cost), give the item a fallbackCost, or \
             keep a draft until the cost is known",
            item.sku
        );
        let rejection = Rejection::new(Code::CostRequired, message)
            .at(at(index, "totalCost"))
            .with("itemId", item.id.to_string())
            .with("sku", item.sku.clone())
            .offer("item", "See the item, which needs a fallbackCost", "GET", format!("/inventory/items/{}", item.id));
        until_known(rejection, self.movement).into()
    }
}

/// A quantity at a standard cost in minor units × 10^6 per base unit, halves up.
fn at_standard(extended: i64, per_unit: i64, quantity: i64) -> i128 {
    let bottom = i128::from(per_unit) * 1_000_000;
    (2 * i128::from(extended) * i128::from(quantity) + bottom).div_euclid(2 * bottom)
}
