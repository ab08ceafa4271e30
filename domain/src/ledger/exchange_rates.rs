//! Exchange rates: the value of one currency in another from a day on.
//!
//! A rate is never changed or deleted. A mistake is mended by recording another one for the same day: the latest
//! recorded counts from then on, and posted entries keep their rate. Neither inverse nor cross rates are ever derived.

use jiff::ToSpan;

use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::currencies;
use crate::rows::{ExchangeRate, RateType};
use crate::value::cell::IsoDate;
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Currency, CurrencyRef, Date};

/// Which rate is looked for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Wanted {
    pub from: Currency,
    pub to: Currency,
    pub rate_type: RateType,
    pub date: Date,
}

impl Wanted {
    /// The latest rate that is valid from this day or one before it, as long as the organization lets a rate be good;
    /// `None` where there is none.
    ///
    /// # Errors
    /// `Missing` where rates or settings are not loaded.
    pub fn in_effect<'b>(&self, book: &'b Book) -> Result<Option<&'b ExchangeRate>, Stop> {
        let earliest = self.earliest(book.organization()?.rate_max_age_days);
        Ok(book.rates(self.from, self.to, self.rate_type, earliest, self.date)?.last())
    }

    /// The keys that finding it needs.
    pub(crate) fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        if let Ok(organization) = book.organization() {
            let earliest = self.earliest(organization.rate_max_age_days);
            keys.push(Key::Rates(self.from, self.to, self.rate_type, earliest, self.date));
        }
    }

    fn earliest(&self, days: i64) -> Date {
        self.date.checked_sub(days.days()).unwrap_or(self.date)
    }

    /// The message if there is none.
    pub(crate) fn missing(&self) -> String {
        format!("{}, or give exchangeRate in the request", self.absent())
    }

    /// The same for who can give no rate in the request.
    fn absent(&self) -> String {
        format!(
            "there is no {} rate from {} to {} for {}: record one",
            self.rate_type.name(),
            self.from,
            self.to,
            IsoDate(self.date)
        )
    }
}

/// The rate in effect of a pair as somebody names it.
///
/// # Errors
/// `currency_not_usable` for an unknown currency, `rate_missing` where there is none.
pub fn in_effect(
    book: &Book,
    from: CurrencyRef,
    to: CurrencyRef,
    rate_type: RateType,
    date: Date,
) -> Result<ExchangeRate, Stop> {
    let mut findings = Findings::default();
    let from = findings.note(currencies::require(book, from, "fromCurrency"))?;
    let to = findings.note(currencies::require(book, to, "toCurrency"))?;
    findings.verdict()?;
    let (Some(from), Some(to)) = (from, to) else { return Err(Rejection::not_found().into()) };
    let wanted = Wanted { from, to, rate_type, date };
    match wanted.in_effect(book)? {
        Some(found) => Ok(found.clone()),
        None => {
            require_none_missing(&[wanted], "date")?;
            Err(Rejection::not_found().into())
        }
    }
}

/// Names the rates that are missing, each once, and offers the calls that record them.
pub(super) fn with_way_out(mut rejection: Rejection, missing: &[Wanted]) -> Rejection {
    if missing.is_empty() {
        return rejection;
    }
    let mut missing = missing.to_vec();
    missing.sort();
    missing.dedup();
    let pair = |wanted: &Wanted| {
        vec![
            ("fromCurrency", Value::from(wanted.from.code())),
            ("toCurrency", Value::from(wanted.to.code())),
            ("rateType", Value::from(wanted.rate_type.name())),
        ]
    };
    let told = missing.iter().map(|wanted| {
        let mut fields = pair(wanted);
        fields.push(("date", wanted.date.into()));
        Value::Object(fields)
    });
    rejection = rejection.with("missingRates", told.collect::<Vec<Value>>());
    for wanted in missing.iter().take(20) {
        let mut body = pair(wanted);
        body.extend([("validFrom", Value::from(wanted.date))]);
        let title = format!("Record the rate from {} to {}", wanted.from, wanted.to);
        rejection = rejection.offer("create-rate", title, "POST", "/accounting/exchange-rates").body(body);
    }
    rejection
}

/// Refuses with all rates that are missing, in one answer.
///
/// # Errors
/// `rate_missing`, where any is.
pub(crate) fn require_none_missing(missing: &[Wanted], pointer: &str) -> Result<(), Stop> {
    let Some(first) = missing.first() else { return Ok(()) };
    let more = match missing.len() {
        1 => String::new(),
        many => format!(" (and {} more: see context.missingRates)", many - 1),
    };
    let rejection = Rejection::new(Code::RateMissing, format!("{}{more}", first.absent())).at(pointer);
    Err(with_way_out(rejection, missing).into())
}
