//! Figures of a journal: every posting in minor units, and in base currency what it weighs there.

use std::collections::BTreeMap;

use domain::value::{Currency, Date, Decimal, round_half_up};

use super::currencies::Currencies;
use super::settle::Weighed;
use crate::plaintext::read::amount::PlainAmount;
use crate::plaintext::read::{PlainEntry, PlainJournal, PlainPosting, exact};
use crate::plaintext::tags::BASE_ONLY;

/// A posting in minor units, debits positive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Its currency.
    pub currency: Currency,
    /// In its currency.
    pub units: i64,
    /// In base currency.
    pub base: i64,
}

impl Figure {
    /// Whether it moves the base balance alone, as a revaluation does.
    #[must_use]
    pub fn is_base_only(&self) -> bool {
        self.units == 0 && self.base != 0
    }
}

/// The figures of every entry, posting by posting. Faults are noted in the journal, and their entries have none.
#[must_use]
pub fn of(journal: &mut PlainJournal, weighed: &[Vec<Weighed>], currencies: &Currencies) -> Vec<Vec<Figure>> {
    let mut faults = Vec::new();
    let mut values = Values::of(journal, currencies);
    let mut order: Vec<usize> = (0..journal.entries.len()).collect();
    order.sort_by_key(|index| journal.entries[*index].date);
    let mut figures = vec![Vec::new(); journal.entries.len()];
    for index in order {
        let (entry, own) = (&journal.entries[index], weighed.get(index).map_or(&[][..], Vec::as_slice));
        match values.figures(entry, own) {
            Ok(own) => figures[index] = own,
            Err(fault) => faults.push(fault),
        }
    }
    let worthless = std::mem::take(&mut values.worthless);
    let base = currencies.base;
    for (name, line) in worthless {
        journal.note(
            line,
            format!(
                "{name} has no price in {base} here: its amounts are kept, and are worth nothing in {base}; write a \
                 price before them (`P 2010-01-31 {name} 1.50 {base}`), or behind them with @"
            ),
        );
    }
    faults.sort_by_key(|(line, _)| *line);
    faults.into_iter().for_each(|(line, why)| journal.tell(line, why));
    figures
}

type Fault = (u64, String);

/// What a commodity is worth in base currency: so much for so many.
type Worth = (i128, i128);

/// What commodities are worth while the days pass.
struct Values<'c> {
    currencies: &'c Currencies,
    prices: Vec<(Date, String, PlainAmount)>,
    /// By the last posting that says so.
    last: BTreeMap<String, (Decimal, Decimal)>,
    /// Commodities without a price, and where they come first.
    worthless: BTreeMap<String, u64>,
}

impl<'c> Values<'c> {
    fn of(journal: &PlainJournal, currencies: &'c Currencies) -> Self {
        let mut prices: Vec<_> =
            journal.prices.iter().filter(|(_, _, worth)| currencies.is_base(&worth.commodity)).cloned().collect();
        prices.sort_by_key(|(date, ..)| *date);
        Self { currencies, prices, last: BTreeMap::new(), worthless: BTreeMap::new() }
    }

    fn figures(&mut self, entry: &PlainEntry, weighed: &[Weighed]) -> Result<Vec<Figure>, Fault> {
        let base = self.currencies.base;
        let worths = self.worths(entry, weighed);
        let mut figures = Vec::with_capacity(weighed.len());
        let mut sum: i128 = 0;
        for (posting, one) in entry.postings.iter().zip(weighed) {
            let fault = |why: String| (posting.line, why);
            let mut figure = self.figure(posting, one).map_err(fault)?;
            if figure.currency != base && figure.units != 0 {
                let in_base =
                    worths.get(&one.weight.commodity).and_then(|worth| in_base(one.weight.number, *worth, base));
                figure.base = in_base.ok_or_else(|| fault("the price is out of range".to_owned()))?;
                if self.currencies.is_base(&one.weight.commodity) {
                    self.last.insert(one.amount.commodity.clone(), (one.amount.number, one.weight.number));
                }
            }
            sum += i128::from(figure.base);
            figures.push(figure);
        }
        if sum != 0 {
            // What rounding leaves goes to the largest amount of another currency, which keeps its own figure.
            let places = figures.iter_mut().filter(|figure| figure.currency != base && figure.units != 0);
            let largest = places.max_by_key(|figure| figure.base.unsigned_abs());
            let bound = i128::try_from(weighed.len()).unwrap_or(i128::MAX);
            let rest = i64::try_from(-sum).ok().filter(|_| sum.abs() <= bound);
            let (Some(figure), Some(rest)) = (largest, rest) else {
                let sum = Decimal { unscaled: sum, scale: base.decimals() };
                return Err((
                    entry.line,
                    format!("does not balance: its postings add up to {sum} {base} instead of 0"),
                ));
            };
            figure.base += rest;
            let is_turned = figure.base != 0 && (figure.base < 0) != (figure.units < 0);
            if is_turned {
                return Err((entry.line, "is too small to have a value in base currency on both sides".to_owned()));
            }
        }
        Ok(figures)
    }

