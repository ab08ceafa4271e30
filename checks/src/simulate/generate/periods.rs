//! Fiscal years and the states of their periods.

use domain::command::Command;
use domain::commands::fiscal_years::add_period::AddAdjustmentPeriod;
use domain::commands::fiscal_years::close::CloseFiscalYear;
use domain::commands::fiscal_years::delete::DeleteFiscalYear;
use domain::commands::fiscal_years::reopen::ReopenFiscalYear;
use domain::commands::periods::close::ClosePeriod;
use domain::commands::periods::reopen::ReopenPeriod;
use domain::commands::periods::soft_close::SoftClosePeriod;
use domain::ledger::entries::draft::NewLine;
use domain::rows::{EntryType, FiscalYear, Period, PeriodStatus, PeriodType};
use domain::value::id::{AccountId, FiscalYearId, PeriodId};
use domain::value::{Decimal, IdOrCode, Sought};

use super::opening::year;
use super::{chart, entries, id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Standard periods that may be closed at once, so that most dates stay open.
const CLOSED: usize = 3;

/// All periods by their first day.
fn ordered(world: &World) -> Vec<Period> {
    let mut periods = world.rows::<Period>();
    periods.sort_by_key(|period| (period.start_date, period.period_type == PeriodType::Adjustment, period.number));
    periods
}

/// The steps that close 2009, the first year, and the first month behind it: a close without an account that could
/// take the result is among them.
pub fn first_closing(step: usize, world: &World) -> Option<Command> {
    let nth = |place: usize| ordered(world).get(place).map(|period| period.id.to_string()).unwrap_or_default();
    match step {
        0 => {
            let line = |code: &str, debit, credit| NewLine {
                account: Some(IdOrCode::Code(code.to_owned())),
                debit,
                credit,
                ..NewLine::default()
            };
            let amount = Some(Decimal::from_units(12_345, 2));
            let lines = vec![line("1000", amount, None), line("4000", None, amount)];
            Some(entries::plain(world, jiff::civil::date(2009, 3, 1), EntryType::Standard, lines).into())
        }
        1..=6 => {
            Some(ClosePeriod { period: Sought::of(&nth(step - 1)), reason: None, force: false, if_match: None }.into())
        }
        7 | 9 => Some(close_year(world, first_year(world), None).into()),
        8 => Some(chart::retained_earnings().into()),
        _ => None,
    }
}

fn first_year(world: &World) -> Sought<FiscalYearId> {
    let first = world.rows::<FiscalYear>().into_iter().min_by_key(|year| year.start_date);
    first.map(|year| Sought::Id(year.id)).unwrap_or_default()
}

fn close_year(
    world: &World,
    year: Sought<FiscalYearId>,
    retained_earnings_account: Option<Sought<AccountId>>,
) -> CloseFiscalYear {
    let journal = world.journals.first().map(|id| IdOrCode::Id(Sought::of(id)));
    let reason = Some("audited".to_owned());
    CloseFiscalYear { year, retained_earnings_account, journal, reason, force: true, if_match: None }
}

/// An adjustment period, or at times any.
pub fn adjustment(random: &mut Random, world: &World) -> Sought<PeriodId> {
    let only = random.chance(85);
    let fits =
        |period: &Period| !only || (period.period_type == PeriodType::Adjustment && period.end_date.year() == 2010);
    let known: Vec<String> = ordered(world).into_iter().filter(fits).map(|period| period.id.to_string()).collect();
    id(random, &known, &world.foreign)
}

/// Creates a year, or closes or opens a period.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    let periods = ordered(world);
    let known: Vec<String> = periods.iter().map(|period| period.id.to_string()).collect();
    let closed: Vec<&Period> = periods.iter().filter(|period| period.status == PeriodStatus::Closed).collect();
    let period = id(random, &known, &world.foreign);
    let if_match = if_match(random);
    let earliest = periods
        .iter()
        .find(|period| period.status != PeriodStatus::Closed && period.period_type == PeriodType::Standard);
    let used = closed.iter().filter(|period| period.start_date.year() >= 2010).count();
    // A year goes soon after it came, or not at all.
    if let Some(fresh) = fresh_year(world, &periods)
        && random.chance(25)
    {
        return DeleteFiscalYear { year: fresh, if_match: None }.into();
    }
    match random.weighed(&[8, 22, 30, 40, 3, 10, 4]) {
        0 => {
            let number = 2008 + i16::try_from(random.below(6)).unwrap_or(0);
            let mut made = year(number);
            if random.chance(15) {
                made.start_date = jiff::civil::date(2040, 1, 1);
            }
            if random.chance(30) {
                (made.start_date, made.end_date) = (jiff::civil::date(2050, 1, 1), jiff::civil::date(2050, 12, 31));
            }
            made.into()
        }
        1 => SoftClosePeriod { period, reason: None, if_match }.into(),
        2 => {
            let next = earliest.map(|period| Sought::Id(period.id));
            let next = next.filter(|_| used < CLOSED && random.chance(80));
            let reason = random.maybe(90, |_| "month end".to_owned());
            ClosePeriod { period: next.unwrap_or(period), reason, force: random.chance(50), if_match }.into()
        }
        4 => AddAdjustmentPeriod {
            year: any_year(random, world),
            name: random.maybe(30, |random| format!("audit {}", random.below(4))),
            if_match,
        }
        .into(),
        5 => fiscal_year(random, world, &periods),
        6 => DeleteFiscalYear { year: any_year(random, world), if_match }.into(),
        _ => {
            let soft = periods.iter().find(|period| period.status == PeriodStatus::SoftClosed);
            let chosen = if random.chance(50) { soft } else { closed.last().copied() };
            let period = chosen.filter(|_| random.chance(85)).map_or(period, |period| Sought::Id(period.id));
            ReopenPeriod { period, reason: "a late invoice".to_owned(), if_match }.into()
        }
    }
}

