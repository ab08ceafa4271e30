//! Costs of a base unit, as costing has them.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::costing::{Place, Ratio, StandardCost};
use crate::rows::CostingMethod;
use crate::rows::items::Item;
use crate::rows::valuations::{Valuation, Valuations};
use crate::value::rejection::{Code, Rejection};
use crate::value::units::greatest_common_divisor;

/// How many of the smallest quantity make one base unit.
pub(crate) fn per_unit(item: &Item) -> i64 {
    let decimals = u32::try_from(item.quantity_decimals).unwrap_or(0);
    10_i64.checked_pow(decimals).unwrap_or(1)
}

/// A cost of a base unit with 6 decimals, in minor units × 10^6.
fn extended(book: &Book, cost: i64) -> Result<Option<i64>, Stop> {
    let minor = 10_i64.checked_pow(u32::from(book.organization()?.base_currency.decimals()));
    Ok(minor.and_then(|minor| cost.checked_mul(minor)))
}

/// The item's fallback cost at a place as a ratio of minor units to its smallest quantity.
pub(crate) fn fallback(book: &Book, item: &Item, place: Place) -> Result<Option<Ratio>, Stop> {
    let Some(cost) = Valuations::of(item)?.fallback_at(item, place) else { return Ok(None) };
    let quantity = per_unit(item).checked_mul(1_000_000);
    Ok(extended(book, cost)?.zip(quantity).and_then(|(value, quantity)| {
        let common = greatest_common_divisor(value, quantity).max(1);
        Ratio::new(value / common, quantity / common)
    }))
}

/// A standard cost of a base unit with 6 decimals, as costing has it; `None` where it is out of range.
pub(crate) fn standard_cost(book: &Book, item: &Item, cost: i64) -> Result<Option<StandardCost>, Stop> {
    Ok(extended(book, cost)?.and_then(|extended| StandardCost::new(i128::from(extended), per_unit(item))))
}

/// The standard cost with which a pool begins, in minor units × 10^6; `None` by another method.
pub(crate) fn extended_standard(book: &Book, item: &Item, then: Valuation) -> Result<Option<i64>, Stop> {
    if then.method != CostingMethod::Standard {
        return Ok(None);
    }
    let found = match then.standard {
        Some(cost) => {
            extended(book, cost)?.filter(|extended| StandardCost::new(i128::from(*extended), per_unit(item)).is_some())
        }
        None => None,
    };
    Ok(Some(found.ok_or_else(|| {
        let message =
            format!("item {} is valued at standard cost but has none: give it a fallbackCost first", item.sku);
        Rejection::new(Code::NoKnownCost, message).offer(
            "item",
            "See the item, which needs a fallbackCost",
            "GET",
            format!("/inventory/items/{}", item.id),
        )
    })?))
}