    /// The figure of a posting, whose base amount is that of the base currency alone.
    fn figure(&self, posting: &PlainPosting, one: &Weighed) -> Result<Figure, String> {
        let base = self.currencies.base;
        let currency = self.currencies.named(&one.amount.commodity)?;
        let number =
            if one.is_inferred { exact::rounded(one.amount.number, currency.decimals()) } else { one.amount.number };
        let units = number
            .to_units(currency.decimals())
            .map_err(|error| format!("{} {currency}: {error}", one.amount.number))?;
        if let Some(of) = posting.tags.get(BASE_ONLY) {
            if currency != base {
                return Err(format!("has the tag {BASE_ONLY} and must be an amount in the base currency {base}"));
            }
            return Ok(Figure { currency: self.currencies.named(of)?, units: 0, base: units });
        }
        Ok(Figure { currency, units, base: if currency == base { units } else { 0 } })
    }

    /// What one of each commodity that this entry's postings weigh is worth: as the entry itself exchanges them, else by
    /// the prices of the file.
    fn worths(&mut self, entry: &PlainEntry, weighed: &[Weighed]) -> BTreeMap<String, Worth> {
        let base = self.currencies.base;
        let one = 10_i128.pow(u32::from(base.decimals()));
        let mut sums: BTreeMap<&str, Decimal> = BTreeMap::new();
        for own in weighed {
            let sum = sums.entry(&own.weight.commodity).or_insert(Decimal { unscaled: 0, scale: 0 });
            *sum = exact::add(*sum, own.weight.number).unwrap_or(*sum);
        }
        let mut worths: BTreeMap<String, Worth> = BTreeMap::new();
        // Amounts in base currency with a price in another one say what that is worth.
        let zero = Decimal { unscaled: 0, scale: 0 };
        let mut priced: BTreeMap<&str, (Decimal, Decimal)> = BTreeMap::new();
        for own in weighed.iter().filter(|own| {
            self.currencies.is_base(&own.amount.commodity) && !self.currencies.is_base(&own.weight.commodity)
        }) {
            let (weight, in_base) = priced.entry(&own.weight.commodity).or_insert((zero, zero));
            *weight = exact::add(*weight, own.weight.number).unwrap_or(*weight);
            *in_base = exact::add(*in_base, own.amount.number).unwrap_or(*in_base);
        }
        let told: Vec<String> = priced.keys().map(|name| (*name).to_owned()).collect();
        for (name, prices) in priced {
            self.last.insert(name.to_owned(), prices);
        }
        for name in sums.keys() {
            let worth = if self.currencies.is_base(name) {
                Some((one, 1))
            } else if told.iter().any(|one| one == name) {
                self.last_price(name, one)
            } else {
                self.price(name, entry, one)
            };
            worths.extend(worth.map(|worth| ((*name).to_owned(), worth)));
        }
        let left: Vec<(&str, Decimal)> =
            sums.iter().filter(|(_, sum)| sum.unscaled != 0).map(|(name, sum)| (*name, *sum)).collect();
        if let [(first, one_sum), (second, other_sum)] = left.as_slice()
            && (one_sum.unscaled < 0) != (other_sum.unscaled < 0)
        {
            // An exchange: one is worth what the other is.
            let is_known = |name: &str| worths.contains_key(name);
            let gives = if self.currencies.is_base(second) || (is_known(second) && !self.currencies.is_base(first)) {
                Some((*first, one_sum, *second, other_sum))
            } else if is_known(first) {
                Some((*second, other_sum, *first, one_sum))
            } else {
                None
            };
            let through = gives.and_then(|(wanted, wanted_sum, known, known_sum)| {
                let (units, of) = *worths.get(known)?;
                let scale = wanted_sum.scale.max(known_sum.scale);
                let at = |sum: &Decimal| {
                    sum.unscaled.unsigned_abs().checked_mul(10_u128.checked_pow(u32::from(scale - sum.scale))?)
                };
                let (top, below) = (i128::try_from(at(known_sum)?).ok()?, i128::try_from(at(wanted_sum)?).ok()?);
                Some((wanted.to_owned(), (units.checked_mul(top)?, of.checked_mul(below)?)))
            });
            worths.extend(through);
        }
        for own in weighed {
            if !worths.contains_key(&own.weight.commodity) && own.weight.number.unscaled != 0 {
                self.worthless.entry(own.weight.commodity.clone()).or_insert(entry.line);
            }
        }
        for name in sums.keys() {
            worths.entry((*name).to_owned()).or_insert((0, 1));
        }
        worths
    }

