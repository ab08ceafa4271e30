//! Figures of a journal: every posting in minor units, missing amounts inferred, entries balanced, balances asserted.

use std::collections::BTreeMap;

use domain::value::{Currency, Decimal, round_half_up};

use super::currencies::Currencies;
use crate::plaintext::read::amount::PlainAmount;
use crate::plaintext::read::{Assertion, PlainEntry, PlainJournal, PlainPosting, Price};
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
pub fn of(journal: &mut PlainJournal, currencies: &Currencies) -> Vec<Vec<Figure>> {
    let mut faults = Vec::new();
    let figures: Vec<Vec<Figure>> = journal
        .entries
        .iter()
        .map(|entry| {
            balanced(entry, currencies).unwrap_or_else(|fault| {
                faults.push(fault);
                Vec::new()
            })
        })
        .collect();
    check_assertions(journal, &figures, currencies, &mut faults);
    faults.sort_by_key(|(line, _)| *line);
    faults.into_iter().for_each(|(line, why)| journal.tell(line, why));
    figures
}

type Fault = (u64, String);

fn balanced(entry: &PlainEntry, currencies: &Currencies) -> Result<Vec<Figure>, Fault> {
    let base = currencies.base;
    let mut figures = Vec::with_capacity(entry.postings.len());
    let mut left_out: Option<usize> = None;
    let mut sum: i128 = 0;
    for (place, posting) in entry.postings.iter().enumerate() {
        let told = figure(posting, currencies).map_err(|why| (posting.line, why))?;
        if told.is_none() && left_out.replace(place).is_some() {
            return Err((
                posting.line,
                "is the second posting of this entry without an amount: only one can be inferred".to_owned(),
            ));
        }
        let figure = told.unwrap_or(Figure { currency: base, units: 0, base: 0 });
        sum += i128::from(figure.base);
        figures.push(figure);
    }
    if let Some(place) = left_out {
        let rest = i64::try_from(-sum).map_err(|_| (entry.line, "the sum of this entry is out of range".to_owned()))?;
        figures[place] = Figure { currency: base, units: rest, base: rest };
        sum = 0;
    }
    if sum != 0 {
        let sum = Decimal { unscaled: sum, scale: base.decimals() };
        return Err((entry.line, format!("does not balance: its postings add up to {sum} {base} instead of 0")));
    }
    Ok(figures)
}

/// The figure of a posting; `None` if it has no amount.
fn figure(posting: &PlainPosting, currencies: &Currencies) -> Result<Option<Figure>, String> {
    let base = currencies.base;
    let Some(amount) = &posting.amount else { return Ok(None) };
    let currency = currency(amount, currencies)?;
    let units = units(amount, currency)?;
    if let Some(of) = posting.tags.get(BASE_ONLY) {
        if currency != base {
            return Err(format!("has the tag {BASE_ONLY} and must be an amount in the base currency {base}"));
        }
        return Ok(Some(Figure { currency: currencies.named(of)?, units: 0, base: units }));
    }
    if currency == base {
        return Ok(Some(Figure { currency, units, base: units }));
    }
    let in_base = match &posting.price {
        None if units == 0 => 0,
        None => {
            return Err(format!(
                "is in {currency} without a price: write the total in {base} with @@, or the unit price with @"
            ));
        }
        Some(Price::Total(total)) => {
            let total = self::units(total, in_base(total, currencies)?)?.unsigned_abs();
            let total = i64::try_from(total).map_err(|_| "the price is out of range".to_owned())?;
            if units < 0 { -total } else { total }
        }
        Some(Price::Unit(unit)) => {
            in_base(unit, currencies)?;
            converted(amount.number, unit.number, base).ok_or_else(|| "the price is out of range".to_owned())?
        }
    };
    Ok(Some(Figure { currency, units, base: in_base }))
}

fn currency(amount: &PlainAmount, currencies: &Currencies) -> Result<Currency, String> {
    if amount.commodity.is_empty() {
        return Ok(currencies.base);
    }
    currencies.named(&amount.commodity)
}

fn in_base(price: &PlainAmount, currencies: &Currencies) -> Result<Currency, String> {
    let base = currencies.base;
    match currency(price, currencies)? {
        found if found == base => Ok(base),
        other => Err(format!("its price is in {other}: write it in the base currency {base}")),
    }
}

fn units(amount: &PlainAmount, currency: Currency) -> Result<i64, String> {
    amount.number.to_units(currency.decimals()).map_err(|error| format!("{} {currency}: {error}", amount.number))
}

/// Amount times price, rounded once.
fn converted(amount: Decimal, price: Decimal, base: Currency) -> Option<i64> {
    let unscaled = amount.unscaled.checked_mul(price.unscaled.checked_abs()?)?;
    let scale = u32::from(amount.scale) + u32::from(price.scale);
    let decimals = u32::from(base.decimals());
    if scale <= decimals {
        return i64::try_from(unscaled.checked_mul(10_i128.checked_pow(decimals - scale)?)?).ok();
    }
    i64::try_from(round_half_up(unscaled, 10_i128.checked_pow(scale - decimals)?)?).ok()
}

/// Balances while the days pass, by currency and account.
#[derive(Default)]
struct Running(BTreeMap<Currency, BTreeMap<String, i128>>);

impl Running {
    /// Like the program that wrote the file: a line of base balance alone is an amount in base currency there.
    fn add(&mut self, posting: &PlainPosting, figure: Figure, base: Currency) {
        let (currency, units) =
            if figure.is_base_only() { (base, figure.base) } else { (figure.currency, figure.units) };
        let accounts = self.0.entry(currency).or_default();
        *accounts.entry(posting.account.clone()).or_default() += i128::from(units);
    }

