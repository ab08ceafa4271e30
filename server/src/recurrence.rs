//! Recurrence rules (RFC 5545, section 3.3.10) of whole days.

use chrono::{Datelike, NaiveDate, NaiveTime, TimeZone};
use domain::value::Date;
use domain::value::limits::OCCURRENCES;
use rrule::{Frequency, RRule, Tz, Unvalidated};

/// Why a rule cannot be used, with the expected form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadRule {
    /// The text is no rule.
    #[error("is not a recurrence rule of RFC 5545 ({0}): write for example FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=12")]
    Malformed(String),
    /// It names hours, minutes or seconds.
    #[error("must give whole days: use FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, and no BYHOUR, BYMINUTE or BYSECOND")]
    NotDays,
    /// It never ends.
    #[error("has no end: add COUNT=12 or UNTIL=20111231")]
    Endless,
    /// It gives too many days.
    #[error("gives more than {OCCURRENCES} days: end it earlier and continue with another one")]
    TooMany,
    /// It falls on a day that some of its months do not have, and RFC 5545 then leaves those months out. Nobody means
    /// that of a rent.
    #[error("leaves out {month}, which has no day {day}: {instead}")]
    LeavesOut {
        /// The first month that is left out: `February 2027`.
        month: String,
        day: i8,
        /// What to write instead.
        instead: String,
    },
    /// It gives none.
    #[error("gives no day on or after the start date: check its days and its end")]
    Empty,
}

impl BadRule {
    /// The code of the violation.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Malformed(_) => "malformed_rule",
            Self::NotDays => "not_days",
            Self::Endless => "endless",
            Self::TooMany => "too_many",
            Self::LeavesOut { .. } => "leaves_months_out",
            Self::Empty => "no_days",
        }
    }
}

/// The days of a rule that counts from `start`, in order, each once. The start itself is one of them only where the
/// rule gives it.
///
/// # Errors
/// What is wrong with the rule, such as months that it would leave out because they are too short for its day.
pub fn days(rule: &str, start: Date) -> Result<Vec<Date>, BadRule> {
    let written = rule;
    let malformed = |error: rrule::RRuleError| BadRule::Malformed(error.to_string());
    let mut rule: RRule<Unvalidated> = rule.parse().map_err(malformed)?;
    let is_days =
        matches!(rule.get_freq(), Frequency::Daily | Frequency::Weekly | Frequency::Monthly | Frequency::Yearly);
    let has_times =
        !rule.get_by_hour().is_empty() || !rule.get_by_minute().is_empty() || !rule.get_by_second().is_empty();
    if !is_days || has_times {
        return Err(BadRule::NotDays);
    }
    if rule.get_count().is_some_and(|count| usize::try_from(count).unwrap_or(usize::MAX) > OCCURRENCES) {
        return Err(BadRule::TooMany);
    }
    // Days have no zone: everything is reckoned in one, so that `UNTIL` includes its day in any zone.
    match rule.get_until().map(|until| until.date_naive()) {
        Some(last) => rule = rule.until(midnight(last).ok_or(BadRule::Empty)?),
        None if rule.get_count().is_none() => return Err(BadRule::Endless),
        None => {}
    }
    let (year, month, day) = (i32::from(start.year()), start.month().unsigned_abs(), start.day().unsigned_abs());
    let start = NaiveDate::from_ymd_opt(year, u32::from(month), u32::from(day)).ok_or(BadRule::Empty)?;
    let months = Months::of(&rule, start);
    let found = rule.build(midnight(start).ok_or(BadRule::Empty)?).map_err(malformed)?;
    // One more than allowed, so that too many are noticed.
    let found = found.all(u16::try_from(OCCURRENCES + 1).unwrap_or(u16::MAX));
    let dates: Vec<Date> = found.dates.iter().filter_map(date).collect();
    let last = match found.dates.last() {
        None => return Err(BadRule::Empty),
        Some(_) if dates.len() > OCCURRENCES => return Err(BadRule::TooMany),
        Some(last) => last.date_naive(),
    };
    match months.and_then(|months| months.left_out(last, written)) {
        Some(bad) => Err(bad),
        None => Ok(dates),
    }
}

/// The months in which a rule falls on days of the month, and on nothing else.
struct Months {
    start: NaiveDate,
    /// From one to the next, in months.
    step: u32,
    /// Only these months of a year; empty is every one.
    only: Vec<u32>,
    /// The days, from the end of the month where negative.
    days: Vec<i8>,
    is_yearly: bool,
}

