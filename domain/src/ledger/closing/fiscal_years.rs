//! The shared code of commands on fiscal years: finding one, its periods in order, and its status with its history.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::rows::{FiscalYear, FiscalYearChange, Period, PeriodStatus, PeriodType};
use crate::value::id::{EntryId, FiscalYearId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Sought, TypedId};

/// The `ownerType` of closing entries; their `ownerId` is the year.
pub(crate) const OWNER: &str = "fiscalYear";

/// The year, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_year(book: &Book, sought: &Sought<FiscalYearId>) -> Result<FiscalYear, Stop> {
    let id = sought.require()?;
    Ok(book.fiscal_year(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// The periods of a year in the order in which they close: adjustment periods behind the standard ones.
pub(crate) fn periods_of(book: &Book, year: FiscalYearId) -> Result<Vec<Period>, Stop> {
    let mut periods: Vec<Period> = book.periods()?.filter(|period| period.fiscal_year_id == year).cloned().collect();
    periods.sort_by_key(|period| (period.period_type == PeriodType::Adjustment, period.number));
    Ok(periods)
}

/// The refusal of an action that the year's status does not allow, with the way out.
pub(crate) fn wrong_state(year: &FiscalYear, way: &str) -> Rejection {
    let state = if year.status == PeriodStatus::Closed { "closed" } else { "open" };
    Rejection::new(Code::FiscalYearState, format!("fiscal year {} is {state}: {way}", year.name))
        .with("fiscalYearId", year.id.to_string())
        .with("status", year.status.name())
}

/// The refusal of a change below a closed year.
pub(crate) fn closed(year: &FiscalYear) -> Rejection {
    wrong_state(year, "reopen it first")
        .offer(
            "reopen-year",
            format!("Reopen fiscal year {}", year.name),
            "POST",
            format!("/accounting/fiscal-years/{}/reopen", year.id),
        )
        .with_reason("Reopened for a change in this year")
}

/// The entries that moved the result of a closed year into equity, in their order; none of an open one.
pub(crate) fn closing_entries(year: &FiscalYear) -> Vec<EntryId> {
    let further = year.further_closing_entries.split_whitespace().filter_map(EntryId::parse);
    year.closing_entry_id.into_iter().chain(further).collect()
}

/// Sets the status and writes it into the history, with the closing entries that the change posted or voided.
/// Answers the year's new version.
pub(crate) fn change(
    book: &mut Book,
    ctx: &Context,
    mut year: FiscalYear,
    to: PeriodStatus,
    reason: Option<String>,
    closing: &[EntryId],
) -> i64 {
    let closing_entry_id = closing.first().copied();
    let further: Vec<String> = closing.iter().skip(1).map(ToString::to_string).collect();
    let further_closing_entries = further.join(" ");
    let from = std::mem::replace(&mut year.status, to);
    let is_closed = to == PeriodStatus::Closed;
    year.closing_entry_id = closing_entry_id.filter(|_| is_closed);
    year.further_closing_entries = if is_closed { further_closing_entries.clone() } else { String::new() };
    year.revise(ctx);
    let version = year.version;
    book.year_changes.put(FiscalYearChange {
        fiscal_year_id: year.id,
        year_version: version,
        at: ctx.at,
        by_principal: ctx.actor.principal,
        from_status: from,
        to_status: to,
        reason,
        closing_entry_id,
        further_closing_entries,
    });
    book.years.put(year);
    version
}
