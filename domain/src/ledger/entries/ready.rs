//! From a checked draft to what posting takes.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::closing::periods;
use crate::ledger::entries::{approval, draft};
use crate::ledger::posting;
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{Entry, EntryType, Line, Period};
use crate::value::Date;
use crate::value::cell::IsoDate;
use crate::value::rejection::{Code, Rejection};

/// Posts a checked draft that needs no approval: period, lines, number, balances.
pub(crate) fn post(book: &mut Book, ctx: &Context, entry: Entry, drafts: &[DraftLine]) -> Result<Entry, Stop> {
    let (posting, period) = posting(book, ctx, entry, drafts)?;
    let debit = posting.lines.iter().fold(0, |sum: i64, line| sum.saturating_add(line.base_debit));
    approval::require_unneeded(book, &posting.entry, debit)?;
    posting.post(book, ctx, &period)
}

/// Opening balances are what a year begins with. On any other day, reports of the days before would not show what reports of
/// the days after open with.
///
/// # Errors
/// `opening_inside_year`, with the first day in the context.
pub(crate) fn require_opens_a_year(book: &Book, entry: &Entry, period: &Period) -> Result<(), Stop> {
    match opens_on(book, entry, period)? {
        Some(first) => Err(inside_year(first).into()),
        None => Ok(()),
    }
}

/// On which day an entry of opening balances must lie, if that is not its own.
fn opens_on(book: &Book, entry: &Entry, period: &Period) -> Result<Option<Date>, Stop> {
    if entry.entry_type != EntryType::Opening {
        return Ok(None);
    }
    let lost = || Stop::lost("fiscal_years", period.fiscal_year_id);
    let first = book.fiscal_year(period.fiscal_year_id)?.ok_or_else(lost)?.start_date;
    Ok((entry.date != first).then_some(first))
}

fn inside_year(first: Date) -> Rejection {
    let message = format!("opening balances are dated on the first day of their year, {}", IsoDate(first));
    Rejection::new(Code::OpeningInsideYear, message).at("/date").with("firstDay", first)
}

/// The refusal with the call that dates the entry, new or drafted before, on the first day.
fn dated(book: &Book, entry: &Entry, first: Date) -> Result<Rejection, Stop> {
    let (title, date) = (format!("Date it {}", IsoDate(first)), vec![("date", first.into())]);
    let path = "/accounting/journal-entries";
    Ok(match book.entry(entry.id)? {
        None => inside_year(first).offer("first-day", title, "POST", path).repeating(date),
        Some(draft) => inside_year(first).offer("first-day", title, "PUT", format!("{path}/{}", draft.id)).body(date),
    })
}

/// Checks all that posting asks of a draft, and writes nothing.
pub(crate) fn posting(
    book: &Book,
    ctx: &Context,
    entry: Entry,
    drafts: &[DraftLine],
) -> Result<(posting::Posting, Period), Stop> {
    let period = periods::period_for(book, entry.date, entry.period_id)?;
    if let Some(first) = opens_on(book, &entry, &period)? {
        return Err(dated(book, &entry, first)?.into());
    }
    let lines: Vec<Line> = draft::postable(book, drafts, &entry, &[])?;
    posting::require_balanced(book, &lines)?;
    periods::require_open(book, ctx, &period, entry.date)?;
    let class = posting::class_of(entry.entry_type, &period);
    Ok((posting::Posting { entry, lines, class, voids: false }, period))
}