    fn of(&self, account: &str, currency: Currency, includes_below: bool) -> i128 {
        let Some(accounts) = self.0.get(&currency) else { return 0 };
        let own = accounts.get(account).copied().unwrap_or(0);
        if !includes_below {
            return own;
        }
        // A semicolon follows the colon: the accounts below stand between them.
        own + accounts.range(format!("{account}:")..format!("{account};")).map(|(_, units)| units).sum::<i128>()
    }
}

/// Walks through the days once, and looks at every assertion in its place.
fn check_assertions(journal: &PlainJournal, figures: &[Vec<Figure>], currencies: &Currencies, faults: &mut Vec<Fault>) {
    let mut assertions: Vec<&Assertion> = journal.assertions.iter().collect();
    // Those that begin a day come before its entries.
    assertions.sort_by_key(|one| (one.date, one.entries_before.map_or(0, |entries| entries + 1), one.postings));
    let mut order: Vec<usize> = (0..journal.entries.len()).collect();
    order.sort_by_key(|index| journal.entries[*index].date);
    let mut running = Running::default();
    let mut next = assertions.into_iter().peekable();
    for index in order {
        let (entry, own) = (&journal.entries[index], &figures[index]);
        while let Some(one) = next.next_if(|one| one.entries_before.is_none() && one.date <= entry.date) {
            check(one, &running, currencies, faults);
        }
        for (place, (posting, figure)) in entry.postings.iter().zip(own).enumerate() {
            running.add(posting, *figure, currencies.base);
            let is_here = |one: &&Assertion| one.entries_before == Some(index) && one.postings == place + 1;
            while let Some(one) = next.next_if(is_here) {
                check(one, &running, currencies, faults);
            }
        }
        // Of an entry that is wrong itself nothing can be said.
        while next.next_if(|one| one.entries_before == Some(index)).is_some() {}
    }
    next.for_each(|one| check(one, &running, currencies, faults));
}

fn check(one: &Assertion, running: &Running, currencies: &Currencies, faults: &mut Vec<Fault>) {
    let wanted = currency(&one.amount, currencies).and_then(|currency| Ok((currency, units(&one.amount, currency)?)));
    match wanted {
        Err(why) => faults.push((one.line, why)),
        Ok((currency, wanted)) => {
            let found = running.of(&one.account, currency, one.includes_below);
            if found != i128::from(wanted) {
                let found = Decimal { unscaled: found, scale: currency.decimals() };
                let account = &one.account;
                let why = format!(
                    "the file asserts that {account} has {} {currency} here, but its entries add up to {found} \
                     {currency}",
                    one.amount.number
                );
                faults.push((one.line, why));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plaintext::PlainFormat;
    use crate::plaintext::read::read;

    /// Currency, units and base of each posting.
    type Told = Vec<(String, i64, i64)>;

    fn told(text: &str, format: PlainFormat) -> (Vec<Told>, Vec<String>) {
        let mut journal = read(text.as_bytes(), format);
        let there = [serde_json::json!({"code": "BTC", "decimals": 8})];
        let currencies = Currencies::of("GBP", &there, &journal).unwrap();
        let figures = of(&mut journal, &currencies);
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
        assert_eq!(entry("a  5 / b  -5.00 GBP").0, vec![gbp(500), gbp(-500)]);
        assert_eq!(
            entry("a  -60 USD @@ 48.01 GBP / b  48.01"),
            (vec![("USD".to_owned(), -6_000, -4_801), gbp(4_801)], vec![])
        );
        assert_eq!(entry("a  3 USD @ 0.335 GBP / b").0, vec![("USD".to_owned(), 300, 101), gbp(-101)]);
        assert_eq!(entry("a  1500 JPY @@ 8.12 GBP / b").0[0], ("JPY".to_owned(), 1_500, 812));
        assert_eq!(entry("a  0.00012345 BTC @@ 3.70 GBP / b").0[0], ("BTC".to_owned(), 12_345, 370));
        assert_eq!(entry("a  5 GBP  ; base-only: USD / b  -5").0, vec![("USD".to_owned(), 0, 500), gbp(-500)]);
    }

    #[test]
    fn what_cannot_be_right_is_told_by_line() {
        for (postings, words) in [
            ("a  5 GBP / b  -4 GBP", "line 1: does not balance: its postings add up to 1.00 GBP"),
            ("a  5 GBP / b / c", "line 4: is the second posting"),
            ("a  5 USD / b", "line 2: is in USD without a price"),
            ("a  5 USD @ 3 EUR / b", "line 2: its price is in EUR"),
            ("a  5 XYZZ / b", "line 2: XYZZ is not a currency of ISO 4217, such as GBP"),
            ("a  5 USD @@ 3 GBP  ; base-only: USD / b", "line 2: has the tag base-only"),
            ("a  5 GBP  ; base-only: XYZZ / b", "line 2: XYZZ is not a currency"),
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
        assert_eq!(problems, ["line 7: the file asserts that b has -8 GBP here, but its entries add up to -7.00 GBP"]);
        let journal = "2010-01-01 open A:X\n2010-01-05 * \"x\"\n  A:X  5 GBP\n  B:Y\n2010-01-05 balance A 0 GBP\n2010-01-06 balance A 5 GBP\n2010-01-06 balance A 6 GBP\n";
        let problems = told(journal, PlainFormat::Beancount).1;
        assert_eq!(problems, ["line 7: the file asserts that A has 6 GBP here, but its entries add up to 5.00 GBP"]);
    }
}
