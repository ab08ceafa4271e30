//! Fiscal years and what becomes of their periods.

use domain::command::Command;
use domain::ledger::change_period::{ClosePeriod, ReopenPeriod, SoftClosePeriod};
use domain::ledger::{Period, PeriodStatus, PeriodType};

use super::opening::year;
use super::{id, if_match};
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

/// The wire id of a period by its place.
#[must_use]
pub fn nth(world: &World, place: usize) -> String {
    ordered(world).get(place).map(|period| period.id.to_string()).unwrap_or_default()
}

/// An adjustment period, or at times any.
pub fn adjustment(random: &mut Random, world: &World) -> String {
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
    match random.weighed(&[8, 22, 30, 40]) {
        0 => {
            let number = 2009 + i16::try_from(random.below(6)).unwrap_or(0);
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
            let next = earliest.map(|period| period.id.to_string());
            let next = next.filter(|_| closed.len() < CLOSED && random.chance(80));
            ClosePeriod { period: next.unwrap_or(period), reason: Some("month end".to_owned()), if_match }.into()
        }
        _ => {
            let soft = periods.iter().find(|period| period.status == PeriodStatus::SoftClosed);
            let chosen = if random.chance(50) { soft } else { closed.last().copied() };
            let period = chosen.filter(|_| random.chance(85)).map_or(period, |period| period.id.to_string());
            ReopenPeriod { period, reason: "a late invoice".to_owned(), if_match }.into()
        }
    }
}
