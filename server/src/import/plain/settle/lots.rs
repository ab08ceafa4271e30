//! Lots: what is held at which cost, and what a posting that takes from it costs.

use std::collections::BTreeMap;

use domain::value::{Date, Decimal};

use crate::plaintext::read::amount::PlainAmount;
use crate::plaintext::read::lot::Lot;
use crate::plaintext::read::{Booking, exact};

/// A lot that is held.
#[derive(Clone, Debug)]
struct Held {
    number: Decimal,
    /// What all of it costs.
    cost: PlainAmount,
    date: Date,
    label: Option<String>,
}

/// The lots of all accounts.
#[derive(Debug, Default)]
pub(super) struct Lots(BTreeMap<(String, String), Vec<Held>>);

impl Lots {
    /// Adds to or takes from the lots of an account, and returns what the units cost: at the cost that the posting
    /// names, else at that of the lots that they are taken from. Where lots are kept, those must be there.
    pub(super) fn book(
        &mut self,
        account: &str,
        date: Date,
        units: &PlainAmount,
        lot: &Lot,
        how: (Booking, bool),
    ) -> Result<PlainAmount, String> {
        let range = || "an amount of this lot is out of range".to_owned();
        let (booking, is_kept) = how;
        let named = cost_named(units.number, lot)?;
        let all = self.0.entry((account.to_owned(), units.commodity.clone())).or_default();
        let is_taken = all.iter().any(|held| (held.number.unscaled < 0) != (units.number.unscaled < 0));
        if !is_taken {
            let cost = named.ok_or_else(|| {
                format!("{account} has no lot of {} to take this from: write its cost in braces", units.commodity)
            })?;
            let date = lot.date.unwrap_or(date);
            all.push(Held { number: units.number, cost: cost.clone(), date, label: lot.label.clone() });
            return Ok(cost);
        }
        let fits = |held: &Held| {
            (held.number.unscaled < 0) != (units.number.unscaled < 0)
                && lot.date.is_none_or(|date| held.date == date)
                && lot.label.as_ref().is_none_or(|label| held.label.as_ref() == Some(label))
                && lot.unit.as_ref().is_none_or(|unit| {
                    held.cost.commodity == unit.commodity
                        && exact::multiply(unit.number, held.number).is_some_and(|cost| {
                            exact::is_equal(exact::absolute(cost), exact::absolute(held.cost.number))
                        })
                })
        };
        let mut places: Vec<usize> = (0..all.len()).filter(|place| fits(&all[*place])).collect();
        let total = places.iter().try_fold(Decimal { unscaled: 0, scale: 0 }, |sum, place| {
            exact::add(sum, exact::absolute(all[*place].number))
        });
        let (wanted, total) = (exact::absolute(units.number), total.ok_or_else(range)?);
        if exact::is_less(total, wanted).ok_or_else(range)? {
            if let (Some(cost), false) = (named, is_kept) {
                return Ok(cost);
            }
            return Err(format!("{account} has only {total} {} in the lots that this takes from", units.commodity));
        }
        let is_whole = exact::is_equal(total, wanted);
        match booking {
            Booking::Strict if places.len() > 1 && !is_whole && named.is_none() => {
                return Err(format!(
                    "more than one lot of {} in {account} fits: name it by its cost or day, or let the account choose \
                     (`open … \"FIFO\"`)",
                    units.commodity
                ));
            }
            Booking::Lifo => places.sort_by_key(|place| std::cmp::Reverse((all[*place].date, *place))),
            Booking::Fifo | Booking::Strict => places.sort_by_key(|place| (all[*place].date, *place)),
        }
        let mut rest = wanted;
        let mut sums: BTreeMap<String, Decimal> = BTreeMap::new();
        for place in places {
            let held = &mut all[place];
            let here = exact::absolute(held.number);
            let part = if exact::is_less(rest, here).ok_or_else(range)? { rest } else { here };
            let cost = share(held.cost.number, part, here).ok_or_else(range)?;
            let sum = sums.entry(held.cost.commodity.clone()).or_insert(Decimal { unscaled: 0, scale: 0 });
            *sum = exact::add(*sum, exact::negated(cost)).ok_or_else(range)?;
            held.cost.number = exact::add(held.cost.number, exact::negated(cost)).ok_or_else(range)?;
            let part_signed = if held.number.unscaled < 0 { part } else { exact::negated(part) };
            held.number = exact::add(held.number, part_signed).ok_or_else(range)?;
            rest = exact::add(rest, exact::negated(part)).ok_or_else(range)?;
            if rest.unscaled == 0 {
                break;
            }
        }
        all.retain(|held| held.number.unscaled != 0);
        if let Some(cost) = named {
            return Ok(cost);
        }
        let mut sums = sums.into_iter();
        match (sums.next(), sums.next()) {
            (Some((commodity, number)), None) => Ok(PlainAmount { number, commodity }),
            _ => Err("the lots that this takes from have their costs in several commodities: name one".to_owned()),
        }
    }
}

/// The cost that a lot names for these units.
fn cost_named(units: Decimal, lot: &Lot) -> Result<Option<PlainAmount>, String> {
    let range = || "the cost of this lot is out of range".to_owned();
    let of_units = match &lot.unit {
        None => None,
        Some(unit) => Some(exact::multiply(units, exact::absolute(unit.number)).ok_or_else(range)?),
    };
    let in_all = lot.total.as_ref().map(|total| {
        let number = exact::absolute(total.number);
        if units.unscaled < 0 { exact::negated(number) } else { number }
    });
    let named = lot.unit.as_ref().or(lot.total.as_ref());
    let number = match (of_units, in_all) {
        (Some(one), Some(other)) => exact::add(one, other).ok_or_else(range)?,
        (one, other) => match one.or(other) {
            Some(number) => number,
            None => return Ok(None),
        },
    };
    Ok(named.map(|amount| PlainAmount { number, commodity: amount.commodity.clone() }))
}

/// The cost of a part.
fn share(cost: Decimal, part: Decimal, whole: Decimal) -> Option<Decimal> {
    if exact::is_equal(part, whole) {
        return Some(cost);
    }
    let scale = part.scale.max(whole.scale);
    let at = |number: Decimal| number.unscaled.checked_mul(10_i128.checked_pow(u32::from(scale - number.scale))?);
    let (part, whole) = (at(part)?, at(whole)?);
    // A cost per unit with a few more digits than any unit's price has.
    let cost = exact::trimmed(cost);
    let finer = cost.unscaled.checked_mul(1_000_000_000)?;
    let number = Decimal { unscaled: finer.checked_mul(part)?.checked_div(whole)?, scale: cost.scale.checked_add(9)? };
    Some(exact::trimmed(exact::rounded(number, cost.scale.max(6))))
}
