//! The comparison of a report: the same length of time, one period or one year earlier.
//!
//! Where the days are a period or a year of the books, the one before it counts, however long it is. Else whole months are
//! compared with as many whole months, and other days with as many days.

use crate::rows::{FiscalYear, Period, PeriodType};
use crate::value::Date;

/// Days from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Days {
    pub from: Date,
    pub to: Date,
}

/// The calendar of the books.
#[derive(Clone, Debug, Default)]
pub struct Calendar {
    pub years: Vec<FiscalYear>,
    pub periods: Vec<Period>,
}

impl Calendar {
    /// The days before these that are compared with them; `None` before the first day of the calendar.
    #[must_use]
    pub fn previous_period(&self, days: Days) -> Option<Days> {
        if self.years.iter().any(|year| (year.start_date, year.end_date) == (days.from, days.to)) {
            return self.previous_year(days);
        }
        let last = days.from.yesterday().ok()?;
        if let Some(period) = self.standard(|period| (period.start_date, period.end_date) == (days.from, days.to))
            && let Some(before) = self.standard(|other| other.end_date == last && other.id != period.id)
        {
            return Some(Days { from: before.start_date, to: before.end_date });
        }
        let length = if days.is_whole_months() {
            jiff::Span::new().try_months(days.months()).ok()?
        } else if let Some(months) = months_between(days.from, days.to.tomorrow().ok()?) {
            // From one day to the day before the same of another month: 6 May to 5 June.
            jiff::Span::new().try_months(months).ok()?
        } else {
            days.from.until(days.to).ok()?.checked_add((jiff::Span::new().days(1), days.from)).ok()?
        };
        Some(Days { from: days.from.checked_sub(length).ok()?, to: last })
    }

    /// The days a year before these.
    #[must_use]
    pub fn previous_year(&self, days: Days) -> Option<Days> {
        if self.years.iter().any(|year| (year.start_date, year.end_date) == (days.from, days.to)) {
            let last = days.from.yesterday().ok()?;
            if let Some(before) = self.years.iter().find(|year| year.end_date == last) {
                return Some(Days { from: before.start_date, to: before.end_date });
            }
        }
        Some(Days { from: year_before(days.from)?, to: end_a_year_before(days.to)? })
    }

    /// The last day of the period before that of a day.
    #[must_use]
    pub fn end_of_previous_period(&self, day: Date) -> Option<Date> {
        let own = self.standard(|period| period.start_date <= day && day <= period.end_date);
        own.map_or(day.first_of_month(), |period| period.start_date).yesterday().ok()
    }

    fn standard(&self, wanted: impl Fn(&Period) -> bool) -> Option<&Period> {
        self.periods.iter().find(|period| period.period_type == PeriodType::Standard && wanted(period))
    }
}

/// The same day a year before; the end of a month stays one.
#[must_use]
pub fn end_a_year_before(day: Date) -> Option<Date> {
    let before = year_before(day)?;
    Some(if day == day.last_of_month() { before.last_of_month() } else { before })
}

fn year_before(day: Date) -> Option<Date> {
    day.checked_sub(jiff::Span::new().years(1)).ok()
}

impl Days {
    fn is_whole_months(self) -> bool {
        self.from.day() == 1 && self.to == self.to.last_of_month()
    }

    /// How many months they touch.
    fn months(self) -> i64 {
        let months = |day: Date| i64::from(day.year()) * 12 + i64::from(day.month());
        months(self.to) - months(self.from) + 1
    }
}

/// The whole months from a day to the same day of a later month.
fn months_between(from: Date, to: Date) -> Option<i64> {
    let months = i64::from(to.year() - from.year()) * 12 + i64::from(to.month()) - i64::from(from.month());
    (from.day() == to.day() && months > 0).then_some(months)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::PeriodStatus;
    use crate::value::Instant;
    use crate::value::id::{FiscalYearId, PeriodId, PrincipalId};

    fn day(text: &str) -> Date {
        text.parse().expect("a day")
    }

    fn days(text: &str) -> Days {
        let (from, to) = text.split_once("..").expect("two days");
        Days { from: day(from), to: day(to) }
    }

    fn year(text: &str) -> FiscalYear {
        let Days { from, to } = days(text);
        let by = PrincipalId([1; 16]);
        FiscalYear {
            id: FiscalYearId([1; 16]),
            name: text.to_owned(),
            start_date: from,
            end_date: to,
            status: PeriodStatus::Open,
            closing_entry_id: None,
            further_closing_entries: String::new(),
            version: 1,
            created_at: Instant(0),
            created_by: by,
            updated_at: Instant(0),
            updated_by: by,
        }
    }

    fn period(number: u8, text: &str) -> Period {
        let Days { from, to } = days(text);
        let by = PrincipalId([1; 16]);
        Period {
            id: PeriodId([number; 16]),
            fiscal_year_id: FiscalYearId([1; 16]),
            number: number.into(),
            name: text.to_owned(),
            start_date: from,
            end_date: to,
            period_type: PeriodType::Standard,
            status: PeriodStatus::Open,
            version: 1,
            created_at: Instant(0),
            created_by: by,
            updated_at: Instant(0),
            updated_by: by,
        }
    }

    fn calendar() -> Calendar {
        Calendar {
            years: vec![year("2009-07-01..2009-12-31"), year("2010-01-01..2010-12-31")],
            periods: vec![period(1, "2010-01-01..2010-01-15"), period(2, "2010-01-16..2010-02-20")],
        }
    }

    #[test]
    fn the_period_before_is_that_of_the_books_or_as_many_months_or_days() {
        for (given, before) in [
            ("2010-01-01..2010-12-31", "2009-07-01..2009-12-31"),
            ("2010-01-16..2010-02-20", "2010-01-01..2010-01-15"),
            ("2010-03-01..2010-03-31", "2010-02-01..2010-02-28"),
            ("2010-04-01..2010-06-30", "2010-01-01..2010-03-31"),
            ("2010-03-05..2010-03-11", "2010-02-26..2010-03-04"),
            ("2010-03-05..2010-03-05", "2010-03-04..2010-03-04"),
            ("2010-05-06..2010-06-05", "2010-04-06..2010-05-05"),
            ("2010-04-06..2010-07-05", "2010-01-06..2010-04-05"),
        ] {
            assert_eq!(calendar().previous_period(days(given)), Some(days(before)), "{given}");
        }
    }

    #[test]
    fn a_year_before_the_end_of_a_month_is_one() {
        for (given, before) in [
            ("2010-01-01..2010-12-31", "2009-07-01..2009-12-31"),
            ("2012-02-01..2012-02-29", "2011-02-01..2011-02-28"),
            ("2013-02-01..2013-02-28", "2012-02-01..2012-02-29"),
            ("2010-03-05..2010-03-11", "2009-03-05..2009-03-11"),
        ] {
            assert_eq!(calendar().previous_year(days(given)), Some(days(before)), "{given}");
        }
        assert_eq!(calendar().end_of_previous_period(day("2010-02-20")), Some(day("2010-01-15")));
        assert_eq!(calendar().end_of_previous_period(day("2010-06-10")), Some(day("2010-05-31")));
        assert_eq!(calendar().previous_year(Days { from: Date::MIN, to: Date::MIN }), None);
        assert_eq!(calendar().previous_period(Days { from: Date::MIN, to: Date::MAX }), None);
    }
}
