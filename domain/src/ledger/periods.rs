//! Which period a date falls into, and whether it takes postings.

use super::{Period, PeriodStatus, PeriodType};
use crate::access::Permission;
use crate::book::Book;
use crate::context::Context;
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;
use crate::value::Date;
use crate::value::cell::IsoDate;
use crate::value::id::PeriodId;

/// The standard period of a date, or the named adjustment period where the date fits it.
pub(super) fn period_for(book: &Book, date: Date, named: Option<PeriodId>) -> Result<Period, Stop> {
    let holds = |period: &&Period| period.start_date <= date && date <= period.end_date;
    if let Some(id) = named {
        let period = book.period(id)?.ok_or_else(|| {
            Rejection::new(Code::UnknownReference, "no period has this id: leave it out to use the date's own")
                .at("/periodId")
        })?;
        if !holds(&period) {
            let message = format!("{} lies outside period {}", IsoDate(date), period.name);
            return Err(Rejection::new(Code::NoPeriod, message).at("/periodId").into());
        }
        return Ok(period.clone());
    }
    let standard = |period: &&Period| period.period_type == PeriodType::Standard;
    if let Some(period) = book.periods()?.filter(standard).find(holds) {
        return Ok(period.clone());
    }
    let years = book
        .fiscal_years()?
        .map(|year| format!("{} ({} to {})", year.name, IsoDate(year.start_date), IsoDate(year.end_date)));
    let years: Vec<String> = years.collect();
    let known = if years.is_empty() {
        "no fiscal year exists yet".to_owned()
    } else {
        format!("there is {}", years.join(", "))
    };
    let message = format!("no period holds {}: {known}; create the fiscal year first", IsoDate(date));
    Err(Rejection::new(Code::NoPeriod, message)
        .at("/date")
        .with("date", date)
        .with("fiscalYears", years)
        .offer("create-fiscal-year", "Create the fiscal year", "POST", "/accounting/fiscal-years")
        .into())
}

/// The period takes postings from this caller.
pub(super) fn require_open(book: &Book, ctx: &Context, period: &Period, date: Date) -> Result<(), Stop> {
    if is_open_to(book, ctx, period)? {
        return Ok(());
    }
    Err(closed(book, ctx, period, date)?.into())
}

/// The period takes no postings: which state it is in, and the first open date on or after this one.
pub(super) fn closed(book: &Book, ctx: &Context, period: &Period, date: Date) -> Result<Rejection, Stop> {
    let (code, state) = match period.status {
        PeriodStatus::SoftClosed => (Code::PeriodSoftClosed, "soft-closed"),
        _ => (Code::PeriodClosed, "closed"),
    };
    let first_open = first_open_date(book, ctx, date)?;
    let way = match first_open {
        Some(day) => format!("the first open date is {}", IsoDate(day)),
        None => "no later period is open: create or reopen one".to_owned(),
    };
    Ok(Rejection::new(code, format!("period {} is {state}: {way}", period.name))
        .with("periodId", period.id.to_string())
        .with("periodName", period.name.clone())
        .with("firstOpenDate", first_open))
}

/// Soft-closed counts as open only for who may override.
pub(super) fn is_open_to(book: &Book, ctx: &Context, period: &Period) -> Result<bool, Stop> {
    Ok(match period.status {
        PeriodStatus::Open => true,
        PeriodStatus::SoftClosed => ctx.rights(book)?.has(Permission::PeriodsOverride),
        PeriodStatus::Closed => false,
    })
}

/// The first day, on or after a date, of the earliest standard period open to the caller.
pub(super) fn first_open_date(book: &Book, ctx: &Context, date: Date) -> Result<Option<Date>, Stop> {
    let mut first: Option<Date> = None;
    for period in book.periods()?.filter(|period| period.period_type == PeriodType::Standard && period.end_date >= date)
    {
        if is_open_to(book, ctx, period)? {
            let day = period.start_date.max(date);
            first = Some(first.map_or(day, |known| known.min(day)));
        }
    }
    Ok(first)
}
