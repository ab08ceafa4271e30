//! Foreign lines in base currency: at the written rate, else at the one in effect, or as the caller states.
//!
//! Invariant: the rest of converting is at most half a minor unit per converted line, and stands on a line of its own
//! on the rounding account.

#[cfg(test)]
mod tests;

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::accounts::designated;
use crate::ledger::currencies;
use crate::ledger::dimensions::lines;
use crate::ledger::entries::draft::{NewLine, amount};
use crate::ledger::entries::rules::blank_line;
use crate::ledger::exchange_rates::{Wanted, with_way_out};
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{Entry, Line, RateType};
use crate::value::rejection::{Code, Fault, Rejection};
use crate::value::{Currency, Date, Decimal, Rate, limits};

/// The conversion of one entry's lines.
pub(super) struct Conversion<'a> {
    book: &'a Book,
    entry: &'a Entry,
    base: Currency,
    /// How many lines were converted here.
    converted: u32,
    missing: Vec<Wanted>,
}

impl<'a> Conversion<'a> {
    pub(crate) fn new(book: &'a Book, entry: &'a Entry) -> Result<Self, Stop> {
        let base = book.organization()?.base_currency;
        Ok(Self { book, entry, base, converted: 0, missing: Vec::new() })
    }

    /// A line's amount in base currency, and the rate that it came by.
    pub(crate) fn of(
        &mut self,
        index: usize,
        draft: &DraftLine,
        faults: &mut Vec<Fault>,
    ) -> Result<(i64, Option<Rate>), Stop> {
        let amount = draft.debit.max(draft.credit);
        if draft.currency == self.base || amount == 0 {
            return Ok((amount, None));
        }
        if let Some(base) = draft.base {
            return Ok((base, draft.exchange_rate));
        }
        let Some(rate) = self.rate(draft)? else {
            let wanted = spot(draft.currency, self.base, self.entry.date);
            faults.push(Fault::new(format!("/lines/{index}/currency"), Code::RateMissing, wanted.missing()));
            self.missing.push(wanted);
            return Ok((0, None));
        };
        let Some(base) = converted(amount, draft.currency, rate, self.base) else {
            let message = format!("at the rate {rate} the amount is out of range in {}", self.base);
            faults.push(Fault::new(format!("/lines/{index}/exchangeRate"), Code::AmountOutOfRange, message));
            return Ok((0, None));
        };
        self.converted += 1;
        Ok((base, Some(rate)))
    }

    fn rate(&self, draft: &DraftLine) -> Result<Option<Rate>, Stop> {
        if let Some(rate) = written_rate(self.entry, draft) {
            return Ok(Some(rate));
        }
        Ok(spot(draft.currency, self.base, self.entry.date).in_effect(self.book)?.map(|found| found.rate))
    }

    /// The refusal of lines, with the rates that are missing.
    pub(crate) fn refused(&self, rejection: Rejection) -> Rejection {
        with_way_out(rejection, &self.missing)
    }

    /// Adds the rest as a line of its own, if it is within its bound. A larger one is left for the posting engine to
    /// refuse.
    pub(crate) fn round(&self, lines: &mut Vec<Line>) -> Result<(), Stop> {
        let net: i128 = lines.iter().map(|line| i128::from(line.base_debit) - i128::from(line.base_credit)).sum();
        if net == 0 || 2 * net.abs() > i128::from(self.converted) {
            return Ok(());
        }
        // Bounded by half the number of lines.
        let left = |net: i128| i64::try_from(net.max(0)).unwrap_or_default();
        let account = designated::rounding(self.book)?;
        let mut faults = Vec::new();
        let dimensions = lines::of_line(self.book, lines.len(), "", &account, self.entry, &mut faults)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(lines::with_way_out(rejection).into());
        }
        lines.push(Line {
            base_debit: left(-net),
            base_credit: left(net),
            description: Some("Rounding".to_owned()),
            dimensions,
            ..blank_line(account.id, self.base)
        });
        Ok(())
    }
}

/// The amount of a line in its own currency.
#[derive(Clone, Copy)]
pub(super) struct Own {
    pub debit: i64,
    pub credit: i64,
    pub currency: Currency,
}

/// Rate and base amount of a line as they are written, where they neither contradict the amount nor each other.
pub(super) fn written_base(
    line: &NewLine,
    index: usize,
    own: Own,
    base: Currency,
    faults: &mut Vec<Fault>,
) -> (Option<Rate>, Option<i64>) {
    let Own { debit, credit, currency } = own;
    if debit == 0
        && credit == 0
        && let Some(alone) = base_alone(line, index, base, faults)
    {
        return (line.exchange_rate, Some(alone));
    }
    let mut conflict = |field: &str, message: String| {
        faults.push(Fault::new(format!("/lines/{index}/{field}"), Code::ConversionConflict, message));
    };
    let one = Rate::parse("1").ok();
    if currency == base && line.exchange_rate.is_some() && line.exchange_rate != one {
        conflict("exchangeRate", format!("the line is in base currency {base}, so its rate is 1: leave it out"));
    }
    let (own, other) = if credit == 0 { ("baseDebit", "baseCredit") } else { ("baseCredit", "baseDebit") };
    let is_own = |field: &str| field == own && debit.max(credit) != 0;
    let mut given = None;
    for (field, written) in [("baseDebit", line.base_debit), ("baseCredit", line.base_credit)] {
        let Some(written) = written else { continue };
        if is_own(field) {
            given = Some(written);
        } else if written.unscaled != 0 {
            faults.push(Fault::new(
                format!("/lines/{index}/{field}"),
                Code::ConversionConflict,
                format!("a base amount must be on the side of its amount: leave {other} out, or send 0"),
            ));
        }
    }
    let given = given.map(|written| amount(Some(written), base, index, own, faults));
    let units = debit.max(credit);
    if currency == base {
        if let Some(given) = given.filter(|given| *given != units) {
            let told = Decimal::from_units(given, base.decimals());
            faults.push(Fault::new(
                format!("/lines/{index}/{own}"),
                Code::ConversionConflict,
                format!(
                    "the line is in base currency {base}, so its base amount is its own amount, not {told}: leave \
                     it out"
                ),
            ));
        }
        return (None, None);
    }
    if let (Some(rate), Some(given)) = (line.exchange_rate, given)
        && converted(units, currency, rate, base) != Some(given)
    {
        faults.push(Fault::new(
            format!("/lines/{index}/exchangeRate"),
            Code::ConversionConflict,
            format!("at the rate {rate} the amount does not equal the base amount: give only one of the two"),
        ));
    }
    (line.exchange_rate, given)
}