impl Months {
    /// `None` for rules that fall on days of the week or the year, or choose among the days of a set.
    fn of(rule: &RRule<Unvalidated>, start: NaiveDate) -> Option<Self> {
        let is_yearly = match rule.get_freq() {
            Frequency::Monthly => false,
            Frequency::Yearly => true,
            Frequency::Weekly | Frequency::Daily | Frequency::Hourly | Frequency::Minutely | Frequency::Secondly => {
                return None;
            }
        };
        let is_other = !rule.get_by_weekday().is_empty()
            || !rule.get_by_week_no().is_empty()
            || !rule.get_by_year_day().is_empty()
            || !rule.get_by_set_pos().is_empty();
        if is_other {
            return None;
        }
        let (days, mut only) = (rule.get_by_month_day().to_vec(), rule.get_by_month().to_vec());
        // A yearly rule with days alone falls on them in every month, one with neither on the day of its start.
        if is_yearly && days.is_empty() && only.is_empty() {
            only.push(u8::try_from(start.month()).ok()?);
        }
        let days = if days.is_empty() { vec![i8::try_from(start.day()).ok()?] } else { days };
        let only = only.into_iter().map(u32::from).collect();
        Some(Self { start, step: u32::from(rule.get_interval()), only, days, is_yearly })
    }

    /// Whether a month until the day of its last occurrence lacks one of its days.
    fn left_out(&self, last: NaiveDate, written: &str) -> Option<BadRule> {
        let first = self.start.with_day(1)?;
        // A yearly rule looks at each month of every such year.
        let step = if self.is_yearly { 1 } else { self.step.max(1) };
        let mut number = 0;
        loop {
            let month = first.checked_add_months(chrono::Months::new(number))?;
            if month > last {
                return None;
            }
            number += step;
            let years = u32::try_from(month.year() - first.year()).ok()?;
            let is_its_year = !self.is_yearly || years.is_multiple_of(self.step.max(1));
            if !is_its_year || !(self.only.is_empty() || self.only.contains(&month.month())) {
                continue;
            }
            let length = month.checked_add_months(chrono::Months::new(1))?.pred_opt()?.day();
            let lacking = self.days.iter().find(|day| u32::from(day.unsigned_abs()) > length);
            if let Some(day) = lacking {
                let (month, instead) = (month.format("%B %Y").to_string(), self.instead(*day, written));
                return Some(BadRule::LeavesOut { month, day: *day, instead });
            }
        }
    }

    /// What to write where a month lacks its only day: the last day of each month, or the last of those up to that day.
    fn instead(&self, day: i8, written: &str) -> String {
        let by_day = match (&*self.days, &*self.only) {
            ([31], _) | ([29], [2]) => "BYMONTHDAY=-1",
            ([30], _) if !self.is_yearly => "BYMONTHDAY=28,29,30;BYSETPOS=-1",
            ([29], _) if !self.is_yearly => "BYMONTHDAY=28,29;BYSETPOS=-1",
            _ => {
                return format!(
                    "give day {day} a recurring entry of its own, on the last day of each month (BYMONTHDAY=-1)"
                );
            }
        };
        let written = written.trim_start_matches("RRULE:");
        let (freq, rest): (Vec<&str>, Vec<&str>) = written.split(';').partition(|part| part.starts_with("FREQ="));
        let by_month = self
            .only
            .first()
            .filter(|_| self.is_yearly && !written.contains("BYMONTH="))
            .map(|month| format!("BYMONTH={month}"));
        let rest = rest.into_iter().filter(|part| !part.starts_with("BYMONTHDAY="));
        let parts: Vec<&str> = freq.into_iter().chain(by_month.as_deref()).chain([by_day]).chain(rest).collect();
        format!("write {}, or name the months with BYMONTH", parts.join(";"))
    }
}

fn midnight(day: NaiveDate) -> Option<chrono::DateTime<Tz>> {
    Tz::UTC.from_local_datetime(&day.and_time(NaiveTime::MIN)).single()
}

