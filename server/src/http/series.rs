//! Series: figures at the end of each day, week or month, for a chart.

use domain::value::Date;
use jiff::ToSpan;

use super::problem::Problem;

/// Most points of a series.
const POINTS: usize = 400;

domain::named_enum! {
    /// The time between two points.
    SeriesStep {
        Day = "day",
        /// Up to its Sunday.
        Week = "week",
        Month = "month",
    }
}

crate::wire_enum! {
    SeriesStep = "SeriesStep",
}

impl SeriesStep {
    /// The last day of each step from one day to another, the last of which may be cut.
    ///
    /// # Errors
    /// 400 for more than a series has.
    pub fn ends(self, from: Date, to: Date) -> Result<Vec<Date>, Problem> {
        let mut ends = Vec::new();
        let mut day = from;
        loop {
            if ends.len() == POINTS {
                let message = format!("makes more than {POINTS} points: choose a later day or a longer step");
                return Err(Problem::violation("dateFrom", "out_of_range", message));
            }
            let end = self.end(day).min(to);
            ends.push(end);
            match end.checked_add(1.day()) {
                Ok(next) if next <= to => day = next,
                _ => return Ok(ends),
            }
        }
    }

    fn end(self, day: Date) -> Date {
        match self {
            Self::Day => day,
            Self::Week => {
                let left = 6 - i32::from(day.weekday().to_monday_zero_offset());
                day.checked_add(left.days()).unwrap_or(day)
            }
            Self::Month => day.last_of_month(),
        }
    }
}

/// What changes come to at these days. Both are in order.
pub fn sums(changes: &[(Date, i128)], ends: &[Date]) -> Vec<i128> {
    let (mut next, mut sum) = (0, 0_i128);
    let at = |end: &Date| {
        while let Some((_, by)) = changes.get(next).filter(|(date, _)| date <= end) {
            sum += by;
            next += 1;
        }
        sum
    };
    ends.iter().map(at).collect()
}

#[cfg(test)]
mod tests {
    use jiff::civil::{Weekday, date};

    use super::*;

    #[test]
    fn a_step_ends_with_the_day_the_week_or_the_month_and_the_last_one_where_the_series_does() {
        let (from, to) = (date(2010, 1, 29), date(2010, 2, 3));
        for (step, wanted) in [
            (SeriesStep::Day, &[(1, 29), (1, 30), (1, 31), (2, 1), (2, 2), (2, 3)][..]),
            (SeriesStep::Week, &[(1, 31), (2, 3)]),
            (SeriesStep::Month, &[(1, 31), (2, 3)]),
        ] {
            let wanted: Vec<Date> = wanted.iter().map(|(month, day)| date(2010, *month, *day)).collect();
            assert_eq!(step.ends(from, to).unwrap(), wanted, "{step:?}");
        }
        assert_eq!(date(2010, 1, 31).weekday(), Weekday::Sunday);
        assert_eq!(SeriesStep::Day.ends(date(2010, 1, 1), date(2011, 2, 4)).unwrap().len(), 400);
        assert!(SeriesStep::Day.ends(date(2010, 1, 1), date(2011, 2, 5)).is_err());
        assert_eq!(SeriesStep::Month.ends(date(9999, 12, 1), date(9999, 12, 31)).unwrap().len(), 1);
    }

    #[test]
    fn each_point_has_all_changes_until_its_day() {
        let day = |day: i8| date(2010, 1, day);
        let changes = [(day(1), 5), (day(3), -2), (day(3), 1), (day(9), 4)];
        assert_eq!(sums(&changes, &[day(2), day(3), day(4), day(31)]), [5, 4, 4, 8]);
        assert_eq!(sums(&[], &[day(2)]), [0]);
    }
}