/// The base amount of a line without an amount of its own: debits above 0, credits below. Posting decides whether an
/// entry may have such a line.
fn base_alone(line: &NewLine, index: usize, base: Currency, faults: &mut Vec<Fault>) -> Option<i64> {
    let written = |side: Option<Decimal>| side.filter(|written| written.unscaled != 0);
    match (written(line.base_debit), written(line.base_credit)) {
        (Some(debit), None) => Some(amount(Some(debit), base, index, "baseDebit", faults)),
        (None, Some(credit)) => Some(-amount(Some(credit), base, index, "baseCredit", faults)),
        _ => None,
    }
}

/// A currency of one's own may have gone since the draft was written, or come back with other decimals.
pub(super) fn currency_gone(book: &Book, draft: &DraftLine, index: usize) -> Result<Option<Fault>, Stop> {
    if draft.currency.is_iso() {
        return Ok(None);
    }
    let pointer = format!("/lines/{index}/currency");
    Ok(match currencies::named(book, draft.currency.code(), &pointer)? {
        Ok(now) if now == draft.currency => None,
        Ok(now) => {
            let message = format!(
                "{now} now has {} decimals, unlike when the draft was written: send the line again",
                now.decimals()
            );
            Some(Fault::new(pointer, Code::CurrencyNotUsable, message))
        }
        Err(fault) => Some(fault),
    })
}

/// Lines that share one foreign currency balance in it, too.
pub(super) fn require_own_balance(lines: &[Line], base: Currency) -> Result<(), Stop> {
    let Some(currency) = lines.first().map(|line| line.currency) else { return Ok(()) };
    if currency == base || lines.iter().any(|line| line.currency != currency) {
        return Ok(());
    }
    let sum = |side: fn(&Line) -> i64| lines.iter().map(|line| i128::from(side(line))).sum::<i128>();
    let (debit, credit) = (sum(|line| line.debit), sum(|line| line.credit));
    if debit == credit {
        return Ok(());
    }
    let text = |units: i128| Decimal { unscaled: units, scale: currency.decimals() }.to_string();
    let difference = text((debit - credit).abs());
    let message =
        format!("in {currency}, debits are {} and credits {}: they differ by {difference}", text(debit), text(credit));
    Err(Rejection::new(Code::EntryUnbalanced, message)
        .at("/lines")
        .with("currency", currency.code())
        .with("totalDebit", text(debit))
        .with("totalCredit", text(credit))
        .with("difference", difference)
        .into())
}

/// The base amount of a draft's line as far as the line itself states it: 0 if it waits for a rate.
pub(super) fn provisional(entry: &Entry, draft: &DraftLine) -> i64 {
    let amount = draft.debit.max(draft.credit);
    if draft.currency == entry.currency {
        return amount;
    }
    let at_rate = |rate| converted(amount, draft.currency, rate, entry.currency);
    draft.base.or_else(|| written_rate(entry, draft).and_then(at_rate)).unwrap_or(0)
}

/// An amount in base currency, where it is within the range of lines.
pub(crate) fn converted(amount: i64, from: Currency, rate: Rate, base: Currency) -> Option<i64> {
    let base = rate.convert(amount, from.decimals(), base.decimals())?;
    Some(base).filter(|units| *units <= limits::LINE_AMOUNT_MINOR)
}

/// The rate that a line would ask for.
pub(crate) fn hint(book: &Book, currency: Option<&str>, date: Date, keys: &mut Vec<Key>) {
    let (Some(code), Ok(organization)) = (currency, book.organization()) else { return };
    match Currency::parse(code) {
        None => keys.push(Key::Currencies),
        Some(currency) if currency != organization.base_currency => {
            spot(currency, organization.base_currency, date).hint(book, keys);
        }
        Some(_) => {}
    }
}

/// The line's own rate, else the entry's where it is in the entry's currency.
fn written_rate(entry: &Entry, draft: &DraftLine) -> Option<Rate> {
    draft.exchange_rate.or_else(|| entry.exchange_rate.filter(|_| draft.currency == entry.transaction_currency))
}

fn spot(from: Currency, to: Currency, date: Date) -> Wanted {
    Wanted { from, to, rate_type: RateType::Spot, date }
}
