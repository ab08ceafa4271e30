//! Exchange rates: what one currency was worth in another from a day on.
//!
//! A rate is never changed or deleted. Who was mistaken records another one for the same day: the latest recorded
//! counts from then on, and entries that were posted keep the rate that they have. Neither inverse nor cross rates are
//! ever derived.

pub mod create;
pub mod import;

use jiff::ToSpan;

use super::currencies;
use crate::book::{Book, Key};
use crate::findings::Findings;
use crate::rejection::{Code, Rejection, Value};
use crate::stop::Stop;
use crate::value::cell::IsoDate;
use crate::value::id::{ExchangeRateId, PrincipalId};
use crate::value::{Currency, CurrencyRef, Date, Instant, Rate};
use crate::{named_enum, rows};

named_enum! {
    /// What a rate is a rate of.
    RateType {
        /// Of its day: entries and, where nothing else is said, revaluations.
        Spot = "spot",
        /// Of the last day of a period, where that is told apart.
        Closing = "closing",
        /// Of a stretch of time.
        Average = "average",
    }
}

rows! {
    /// A rate from a day on. Never updated, never deleted.
    ExchangeRate in "exchange_rates" (63 v 1, Books) key {
        from_currency: Currency,
        to_currency: Currency,
        rate_type: RateType,
        valid_from: Date,
        /// Later ones of the same day count.
        id: ExchangeRateId,
    } {
        /// Units of `to_currency` per unit of `from_currency`.
        rate: Rate,
        /// Who says so (`ECB`).
        source: Option<String>,
        created_at: Instant,
        created_by: PrincipalId,
    }
}

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

    /// What must be loaded to find it.
    pub(super) fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        if let Ok(organization) = book.organization() {
            let earliest = self.earliest(organization.rate_max_age_days);
            keys.push(Key::Rates(self.from, self.to, self.rate_type, earliest, self.date));
        }
    }

    fn earliest(&self, days: i64) -> Date {
        self.date.checked_sub(days.days()).unwrap_or(self.date)
    }

    /// What is said where there is none.
    pub(super) fn missing(&self) -> String {
        format!(
            "there is no {} rate from {} to {} for {}: record one, or give exchangeRate with what you send",
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
    (from, to): (CurrencyRef, CurrencyRef),
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
        body.extend([("validFrom", Value::from(wanted.date)), ("rate", Value::from(""))]);
        let title = format!("Record the rate from {} to {}", wanted.from, wanted.to);
        rejection = rejection.offer("create-rate", title, "POST", "/accounting/exchange-rates").body(body);
    }
    rejection
}

/// Refuses with all rates that are missing, in one answer.
///
/// # Errors
/// `rate_missing`, where any is.
pub(super) fn require_none_missing(missing: &[Wanted], pointer: &str) -> Result<(), Stop> {
    let Some(first) = missing.first() else { return Ok(()) };
    let more = match missing.len() {
        1 => String::new(),
        many => format!(" (and {} more: see context.missingRates)", many - 1),
    };
    let rejection = Rejection::new(Code::RateMissing, format!("{}{more}", first.missing())).at(pointer);
    Err(with_way_out(rejection, missing).into())
}