fn date(at: &chrono::DateTime<Tz>) -> Option<Date> {
    let day = at.date_naive();
    let (month, of_month) = (i8::try_from(day.month()).ok()?, i8::try_from(day.day()).ok()?);
    Date::new(i16::try_from(day.year()).ok()?, month, of_month).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn rules_give_their_days() {
        for (rule, start, expected) in [
            (
                "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3",
                date(2011, 12, 31),
                vec![date(2011, 12, 31), date(2012, 1, 31), date(2012, 2, 29)],
            ),
            (
                "RRULE:FREQ=WEEKLY;BYDAY=MO,FR;UNTIL=20101210",
                date(2010, 12, 3),
                vec![date(2010, 12, 3), date(2010, 12, 6), date(2010, 12, 10)],
            ),
            ("FREQ=DAILY;UNTIL=20101202T235959Z", date(2010, 12, 1), vec![date(2010, 12, 1), date(2010, 12, 2)]),
            // On the 31st of the months that have one: they are named.
            (
                "FREQ=MONTHLY;BYMONTH=1,3,5;BYMONTHDAY=31;COUNT=3",
                date(2011, 1, 1),
                vec![date(2011, 1, 31), date(2011, 3, 31), date(2011, 5, 31)],
            ),
            // No month before the last of its days is too short.
            ("FREQ=MONTHLY;COUNT=2", date(2011, 7, 31), vec![date(2011, 7, 31), date(2011, 8, 31)]),
            ("FREQ=YEARLY;COUNT=2", date(2011, 8, 31), vec![date(2011, 8, 31), date(2012, 8, 31)]),
        ] {
            assert_eq!(days(rule, start), Ok(expected), "{rule}");
        }
        assert_eq!(days("FREQ=DAILY;COUNT=1000", date(2010, 1, 1)).map(|days| days.len()), Ok(1_000));
    }

    #[test]
    fn rules_that_would_leave_months_out_are_refused_with_the_rule_that_does_not() {
        for (rule, start, month, instead) in [
            ("FREQ=MONTHLY;COUNT=6", date(2027, 1, 31), "February 2027", "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=6"),
            (
                "FREQ=MONTHLY;INTERVAL=3;COUNT=6",
                date(2026, 11, 30),
                "February 2027",
                "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;INTERVAL=3;COUNT=6",
            ),
            (
                "FREQ=MONTHLY;BYMONTHDAY=30;UNTIL=20271231",
                date(2027, 1, 1),
                "February 2027",
                "FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;UNTIL=20271231",
            ),
            (
                "RRULE:FREQ=YEARLY;COUNT=3",
                date(2024, 2, 29),
                "February 2025",
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1;COUNT=3",
            ),
            (
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2",
                date(2010, 1, 1),
                "February 2010",
                "FREQ=YEARLY;BYMONTHDAY=-1;BYMONTH=2;COUNT=2",
            ),
        ] {
            let bad = days(rule, start).unwrap_err();
            assert_eq!(bad.code(), "leaves_months_out", "{rule}");
            let said = bad.to_string();
            assert!(said.contains(month) && said.contains(&format!("write {instead},")), "{rule}: {said}");
            // The way out gives a day in each of its months.
            let months: Vec<(i16, i8)> =
                days(instead, start).unwrap().iter().map(|day| (day.year(), day.month())).collect();
            let distances: Vec<i32> = months
                .windows(2)
                .map(|two| i32::from(two[1].0 - two[0].0) * 12 + i32::from(two[1].1 - two[0].1))
                .collect();
            assert!(distances.iter().all(|distance| *distance == distances[0]), "{instead}: {months:?}");
        }
        let said = days("FREQ=MONTHLY;BYMONTHDAY=15,31;COUNT=6", date(2027, 1, 1)).unwrap_err().to_string();
        assert!(said.contains("February 2027") && said.contains("a recurring entry of its own"), "{said}");
    }

    #[test]
    fn rules_that_cannot_be_used_say_why() {
        let code = |rule: &str| days(rule, date(2010, 1, 1)).map_err(|bad| bad.code());
        for (rule, expected) in [
            ("every month", "malformed_rule"),
            ("", "malformed_rule"),
            ("FREQ=SOMETIMES;COUNT=2", "malformed_rule"),
            ("FREQ=MONTHLY;BYMONTHDAY=40;COUNT=2", "malformed_rule"),
            ("FREQ=MONTHLY;BYMONTHDAY=1", "endless"),
            ("FREQ=HOURLY;COUNT=2", "not_days"),
            ("FREQ=DAILY;BYHOUR=8;COUNT=2", "not_days"),
            ("FREQ=DAILY;COUNT=1001", "too_many"),
            ("FREQ=DAILY;UNTIL=99991231", "too_many"),
            ("FREQ=DAILY;UNTIL=20091231", "malformed_rule"),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1", "no_days"),
        ] {
            assert_eq!(code(rule), Err(expected), "{rule}");
        }
    }
}
