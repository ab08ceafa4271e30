//! What a receipt costs whose cost nobody said: an estimate, until the supplier's invoice says it.
//!
//! The invoice clears what was received at this cost and posts the difference as any difference of price, so that an estimate that
//! is wrong is wrong until then, and never lost.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::items::Item;
use crate::rows::valuations::Valuations;
use crate::stock::goods::plan::Planner;
use crate::stock::goods::plan::unit_costs::{extended_standard, fallback};
use crate::stock::goods::posting::history::{StockHistory, key_of};
use crate::value::id::PoolId;
use crate::value::limits;

impl Planner<'_> {
    /// What so much of an item is taken to cost, in the movement's currency, minor units: its standard cost where it is valued at
    /// that, else what it cost last in this pool, else its fallback cost, else 0; each as of the movement's time, whatever came
    /// to be known later.
    ///
    /// It is at most [`limits::UNSEEN_COST_MINOR`] in either currency, so that no refusal of a larger one tells what goods cost to
    /// somebody who does not see costs.
    pub(super) fn provisional_cost(&self, book: &Book, pool: PoolId, item: &Item, quantity: i64) -> Result<i64, Stop> {
        let pool = book.pool(pool)?.ok_or_else(|| Stop::lost("pools", pool))?;
        let standard = extended_standard(book, item, Valuations::of(item)?.at(self.place()))?;
        let last = StockHistory { book, ctx: self.ctx }.last_cost_before(key_of(pool), self.place())?;
        let in_base = match (standard, last) {
            (Some(extended), _) => at_standard(extended, pool.per_unit, quantity),
            (None, Some(cost)) => cost.whole(quantity),
            (None, None) => fallback(book, item, self.place())?.map_or(0, |cost| cost.whole(quantity)),
        };
        let most = limits::UNSEEN_COST_MINOR;
        let in_base = i64::try_from(in_base).map_or(most, |units| units.min(most));
        let base = book.organization()?.base_currency;
        let Some(rate) = self.rate else { return Ok(in_base) };
        let own = rate.convert_back(in_base, base.decimals(), self.movement.currency.decimals());
        // What comes out of the range of amounts is far beyond the most that is taken.
        let own = own.unwrap_or(most).min(most);
        // The same again in base currency must not leave the range: where it would, nothing is known.
        Ok(if self.in_base(book, own, String::new).is_ok_and(|again| again <= most) { own } else { 0 })
    }
}

/// A quantity at a standard cost in minor units × 10^6 per base unit, halves up.
fn at_standard(extended: i64, per_unit: i64, quantity: i64) -> i128 {
    let bottom = i128::from(per_unit) * 1_000_000;
    (2 * i128::from(extended) * i128::from(quantity) + bottom).div_euclid(2 * bottom)
}
