//! The checklists of closing: the obstacles of a period or a year, in one list that is both read and decides.
//!
//! Invariant: closing is refused exactly if an item of the list is blocking. A new condition of closing goes into
//! `of_period` or `of_year`, and nowhere else.

use std::collections::BTreeMap;

use crate::book::days::day_of;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::closing::{fiscal_years, stock_checklist};
use crate::ledger::revaluations;
use crate::named_enum;
use crate::rows::{EntryStatus, FiscalYear, Period, PeriodStatus, PeriodType};
use crate::value::cell::IsoDate;
use crate::value::id::{FiscalYearId, PeriodId};
use crate::value::rejection::{Code, Rejection, Value};
use crate::value::{Date, Instant, Sought, counted};

named_enum! {
    /// The subject of a check.
    Check {
        PeriodOver = "periodOver",
        Drafts = "drafts",
        PendingApproval = "pendingApproval",
        EarlierPeriods = "earlierPeriods",
        OpenAdjustments = "openAdjustments",
        NumberGaps = "numberGaps",
        TieOut = "tieOut",
        AutoReversals = "autoReversals",
        StockDrafts = "stockDrafts",
        StockPendingApproval = "stockPendingApproval",
        StockCounts = "stockCounts",
        StockAllowance = "stockAllowance",
        MissingRates = "missingRates",
        Revaluation = "revaluation",
        OpenPeriods = "openPeriods",
        EarlierYears = "earlierYears",
    }

    /// How an item stands.
    CheckStatus {
        Ok = "ok",
        /// Closing goes through; somebody should know.
        Warning = "warning",
        /// Closing is refused.
        Blocking = "blocking",
    }
}