/// The last year, where nothing became of it yet.
fn fresh_year(world: &World, periods: &[Period]) -> Option<Sought<FiscalYearId>> {
    let last = world.rows::<FiscalYear>().into_iter().max_by_key(|year| year.start_date)?;
    let is_fresh = periods.iter().filter(|period| period.fiscal_year_id == last.id).all(|period| period.version == 1);
    (is_fresh && last.version == 1 && last.start_date.year() > 2011).then_some(Sought::Id(last.id))
}

fn any_year(random: &mut Random, world: &World) -> Sought<FiscalYearId> {
    let known: Vec<String> = world.rows::<FiscalYear>().iter().map(|year| year.id.to_string()).collect();
    id(random, &known, &world.foreign)
}

/// Closes or reopens a year: mostly the first one, on which nobody works any more, with its periods.
fn fiscal_year(random: &mut Random, world: &World, periods: &[Period]) -> Command {
    let year = if random.chance(80) { first_year(world) } else { any_year(random, world) };
    let is_closed = world
        .rows::<FiscalYear>()
        .iter()
        .any(|known| Some(known.id) == year.id() && known.status == PeriodStatus::Closed);
    if is_closed && random.chance(90) {
        return ReopenFiscalYear { year, reason: "a late invoice".to_owned(), if_match: if_match(random) }.into();
    }
    let open = periods
        .iter()
        .filter(|period| Some(period.fiscal_year_id) == year.id() && period.status != PeriodStatus::Closed)
        .min_by_key(|period| (period.period_type == PeriodType::Adjustment, period.number));
    if let Some(period) = open.filter(|_| random.chance(50)) {
        let reason = Some("year end".to_owned());
        return ClosePeriod { period: Sought::Id(period.id), reason, force: true, if_match: None }.into();
    }
    let account = world.accounts.iter().find(|account| account.code == chart::RETAINED_EARNINGS);
    let named = if random.chance(90) { account.or(world.accounts.first()) } else { random.pick(&world.accounts) };
    let mut close = close_year(world, year, named.filter(|_| random.chance(85)).map(|account| Sought::of(&account.id)));
    close.journal = close.journal.filter(|_| random.chance(85));
    close.force = random.chance(80);
    close.if_match = if_match(random);
    close.into()
}
