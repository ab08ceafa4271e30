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
            Self::Empty => "no_days",
        }
    }
}

/// The days of a rule that counts from `start`, in order, each once. The start itself is one of them only where the
/// rule gives it.
pub fn days(rule: &str, start: Date) -> Result<Vec<Date>, BadRule> {
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
    let start = NaiveDate::from_ymd_opt(year, u32::from(month), u32::from(day)).and_then(midnight);
    let found = rule.build(start.ok_or(BadRule::Empty)?).map_err(malformed)?;
    // One more than allowed, so that too many are noticed.
    let found = found.all(u16::try_from(OCCURRENCES + 1).unwrap_or(u16::MAX));
    let dates: Vec<Date> = found.dates.iter().filter_map(date).collect();
    match dates.len() {
        0 => Err(BadRule::Empty),
        count if count > OCCURRENCES => Err(BadRule::TooMany),
        _ => Ok(dates),
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
            (
                "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;COUNT=2",
                date(2010, 1, 1),
                vec![date(2012, 2, 29), date(2016, 2, 29)],
            ),
        ] {
            assert_eq!(days(rule, start), Ok(expected), "{rule}");
        }
        assert_eq!(days("FREQ=DAILY;COUNT=1000", date(2010, 1, 1)).map(|days| days.len()), Ok(1_000));
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