/// One item of a checklist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckItem {
    pub check: Check,
    /// The condition that holds if the item is ok.
    pub title: &'static str,
    pub status: CheckStatus,
    /// How many stand in the way; 0 where the item is ok.
    pub count: i64,
    /// The next step; `None` if the item is ok.
    pub what_to_do: Option<String>,
    /// A call below `/api/v1` that shows the counted rows, or does the next step: method and path.
    pub way: Option<(&'static str, String)>,
    /// What that call says.
    pub body: Vec<(&'static str, Value)>,
}

/// The checklist of a period, by its wire id.
///
/// # Errors
/// `not_found` where there is none; `Missing` where something must be loaded.
pub fn of_period_named(book: &Book, sought: &Sought<PeriodId>, now: Instant) -> Result<(Period, Vec<CheckItem>), Stop> {
    let id = sought.require()?;
    let period = book.period(id)?.ok_or_else(Rejection::not_found)?.clone();
    let items = of_period(book, &period, now)?;
    Ok((period, items))
}

/// The checklist of a fiscal year, by its wire id.
///
/// # Errors
/// As [`of_period_named`].
pub fn of_year_named(
    book: &Book,
    sought: &Sought<FiscalYearId>,
    now: Instant,
) -> Result<(FiscalYear, Vec<CheckItem>), Stop> {
    let year = fiscal_years::require_year(book, sought)?;
    let items = of_year(book, &year, now)?;
    Ok((year, items))
}

/// The obstacles to closing a period now.
pub(crate) fn of_period(book: &Book, period: &Period, now: Instant) -> Result<Vec<CheckItem>, Stop> {
    let earlier = earlier_open(book, period, |other, year| {
        other.period_type == PeriodType::Standard || year == other.fiscal_year_id
    })?;
    let adjustments = earlier_open(book, period, |other, year| {
        other.period_type == PeriodType::Adjustment && year != other.fiscal_year_id
    })?;
    let mut items = vec![
        is_over(book, period.end_date, now)?,
        unposted(book, Check::Drafts, std::slice::from_ref(period))?,
        unposted(book, Check::PendingApproval, std::slice::from_ref(period))?,
        item(Check::EarlierPeriods, earlier.len(), || {
            let first = earlier.first().map(|first| first.name.as_str()).unwrap_or_default();
            let way = earlier.first().map(|first| ("POST", format!("/accounting/periods/{}/close", first.id)));
            let periods = counted(earlier.len(), "earlier period is", "earlier periods are");
            (format!("{periods} not closed: close {first} first"), way)
        }),
        number_gaps(book)?,
        tie_out(book, period.start_date, period.end_date)?,
        auto_reversals(book, period)?,
    ];
    items.extend(stock_checklist::items(book, std::slice::from_ref(period))?);
    items.push(stock_checklist::allowance(book, period.end_date)?);
    items.extend(foreign_balances(book, period)?);
    items.push(CheckItem {
        status: if adjustments.is_empty() { CheckStatus::Ok } else { CheckStatus::Warning },
        ..item(Check::OpenAdjustments, adjustments.len(), || {
            let way = ("GET", "/accounting/periods?type=adjustment".to_owned());
            let first = adjustments.first().map(|first| first.name.as_str()).unwrap_or_default();
            (format!("{first} still accepts entries of an earlier year: close it when that year is done"), Some(way))
        })
    });
    Ok(items)
}

/// The obstacles to closing a fiscal year now.
pub(crate) fn of_year(book: &Book, year: &FiscalYear, now: Instant) -> Result<Vec<CheckItem>, Stop> {
    let periods = fiscal_years::periods_of(book, year.id)?;
    let (open, shut): (Vec<Period>, Vec<Period>) =
        periods.into_iter().partition(|period| period.status == PeriodStatus::Open);
    // Nobody posts into a closed period: a draft there is no obstacle.
    let soft: Vec<Period> = shut.into_iter().filter(|period| period.status == PeriodStatus::SoftClosed).collect();
    let mut earlier: Vec<&FiscalYear> = book
        .fiscal_years()?
        .filter(|other| other.status != PeriodStatus::Closed && other.start_date < year.start_date)
        .collect();
    earlier.sort_by_key(|other| other.start_date);
    let mut items = vec![
        is_over(book, year.end_date, now)?,
        item(Check::OpenPeriods, open.len(), || {
            let first = open.first().map(|first| first.name.as_str()).unwrap_or_default();
            let path = format!("/accounting/periods?fiscalYearId={}&status=open", year.id);
            let periods = counted(open.len(), "period is", "periods are");
            (format!("{periods} open: close or soft-close them, {first} first"), Some(("GET", path)))
        }),
        unposted(book, Check::Drafts, &soft)?,
        unposted(book, Check::PendingApproval, &soft)?,
        item(Check::EarlierYears, earlier.len(), || {
            let first = earlier.first().map(|first| first.name.as_str()).unwrap_or_default();
            let way = earlier.first().map(|first| ("POST", format!("/accounting/fiscal-years/{}/close", first.id)));
            let years = counted(earlier.len(), "earlier fiscal year is", "earlier fiscal years are");
            (format!("{years} not closed: close {first} first"), way)
        }),
        number_gaps(book)?,
        tie_out(book, year.start_date, year.end_date)?,
    ];
    items.extend(stock_checklist::items(book, &soft)?);
    Ok(items)
}

/// Refuses with all that is blocking, in one answer.
pub(crate) fn require_ready(code: Code, what: &str, items: &[CheckItem]) -> Result<(), Stop> {
    let blocking: Vec<&CheckItem> = items.iter().filter(|item| item.status == CheckStatus::Blocking).collect();
    if blocking.is_empty() {
        return Ok(());
    }
    let why: Vec<&str> = blocking.iter().filter_map(|item| item.what_to_do.as_deref()).collect();
    let listed = blocking.iter().map(|item| {
        Value::Object(vec![
            ("code", item.check.name().into()),
            ("title", item.title.into()),
            ("count", item.count.into()),
            ("whatToDo", item.what_to_do.clone().into()),
        ])
    });
    let rejection = Rejection::new(code, format!("{what} cannot be closed yet: {}", why.join("; ")))
        .with("blocking", listed.collect::<Vec<Value>>());
    Err(blocking.iter().fold(rejection, |rejection, item| offered(rejection, item)).into())
}

fn offered(rejection: Rejection, item: &CheckItem) -> Rejection {
    match (&item.way, &item.what_to_do) {
        (Some((method, path)), Some(what)) => {
            let offered = rejection.offer(item.check.name(), what.clone(), method, path.clone());
            if item.body.is_empty() { offered } else { offered.body(item.body.clone()) }
        }
        _ => rejection,
    }
}

/// The keys that the checklist of a period needs, as far as they are known.
pub(crate) fn hint_period(book: &Book, period: Option<PeriodId>, keys: &mut Vec<Key>) {
    keys.extend([Key::Periods, Key::FiscalYears, Key::EntriesPosted]);
    stock_checklist::hint(book, keys);
    if let Some(id) = period
        && let Ok(Some(period)) = book.period(id)
    {
        hint_unposted(period, keys);
        hint_tie_out(period.start_date, period.end_date, keys);
        keys.extend([Key::AllowanceSums(period.end_date), Key::AutoReversalsDue(period.end_date)]);
        if let Ok(reversed_on) = revaluations::day_after(period) {
            revaluations::hint(book, period.end_date, reversed_on, keys);
        }
    }
}

/// The keys that the checklist of a year needs, as far as they are known.
pub(crate) fn hint_year(book: &Book, year: Option<FiscalYearId>, keys: &mut Vec<Key>) {
    keys.extend([Key::Periods, Key::FiscalYears, Key::EntriesPosted]);
    stock_checklist::hint(book, keys);
    let Some(id) = year else { return };
    if let (Ok(Some(year)), Ok(periods)) = (book.fiscal_year(id), fiscal_years::periods_of(book, id)) {
        periods.iter().for_each(|period| hint_unposted(period, keys));
        hint_tie_out(year.start_date, year.end_date, keys);
    }
}

fn hint_tie_out(from: Date, to: Date, keys: &mut Vec<Key>) {
    keys.extend([Key::BalanceSums(from, to), Key::EntryTotals(from, to)]);
}

fn hint_unposted(period: &Period, keys: &mut Vec<Key>) {
    for status in [EntryStatus::Draft, EntryStatus::PendingApproval] {
        keys.extend(named(period).map(|name| Key::Unposted(status, name, period.start_date, period.end_date)));
    }
}

/// How an entry that is not posted may say that it belongs to a period: a standard period need not be named.
fn named(period: &Period) -> impl Iterator<Item = Option<PeriodId>> {
    let unnamed = (period.period_type == PeriodType::Standard).then_some(None);
    std::iter::once(Some(period.id)).chain(unnamed)
}

/// An item that blocks where there is something to count.
pub(super) fn item(
    check: Check,
    count: usize,
    what: impl FnOnce() -> (String, Option<(&'static str, String)>),
) -> CheckItem {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    if count == 0 {
        return CheckItem {
            check,
            title: title(check),
            status: CheckStatus::Ok,
            count,
            what_to_do: None,
            way: None,
            body: Vec::new(),
        };
    }
    let (what_to_do, way) = what();
    let status = CheckStatus::Blocking;
    CheckItem { check, title: title(check), status, count, what_to_do: Some(what_to_do), way, body: Vec::new() }
}

fn title(check: Check) -> &'static str {
    match check {
        Check::PeriodOver => "Its last day has passed",
        Check::Drafts => "Drafts dated in it have been posted or deleted",
        Check::PendingApproval => "No entries are waiting for approval",
        Check::EarlierPeriods => "All earlier periods are closed",
        Check::OpenAdjustments => "Adjustment periods of earlier years are closed",
        Check::NumberGaps => "Entry numbers have no gaps",
        Check::TieOut => "Balances equal the sums of the entries, and debits equal credits",
        Check::AutoReversals => "Scheduled reversals up to its last day have been posted",
        Check::StockDrafts => "Drafts of movements that occurred in it have been posted or deleted",
        Check::StockPendingApproval => "No movements are waiting for approval",
        Check::StockCounts => "Counts with a snapshot in it have been posted or cancelled",
        Check::StockAllowance => "The allowance against stock is what goods are written down by",
        Check::MissingRates => "All foreign balances have an exchange rate on its last day",
        Check::Revaluation => "Foreign balances have been revalued on its last day",
        Check::OpenPeriods => "All its periods are closed or soft-closed",
        Check::EarlierYears => "All earlier fiscal years are closed",
    }
}

/// A period or year is closed when its last day has passed: until then goods and entries of today belong to it.
fn is_over(book: &Book, last: Date, now: Instant) -> Result<CheckItem, Stop> {
    let today = day_of(book, now)?;
    Ok(item(Check::PeriodOver, usize::from(today <= last), || {
        let how = "wait for the day after, or close it with force and a reason";
        (format!("its last day is {}, and today is {}: {how}", IsoDate(last), IsoDate(today)), None)
    }))
}

/// The items as they stand for who closes before the last day has passed, knowing it and saying why.
///
/// # Errors
/// `validation_failed` where they do not say why.
pub(crate) fn forced(items: Vec<CheckItem>, reason: Option<&str>) -> Result<Vec<CheckItem>, Stop> {
    if reason.is_none() {
        let message = "closing with force needs a reason: say why it closes before its last day has passed";
        return Err(Rejection::new(Code::ValidationFailed, message).at("/reason").into());
    }
    let known = |item: CheckItem| match (item.check, item.status) {
        (Check::PeriodOver, CheckStatus::Blocking) => CheckItem { status: CheckStatus::Warning, ..item },
        _ => item,
    };
    Ok(items.into_iter().map(known).collect())
}

/// Entries that are to be reversed by themselves on or before the last day, and are not yet.
fn auto_reversals(book: &Book, period: &Period) -> Result<CheckItem, Stop> {
    let due = usize::try_from(book.auto_reversals_due(period.end_date)?).unwrap_or(usize::MAX);
    Ok(item(Check::AutoReversals, due, || {
        let path = format!("/accounting/journal-entries?autoReverseUntil={}", IsoDate(period.end_date));
        let run = "run them with POST /accounting/auto-reversals/run";
        let entries = counted(due, "entry", "entries");
        (format!("{entries} must be reversed by its last day: {run}"), Some(("GET", path)))
    }))
}

/// The foreign balances of revalued accounts on the last day of a standard period.
fn foreign_balances(book: &Book, period: &Period) -> Result<Vec<CheckItem>, Stop> {
    if period.period_type != PeriodType::Standard {
        return Ok(Vec::new());
    }
    let (wrong, missing) = revaluations::stand(book, period)?;
    let mut pairs: Vec<String> = missing.iter().map(|wanted| format!("{} to {}", wanted.from, wanted.to)).collect();
    pairs.sort();
    pairs.dedup();
    let day = IsoDate(period.end_date);
    Ok(vec![
        item(Check::MissingRates, pairs.len(), || {
            let way = ("GET", "/accounting/exchange-rates".to_owned());
            (format!("exchange rates are missing on {day}: record {}", pairs.join(", ")), Some(way))
        }),
        CheckItem {
            body: vec![("date", period.end_date.into())],
            ..item(Check::Revaluation, wrong, || {
                let way = ("POST", "/accounting/revaluations".to_owned());
                let balances = counted(wrong, "foreign balance is", "foreign balances are");
                (format!("{balances} not valued at the rate of {day}: run the revaluation"), Some(way))
            })
        },
    ])
}

/// Drafts, or entries that wait for approval, of these periods.
fn unposted(book: &Book, check: Check, periods: &[Period]) -> Result<CheckItem, Stop> {
    let (status, one, many, next) = if check == Check::PendingApproval {
        (EntryStatus::PendingApproval, "entry is", "entries are", "waiting for approval: approve or reject them")
    } else {
        (EntryStatus::Draft, "draft is", "drafts are", "dated in it: post or delete them")
    };
    let mut count = 0;
    for period in periods {
        for name in named(period) {
            count += book.unposted(status, name, period.start_date, period.end_date)?;
        }
    }
    let days =
        periods.iter().map(|period| period.start_date).min().zip(periods.iter().map(|period| period.end_date).max());
    Ok(item(check, usize::try_from(count).unwrap_or_default(), || {
        let path = days.map(|(from, to)| {
            let (status, from, to) = (status.name(), IsoDate(from), IsoDate(to));
            ("GET", format!("/accounting/journal-entries?status={status}&dateFrom={from}&dateTo={to}"))
        });
        (format!("{} {next}", counted(count, one, many)), path)
    }))
}

/// Every place of the one series is taken; a gap means that the books were damaged outside of the service.
fn number_gaps(book: &Book) -> Result<CheckItem, Stop> {
    let gaps = book.head().entry_sequence.abs_diff(book.entries_posted()?);
    Ok(item(Check::NumberGaps, usize::try_from(gaps).unwrap_or(usize::MAX), || {
        let numbers = counted(gaps, "entry number is", "entry numbers are");
        (format!("{numbers} missing: run `countinghouse verify`"), None)
    }))
}

/// The balances of these days are the sums of their entries, on both sides, and both sides are equal.
fn tie_out(book: &Book, from: Date, to: Date) -> Result<CheckItem, Stop> {
    let sums: BTreeMap<_, [i128; 4]> = book.balance_sums(from, to)?;
    let of_balances = sums.values().fold((0, 0), |(debit, credit), sum| (debit + sum[2], credit + sum[3]));
    let of_entries = book.entry_totals(from, to)?;
    let differences = [of_balances.0 != of_balances.1, of_balances.0 != of_entries.0, of_balances.1 != of_entries.1];
    Ok(item(Check::TieOut, differences.iter().filter(|differs| **differs).count(), || {
        let way =
            ("GET", format!("/accounting/reports/trial-balance?dateFrom={}&dateTo={}", IsoDate(from), IsoDate(to)));
        ("balances and entries differ: run `countinghouse verify`".to_owned(), Some(way))
    }))
}

/// Periods before this one that are not closed, those that are picked by themselves and this one's year, in order.
fn earlier_open(
    book: &Book,
    period: &Period,
    picks: impl Fn(&Period, FiscalYearId) -> bool,
) -> Result<Vec<Period>, Stop> {
    crate::ledger::closing::periods::ordered(
        book,
        |other, (there, here)| {
            other.status != PeriodStatus::Closed && there < here && picks(other, period.fiscal_year_id)
        },
        period,
    )
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::fiscal_years::close::CloseFiscalYear;
    use crate::commands::fiscal_years::create::{CreateFiscalYear, Cut};
    use crate::commands::periods::close::ClosePeriod;
    use crate::rows::{Balance, Entry};
    use crate::testing::Stage;

    fn refused(stage: &mut Stage, number: i64) -> Vec<&'static str> {
        let close =
            ClosePeriod { period: Sought::of(&stage.period(number)), reason: None, force: false, if_match: None };
        let rejection = stage.run(close).expect_err("not ready");
        assert_eq!(rejection.code, Code::PeriodNotReady);
        let (_, Value::List(items)) = &rejection.context[0] else { panic!("{rejection:?}") };
        let code = |item: &Value| match item {
            Value::Object(members) => match &members[0].1 {
                Value::Text(code) => Check::parse(code).expect("a check").name(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        items.iter().map(code).collect()
    }

    #[test]
    fn a_draft_that_names_the_adjustment_period_is_in_the_way_of_that_one_alone() {
        let mut stage = Stage::new();
        let mut draft = stage.entry(date(2010, 12, 31), &[("1000", "1", "0")], false);
        draft.period = Some(Sought::of(&stage.period(13)));
        stage.run(draft).expect("draft");
        stage.wait_until(date(2011, 1, 1));
        for number in 1..=12 {
            let close =
                ClosePeriod { period: Sought::of(&stage.period(number)), reason: None, force: false, if_match: None };
            stage.run(close).expect("the months do not wait for it");
        }
        assert_eq!(refused(&mut stage, 13), ["drafts"]);
    }

    #[test]
    fn what_waits_for_approval_blocks_beside_drafts() {
        let mut stage = Stage::new();
        stage.run(stage.entry(date(2010, 1, 5), &[("1000", "1", "0")], false)).expect("draft");
        stage.run(stage.entry(date(2010, 1, 6), &[("1000", "1", "0")], false)).expect("draft");
        let waiting = Entry { status: EntryStatus::PendingApproval, ..stage.rows::<Entry>()[0].clone() };
        stage.model.put(&waiting);
        assert_eq!(refused(&mut stage, 1), ["drafts", "pendingApproval"]);
    }

    #[test]
    fn damage_to_balances_and_to_the_series_is_found_before_anything_closes() {
        let mut stage = Stage::new();
        stage.run(stage.entry(date(2010, 1, 5), &[("1000", "1", "0"), ("4000", "0", "1")], true)).expect("posted");
        let sound = stage.model.clone();
        let row = stage.rows::<Balance>().remove(0);
        stage.model.put(&Balance { base_debit: row.base_debit + 1, ..row });
        assert_eq!(refused(&mut stage, 1), ["tieOut"]);
        stage.model = sound;
        stage.model.tables.get_mut("entries").expect("entries").clear();
        assert_eq!(refused(&mut stage, 1), ["numberGaps", "tieOut"]);
    }

    #[test]
    fn open_adjustments_of_an_earlier_year_warn_and_do_not_block() {
        let mut stage = Stage::new();
        let year = |number: i16| CreateFiscalYear {
            name: number.to_string(),
            start_date: date(number, 1, 1),
            end_date: date(number, 12, 31),
            cut: Cut::Quarterly,
            adjustment_period: false,
        };
        let next = stage.run(year(2011)).expect("2011").subject;
        stage.wait_until(date(2012, 1, 1));
        for number in 1..=12 {
            let close =
                ClosePeriod { period: Sought::of(&stage.period(number)), reason: None, force: false, if_match: None };
            stage.run(close).expect("a month of 2010");
        }
        let first = std::mem::replace(&mut stage.year, next);
        let quarter = stage.period(1);
        let mut book = stage.model.book().expect("book");
        let now = Instant(1_325_419_200_000_000);
        let (_, items) = loop {
            match of_period_named(&book, &Sought::of(&quarter), now) {
                Ok(found) => break found,
                Err(Stop::MissingAll(keys)) => unreachable!("{keys:?}"),
                Err(Stop::Missing(key)) => book.fill(&key, &stage.model.load(&key.query())).expect("rows"),
                Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => panic!("{rejection:?}"),
            }
        };
        let standing: Vec<_> = items
            .iter()
            .filter(|item| item.status != CheckStatus::Ok)
            .map(|item| (item.check, item.status, item.count))
            .collect();
        assert_eq!(standing, [(Check::OpenAdjustments, CheckStatus::Warning, 1)]);
        stage
            .run(ClosePeriod { period: Sought::of(&quarter), reason: None, force: false, if_match: None })
            .expect("closed in spite of it");
        // A year closes behind the one before it.
        for number in 2..=4 {
            let close =
                ClosePeriod { period: Sought::of(&stage.period(number)), reason: None, force: false, if_match: None };
            stage.run(close).expect("a quarter");
        }
        let close = CloseFiscalYear {
            year: Sought::of(&stage.year),
            reason: Some("a test".to_owned()),
            force: true,
            ..CloseFiscalYear::default()
        };
        let rejection = stage.run(close).expect_err("2010 is not closed");
        assert_eq!(rejection.resolutions[0].path, format!("/accounting/fiscal-years/{first}/close"));
    }
}
