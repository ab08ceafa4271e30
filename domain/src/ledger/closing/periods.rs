//! Which period a date falls into, and whether it takes postings.

use crate::book::Book;
use crate::book::context::Context;
use crate::book::days::day_of;
use crate::book::stop::Stop;
use crate::ledger::closing::new_year::NewFiscalYear;
use crate::rows::{FiscalYear, Period, PeriodStatus, PeriodType};
use crate::value::Date;
use crate::value::cell::IsoDate;
use crate::value::id::PeriodId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// The standard period of a date, or the named adjustment period where the date fits it.
pub(crate) fn period_for(book: &Book, date: Date, named: Option<PeriodId>) -> Result<Period, Stop> {
    let holds = |period: &&Period| period.start_date <= date && date <= period.end_date;
    if let Some(id) = named {
        let period = book.period(id)?.ok_or_else(|| {
            Rejection::new(
                Code::UnknownReference,
                "there is no period with this id: leave it out to use the date's \
                 own",
            )
            .at("/periodId")
        })?;
        if !holds(&period) {
            let message = format!("{} is outside period {}", IsoDate(date), period.name);
            return Err(Rejection::new(Code::NoPeriod, message).at("/periodId").into());
        }
        return Ok(period.clone());
    }
    let standard = |period: &&Period| period.period_type == PeriodType::Standard;
    if let Some(period) = book.periods()?.filter(standard).find(holds) {
        return Ok(period.clone());
    }
    let mut years: Vec<FiscalYear> = book.fiscal_years()?.cloned().collect();
    years.sort_by_key(|year| year.start_date);
    let told =
        |year: &FiscalYear| format!("{} ({} to {})", year.name, IsoDate(year.start_date), IsoDate(year.end_date));
    let years: Vec<String> = years.iter().map(told).collect();
    let known = match years.as_slice() {
        [] => "no fiscal year exists yet".to_owned(),
        [only] => format!("there is {only}"),
        [first, .., last] => format!("there are {} fiscal years from {first} to {last}", years.len()),
    };
    let message = format!("no period contains {}: {known}; create the fiscal year first", IsoDate(date));
    let rejection = Rejection::new(Code::NoPeriod, message).at("/date").with("date", date).with("fiscalYears", years);
    Err(NewFiscalYear::offer_towards(book, rejection, date)?.into())
}

/// The period takes postings from this caller.
pub(crate) fn require_open(book: &Book, ctx: &Context, period: &Period, date: Date) -> Result<(), Stop> {
    if is_open_to(book, ctx, period)? {
        return Ok(());
    }
    Err(closed(book, ctx, period, date)?.into())
}

/// The period takes no postings: which state it is in, and the first open date on or after this one.
pub(crate) fn closed(book: &Book, ctx: &Context, period: &Period, date: Date) -> Result<Rejection, Stop> {
    let year = closed_year(book, period)?.map(|year| year.name.clone());
    let (code, state) = match (&year, period.status) {
        (Some(name), _) => (Code::PeriodClosed, format!("closed with fiscal year {name}")),
        (None, PeriodStatus::SoftClosed) => (Code::PeriodSoftClosed, "soft-closed".to_owned()),
        (None, _) => (Code::PeriodClosed, "closed".to_owned()),
    };
    let first_open = first_open_date(book, ctx, date)?;
    let last = if first_open.is_none() { last_shut(book, ctx, date)? } else { None };
    let way = match (first_open, &last) {
        (Some(day), _) => format!("the first open date is {}", IsoDate(day)),
        (None, Some(last)) => format!("no later day up to today is open: reopen period {}", last.name),
        (None, None) => "no later period up to today is open: create or reopen one".to_owned(),
    };
    let rejection = Rejection::new(code, format!("period {} is {state}: {way}", period.name))
        .with("periodId", period.id.to_string())
        .with("periodName", period.name.clone())
        .with("firstOpenDate", first_open);
    let Some(last) = last else { return Ok(rejection) };
    let path = format!("/accounting/periods/{}/reopen", last.id);
    Ok(rejection
        .offer("reopen-period", format!("Reopen period {}", last.name), "POST", path)
        .with_reason("Reopened for a late posting"))
}

/// The last standard period from a date to today that takes no postings, and can be opened again.
fn last_shut(book: &Book, ctx: &Context, date: Date) -> Result<Option<Period>, Stop> {
    let today = day_of(book, ctx.now())?;
    let has_come = |period: &&Period| {
        period.period_type == PeriodType::Standard && period.end_date >= date && period.start_date <= today
    };
    let last = book.periods()?.filter(has_come).max_by_key(|period| period.start_date).cloned();
    match last {
        Some(last) if closed_year(book, &last)?.is_none() => Ok(Some(last)),
        _ => Ok(None),
    }
}