    /// The price of a commodity on the day of an entry.
    fn price(&self, name: &str, entry: &PlainEntry, one: i128) -> Option<Worth> {
        let told = self.prices.iter().rev().find(|(date, of, _)| *date <= entry.date && of == name);
        match told {
            Some((_, _, worth)) => ratio(Decimal { unscaled: 1, scale: 0 }, exact::rounded(worth.number, 9), one),
            None => self.last_price(name, one),
        }
    }

    /// The price that the last posting gave.
    fn last_price(&self, name: &str, one: i128) -> Option<Worth> {
        self.last.get(name).and_then(|(number, worth)| ratio(exact::absolute(*number), exact::absolute(*worth), one))
    }
}

/// So much in base currency for so many.
fn ratio(number: Decimal, worth: Decimal, one: i128) -> Option<Worth> {
    let (number, worth) = (exact::trimmed(number), exact::trimmed(worth));
    let scale = number.scale.max(worth.scale);
    let at = |number: Decimal| number.unscaled.checked_mul(10_i128.checked_pow(u32::from(scale - number.scale))?);
    Some((at(worth)?.checked_mul(one)?, at(number)?)).filter(|(_, below)| *below > 0)
}

/// A number of a commodity in units of base currency, rounded once.
fn in_base(number: Decimal, worth: Worth, base: Currency) -> Option<i64> {
    let (units, of) = worth;
    // Digits far beyond those of any currency count for nothing, and make room.
    let number = exact::trimmed(exact::rounded(number, base.decimals() + 12));
    let top = number.unscaled.checked_mul(units)?;
    let below = of.checked_mul(10_i128.checked_pow(u32::from(number.scale))?)?;
    i64::try_from(round_half_up(top, below)?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::settle;
    use super::*;
    use crate::plaintext::PlainFormat;
    use crate::plaintext::read::read;

    /// Currency, units and base of each posting.
    type Told = Vec<(String, i64, i64)>;

    fn told(text: &str, format: PlainFormat) -> (Vec<Told>, Vec<String>) {
        let mut journal = read(text.as_bytes(), format);
        let there = [serde_json::json!({"code": "BTC", "decimals": 8})];
        let mut currencies = Currencies::of("GBP", &there, &journal).unwrap();
        let weighed = settle::settle(&mut journal, &currencies);
        currencies.complete(weighed.iter().flatten().map(|one| &one.amount));
        let figures = of(&mut journal, &weighed, &currencies);
        let told = |one: &Figure| (one.currency.to_string(), one.units, one.base);
        (
            figures.iter().map(|own| own.iter().map(told).collect()).collect(),
            journal.problems.iter().map(ToString::to_string).collect(),
        )
    }

    fn entry(postings: &str) -> (Told, Vec<String>) {
        let lines: String = postings.split(" / ").map(|posting| format!("    {posting}\n")).collect();
        let (mut figures, problems) = told(&format!("2010-01-01 x\n{lines}"), PlainFormat::Hledger);
        (figures.pop().unwrap(), problems)
    }

    #[test]
    fn what_is_left_out_is_inferred_and_prices_give_the_base() {
        let gbp = |units| ("GBP".to_owned(), units, units);
        assert_eq!(entry("a  5 GBP / b"), (vec![gbp(500), gbp(-500)], vec![]));
        assert_eq!(entry("a  5 / b  -5.00").0, vec![gbp(500), gbp(-500)]);
        let units = |units, base| ("UNITS".to_owned(), units, base);
        assert_eq!(entry("a  5 / b  -6.00 GBP").0, vec![units(5, 600), gbp(-600)], "another commodity");
        assert_eq!(
            entry("a  2 X / b  -1 X / c  -3.00 GBP").0[..2],
            [("XXX".to_owned(), 2, 600), ("XXX".to_owned(), -1, -300)]
        );
        assert_eq!(entry("a  -20 GBP @ 7.53 X / b  150.60 X").0, vec![gbp(-2_000), ("XXX".to_owned(), 1_506, 2_000)]);
        assert_eq!(entry("a  7 X / b").0[1], ("XXX".to_owned(), -7, 0), "without a price");
        assert_eq!(entry("a  3 X @ 5 Y / b").0[1], ("YXX".to_owned(), -15, 0));
        assert_eq!(
            entry("a  -60 USD @@ 48.01 GBP / b  48.01 GBP"),
            (vec![("USD".to_owned(), -6_000, -4_801), gbp(4_801)], vec![])
        );
        assert_eq!(entry("a  3 USD @ 0.335 GBP / b").0, vec![("USD".to_owned(), 300, 101), gbp(-101)]);
        assert_eq!(entry("a  1500 JPY @@ 8.12 GBP / b").0[0], ("JPY".to_owned(), 1_500, 812));
        assert_eq!(entry("a  0.00012345 BTC @@ 3.70 GBP / b").0[0], ("BTC".to_owned(), 12_345, 370));
        assert_eq!(entry("a  5 GBP  ; base-only: USD / b  -5 GBP").0, vec![("USD".to_owned(), 0, 500), gbp(-500)]);
    }

    #[test]
    fn what_cannot_be_right_is_told_by_line() {
        for (postings, words) in [
            ("a  5 GBP / b  -4 GBP", "line 1: does not balance: its postings add up to 1.00 GBP"),
            ("a  5 GBP / b / c", "line 4: is the second posting"),
            ("a  5 USD @@ 3 GBP  ; base-only: USD / b", "line 2: has the tag base-only"),
            ("a  5 GBP  ; base-only: XYZZ / b", "line 2: XYZZ is no currency"),
            ("a  0.000000001 BTC @@ 1 GBP / b", "line 2: 0.000000001 BTC: too many decimals"),
            ("a  5.001 GBP / b", "too many decimals"),
            ("a  99999999999999999999 GBP / b", "out of range"),
        ] {
            let problems = entry(postings).1;
            assert!(problems.len() == 1 && problems[0].contains(words), "{postings}: {problems:?}");
        }
    }

    #[test]
    fn asserted_balances_are_checked_in_the_order_of_days() {
        let journal = "2010-02-01 later\n    a:x  5 GBP = 12 GBP\n    b\n\n2010-01-01 earlier\n    a:x  7 GBP = 7 GBP\n    b  -7 GBP =* -8 GBP\n";
        let problems = told(journal, PlainFormat::Hledger).1;
        assert_eq!(
            problems,
            ["line 7: the file asserts that b has -8.00 GBP here, but its entries add up to -7.00 GBP"]
        );
        let journal = "2010-01-01 open A:X\n2010-01-05 * \"x\"\n  A:X  5 GBP\n  B:Y\n2010-01-05 balance A 0 GBP\n2010-01-06 balance A 5 GBP\n2010-01-06 balance A 6 GBP\n";
        let problems = told(journal, PlainFormat::Beancount).1;
        assert_eq!(problems, ["line 7: the file asserts that A has 6.00 GBP here, but its entries add up to 5.00 GBP"]);
    }
}
