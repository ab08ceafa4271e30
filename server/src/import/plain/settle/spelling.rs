//! Commodities as one spelling each: smaller ones where the file says how many make a larger one, and a name for amounts
//! without one where the base currency is named elsewhere.

use std::collections::BTreeMap;

use domain::value::Decimal;

use super::Currencies;
use crate::plaintext::read::amount::PlainAmount;
use crate::plaintext::read::{PlainJournal, Price, exact};

/// The name of amounts without a commodity, where they cannot be of the base currency.
const UNNAMED: &str = "units";

/// Writes the commodities of all amounts in one spelling.
pub(super) fn agree(journal: &mut PlainJournal, currencies: &Currencies) {
    let (mut bare, mut has_base) = (None, false);
    for (entry, amount) in journal
        .entries
        .iter()
        .flat_map(|entry| entry.postings.iter().filter_map(move |one| Some((entry, one.amount.as_ref()?))))
    {
        if amount.commodity.is_empty() && amount.number.unscaled != 0 {
            bare.get_or_insert(entry.line);
        }
        has_base |= !amount.commodity.is_empty() && currencies.is_base(&amount.commodity);
    }
    let unnamed = bare.filter(|_| has_base);
    if let Some(line) = unnamed {
        let base = currencies.base;
        journal.note(
            line,
            format!("amounts without a commodity are kept as {UNNAMED:?}, because others are in {base} by name"),
        );
    }
    let scales = journal.scales.clone();
    let mut spell = |amount: &mut PlainAmount| {
        if amount.commodity.is_empty() && amount.number.unscaled != 0 && unnamed.is_some() {
            UNNAMED.clone_into(&mut amount.commodity);
        }
        *amount = smallest(amount, &scales);
    };
    for posting in journal.entries.iter_mut().flat_map(|entry| &mut entry.postings) {
        // A price for one of many is one for all of them.
        if let (Some(amount), Some(Price::Unit(unit))) = (&posting.amount, &posting.price)
            && scales.contains_key(&amount.commodity)
            && let Some(number) = exact::multiply(amount.number, unit.number)
        {
            posting.price = Some(Price::Total(PlainAmount { number, commodity: unit.commodity.clone() }));
        }
        posting.amount.iter_mut().for_each(&mut spell);
        posting.assigned.iter_mut().for_each(|one| spell(&mut one.amount));
        match &mut posting.price {
            Some(Price::Unit(price) | Price::Total(price)) => spell(price),
            None => {}
        }
        if let Some(lot) = &mut posting.lot {
            lot.unit.iter_mut().chain(lot.total.iter_mut()).for_each(&mut spell);
        }
    }
    journal.assertions.iter_mut().for_each(|one| spell(&mut one.amount));
    journal.prices.iter_mut().for_each(|(_, _, worth)| spell(worth));
}

/// The same in the smallest commodity that it is made of.
fn smallest(amount: &PlainAmount, scales: &BTreeMap<String, (Decimal, String)>) -> PlainAmount {
    let mut found = amount.clone();
    // A file may say that each of two is many of the other.
    for _ in 0..=scales.len() {
        let Some((many, smaller)) = scales.get(&found.commodity) else { break };
        let Some(number) = exact::multiply(found.number, *many) else { break };
        found = PlainAmount { number, commodity: smaller.clone() };
    }
    found
}