/// The period's year, if it is closed: nobody posts into its periods, whatever their status.
pub(crate) fn closed_year<'b>(book: &'b Book, period: &Period) -> Result<Option<&'b FiscalYear>, Stop> {
    Ok(book.fiscal_year(period.fiscal_year_id)?.filter(|year| year.status == PeriodStatus::Closed))
}

/// Soft-closed counts as open only for callers who may override, and never in a closed year.
pub(crate) fn is_open_to(book: &Book, ctx: &Context, period: &Period) -> Result<bool, Stop> {
    if closed_year(book, period)?.is_some() {
        return Ok(false);
    }
    Ok(match period.status {
        PeriodStatus::Open => true,
        PeriodStatus::SoftClosed => ctx.rights(book)?.has(Permission::PeriodsOverride),
        PeriodStatus::Closed => false,
    })
}

/// Open to everybody. A day that nobody named lies in such a period alone: a soft-closed one is guarded against accidents,
/// and those who may override enter it by naming a day of it.
fn is_open(book: &Book, period: &Period) -> Result<bool, Stop> {
    Ok(period.status == PeriodStatus::Open && closed_year(book, period)?.is_none())
}

/// The first day, on or after a date, of the earliest standard period that is open to everybody. It is never after today: what
/// happened is not posted on a day that is still to come.
pub(crate) fn first_open_date(book: &Book, ctx: &Context, date: Date) -> Result<Option<Date>, Stop> {
    let today = day_of(book, ctx.now())?;
    let mut first: Option<Date> = None;
    for period in book.periods()?.filter(|period| period.period_type == PeriodType::Standard && period.end_date >= date)
    {
        if is_open(book, period)? {
            let day = period.start_date.max(date);
            first = Some(first.map_or(day, |known| known.min(day)));
        }
    }
    Ok(first.filter(|day| *day <= today))
}

/// A period's place: by year, adjustment periods after the standard ones, then by number.
pub(super) type Place = (Option<Date>, bool, i64);

/// The periods that a condition on (period, (its place, the place of `than`)) picks, in their order.
pub(crate) fn ordered(
    book: &Book,
    picks: impl Fn(&Period, (Place, Place)) -> bool,
    than: &Period,
) -> Result<Vec<Period>, Stop> {
    let years: Vec<&FiscalYear> = book.fiscal_years()?.collect();
    let place = |period: &Period| -> Place {
        let year = years.iter().find(|year| year.id == period.fiscal_year_id);
        (year.map(|year| year.start_date), period.period_type == PeriodType::Adjustment, period.number)
    };
    let here = place(than);
    let mut picked: Vec<Period> =
        book.periods()?.filter(|other| other.id != than.id && picks(other, (place(other), here))).cloned().collect();
    picked.sort_by_key(place);
    Ok(picked)
}

/// The day and its period, or the first open day after it: for days that nobody named.
pub(crate) fn first_open_day(book: &Book, ctx: &Context, date: Date, period: Period) -> Result<(Date, Period), Stop> {
    if is_open(book, &period)? {
        return Ok((date, period));
    }
    let Some(day) = first_open_date(book, ctx, date)? else {
        return Err(closed(book, ctx, &period, date)?.into());
    };
    let period = period_for(book, day, None)?;
    Ok((day, period))
}

