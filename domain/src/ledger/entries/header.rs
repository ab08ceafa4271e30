//! Rules of an entry's fields that are not on its lines: period, currency, rate, external id, the day of its reversal.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::ledger::currencies;
use crate::value::cell::IsoDate;
use crate::value::id::{EntryId, PeriodId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, Rate, Sought};

/// A reversal of itself is scheduled for a later day than the entry's own.
pub(crate) fn require_later(auto_reverse_on: Option<Date>, date: Date) -> Result<(), Stop> {
    match auto_reverse_on {
        Some(day) if day <= date => {
            let message = format!(
                "an entry of {} cannot be reversed on {}: choose a later day, or leave it out",
                IsoDate(date),
                IsoDate(day)
            );
            Err(Rejection::new(Code::DateBeforeEntry, message).at("/autoReverseOn").with("entryDate", date).into())
        }
        _ => Ok(()),
    }
}

/// The adjustment period that the caller names.
pub(crate) fn require_named_period(book: &Book, sought: Option<&Sought<PeriodId>>) -> Result<Option<PeriodId>, Stop> {
    let Some(sought) = sought else { return Ok(None) };
    let found = sought.find(|id| book.period(id))?.map(|period| period.id);
    let unknown =
        || Rejection::new(Code::UnknownReference, format!("there is no period with the id {sought}")).at("/periodId");
    found.ok_or_else(|| unknown().into()).map(Some)
}

/// The currency that the entry gives its lines; the base currency where it names none.
pub(crate) fn require_currency(book: &Book, code: Option<&str>) -> Result<Currency, Stop> {
    let base = book.organization()?.base_currency;
    let Some(code) = code else { return Ok(base) };
    let found = currencies::named(book, code, "/currency")?;
    found.map_err(|fault| Rejection::new(fault.code, fault.message).at(fault.pointer).into())
}

/// A rate leads from another currency to the base currency.
pub(crate) fn require_rate_makes_sense(rate: Option<Rate>, currency: Currency, base: Currency) -> Result<(), Stop> {
    if rate.is_none() || currency != base || rate == Rate::parse("1").ok() {
        return Ok(());
    }
    let message = format!(
        "the entry is in base currency {base}, so its rate is 1: leave it out, or choose another \
         currency"
    );
    Err(Rejection::new(Code::ConversionConflict, message).at("/exchangeRate").into())
}

/// No living entry has this external id yet, but for the one that is edited or replaced.
pub(crate) fn require_free_external_id(
    book: &Book,
    source: &str,
    external_id: Option<&str>,
    edited: Option<EntryId>,
) -> Result<(), Stop> {
    let Some(external_id) = external_id else { return Ok(()) };
    match book.entry_by_external(source, external_id)? {
        Some(other) if Some(other) != edited => {
            let message = format!(
                "there is already an entry with the external id {external_id}: use that entry, or \
                 another external id"
            );
            Err(Rejection::new(Code::DuplicateExternalId, message)
                .at("/externalId")
                .with("id", other.to_string())
                .offer("existing", "See the entry that has it", "GET", format!("/accounting/journal-entries/{other}"))
                .into())
        }
        _ => Ok(()),
    }
}
