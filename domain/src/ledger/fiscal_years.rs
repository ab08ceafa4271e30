//! What the commands on fiscal years share: finding one, its periods in order, and its status with its history.

use super::{FiscalYear, FiscalYearChange, Period, PeriodStatus, PeriodType};
use crate::book::Book;
use crate::context::Context;
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;
use crate::value::TypedId;
use crate::value::id::{EntryId, FiscalYearId};

/// The `ownerType` of closing entries; their `ownerId` is the year.
pub(super) const OWNER: &str = "fiscalYear";

/// The year, or `not_found` for an unknown, malformed or foreign id.
pub(super) fn require_year(book: &Book, text: &str) -> Result<FiscalYear, Stop> {
    let id = FiscalYearId::parse(text).ok_or_else(Rejection::not_found)?;
    Ok(book.fiscal_year(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// The periods of a year in the order in which they close: adjustment periods behind the standard ones.
pub(super) fn periods_of(book: &Book, year: FiscalYearId) -> Result<Vec<Period>, Stop> {
    let mut periods: Vec<Period> = book.periods()?.filter(|period| period.fiscal_year_id == year).cloned().collect();
    periods.sort_by_key(|period| (period.period_type == PeriodType::Adjustment, period.number));
    Ok(periods)
}

/// The refusal of what the year's status does not allow, with the way out.
pub(super) fn wrong_state(year: &FiscalYear, way: &str) -> Rejection {
    let state = if year.status == PeriodStatus::Closed { "closed" } else { "open" };
    Rejection::new(Code::FiscalYearState, format!("fiscal year {} is {state}: {way}", year.name))
        .with("fiscalYearId", year.id.to_string())
        .with("status", year.status.name())
}

/// The refusal of a change below a closed year.
pub(super) fn closed(year: &FiscalYear) -> Rejection {
    wrong_state(year, "reopen it first").offer(
        "reopen-year",
        format!("Reopen fiscal year {}", year.name),
        "POST",
        format!("/accounting/fiscal-years/{}/reopen", year.id),
    )
}

/// Sets the status and writes it into the history, with the closing entry that the change posted or voided.
/// Answers the year's new version.
pub(super) fn change(
    book: &mut Book,
    ctx: &Context,
    mut year: FiscalYear,
    to: PeriodStatus,
    reason: Option<String>,
    closing_entry_id: Option<EntryId>,
) -> i64 {
    let from = std::mem::replace(&mut year.status, to);
    year.closing_entry_id = closing_entry_id.filter(|_| to == PeriodStatus::Closed);
    year.version += 1;
    year.updated_at = ctx.at;
    year.updated_by = ctx.actor.principal;
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
    });
    book.years.put(year);
    version
}