/// The day from which something counts that changes no balance: the day itself, or the first open one after it where its
/// period is closed. A soft-closed period is avoided where a later day is open. A day outside of all periods is in none that closes.
pub(crate) fn day_for_all(book: &Book, ctx: &Context, date: Date) -> Result<Date, Stop> {
    let holds = |period: &&Period| {
        period.period_type == PeriodType::Standard && period.start_date <= date && date <= period.end_date
    };
    let Some(period) = book.periods()?.find(holds).cloned() else { return Ok(date) };
    if is_open(book, &period)? {
        return Ok(date);
    }
    match first_open_date(book, ctx, date)? {
        Some(day) => Ok(day),
        None if is_open_to(book, ctx, &period)? => Ok(date),
        None => Err(closed(book, ctx, &period, date)?.into()),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::command::Command;
    use crate::commands::fiscal_years::close::CloseFiscalYear;
    use crate::commands::journal_entries::post::PostEntry;
    use crate::commands::journal_entries::update::UpdateEntry;
    use crate::commands::journal_entries::void::VoidEntry;
    use crate::commands::periods::reopen::ReopenPeriod;
    use crate::commands::periods::soft_close::SoftClosePeriod;
    use crate::rows::Entry;
    use crate::testing::Stage;
    use crate::value::Sought;

    /// No command posts into a closed year, though its periods are only soft-closed and the caller may override.
    #[test]
    fn a_closed_year_locks_its_soft_closed_periods_for_everybody_on_every_way() {
        let mut stage = Stage::new();
        let sale = |stage: &Stage, day, post| stage.entry(day, &[("1000", "1", "0"), ("1000", "0", "1")], post);
        let may = date(2010, 5, 31);
        let posted = stage.run(sale(&stage, may, true)).expect("posted").subject;
        let draft = stage.run(sale(&stage, date(2010, 6, 1), false)).expect("draft").subject;
        stage
            .run(UpdateEntry { entry: Sought::of(&draft), date: Some(date(2011, 1, 1)), ..UpdateEntry::default() })
            .expect("moved away");
        for number in 1..=13 {
            let period = stage.period(number);
            stage
                .run(SoftClosePeriod { period: Sought::of(&period), reason: None, if_match: None })
                .expect("soft-closed");
        }
        stage.run(sale(&stage, may, true)).expect("the administrator overrides");
        stage
            .run(CloseFiscalYear {
                year: Sought::of(&stage.year),
                reason: Some("a test".to_owned()),
                force: true,
                ..CloseFiscalYear::default()
            })
            .expect("year closed");
        stage
            .run(UpdateEntry { entry: Sought::of(&draft), date: Some(may), ..UpdateEntry::default() })
            .expect("a draft may move");

        stage.wait_until(date(2011, 2, 1));
        let mut named = sale(&stage, date(2010, 12, 31), true);
        named.period = Some(Sought::of(&stage.period(13)));
        let reason = "wrong".to_owned();
        let ways: [(Command, Code); 7] = [
            (sale(&stage, may, true).into(), Code::PeriodClosed),
            (named.into(), Code::PeriodClosed),
            (PostEntry { entry: Sought::of(&draft), if_match: None }.into(), Code::PeriodClosed),
            (
                VoidEntry { entry: Sought::of(&posted), reason: reason.clone(), if_match: None }.into(),
                Code::PeriodClosed,
            ),
            (
                ReopenPeriod { period: Sought::of(&stage.period(5)), reason, if_match: None }.into(),
                Code::FiscalYearState,
            ),
            (
                crate::commands::fiscal_years::add_period::AddAdjustmentPeriod {
                    year: Sought::of(&stage.year),
                    name: None,
                    if_match: None,
                }
                .into(),
                Code::FiscalYearState,
            ),
            (
                SoftClosePeriod { period: Sought::of(&stage.period(5)), reason: None, if_match: None }.into(),
                Code::PeriodState,
            ),
        ];
        for (command, expected) in ways {
            let name = command.name();
            let rejection = stage.run(command).expect_err(name);
            assert_eq!(rejection.code, expected, "{name}");
            if expected == Code::PeriodClosed {
                let first_open = rejection.context.iter().find(|(name, _)| *name == "firstOpenDate");
                assert_eq!(first_open.map(|(_, day)| day.clone()), Some(date(2011, 1, 1).into()), "{name}");
            }
        }
    }

    /// Entries that bypass the rules of closing are stopped by the posting engine itself.
    #[test]
    fn the_posting_engine_asks_for_the_period_itself() {
        let mut stage = Stage::new();
        stage.run(stage.entry(date(2010, 1, 5), &[("1000", "1", "0"), ("4000", "0", "1")], true)).expect("posted");
        stage.close_periods();
        let mut book = stage.model.book().expect("book");
        let entry = stage.rows::<Entry>().remove(0);
        let lines: Vec<crate::rows::Line> = stage.rows();
        let period =
            stage.rows::<Period>().into_iter().find(|period| Some(period.id) == entry.period_id).expect("period");
        let actor = crate::book::context::Actor {
            principal: crate::testing::ADMIN,
            kind: crate::rows::PrincipalKind::System,
            claimed_roles: None,
            scope: None,
        };
        let ctx = Context {
            at: crate::value::Instant(1),
            clock: crate::value::Instant(1),
            actor,
            request_id: String::new(),
            ids: crate::book::context::IdSource::new(crate::value::Instant(1), 1),
        };
        let class = crate::rows::BalanceClass::Normal;
        let rejection = loop {
            let (entry, lines) = (entry.clone(), lines.clone());
            let posting = crate::ledger::posting::Posting { entry, lines, class, voids: false };
            match posting.post(&mut book, &ctx, &period) {
                Err(Stop::MissingAll(keys)) => unreachable!("{keys:?}"),
                Err(Stop::Missing(key)) => book.fill(&key, &stage.model.load(&key.query())).expect("rows"),
                Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => break rejection,
                Ok(entry) => panic!("posted {entry:?}"),
            }
        };
        assert_eq!(rejection.code, Code::PeriodClosed);
    }
}
