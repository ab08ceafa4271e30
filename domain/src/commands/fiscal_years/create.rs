//! Creates a fiscal year with its periods.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
pub use crate::ledger::closing::new_year::Cut;
use crate::ledger::closing::new_year::NewFiscalYear;
use crate::rows::Reply;
use crate::value::permission::Permission;

/// Opens a year with its periods.
pub type CreateFiscalYear = NewFiscalYear;

impl Decide for CreateFiscalYear {
    const PERMISSION: Permission = Permission::PeriodsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::FiscalYears, Key::Periods]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let id = self.open(book, ctx)?;
        let recorded = book.record(ctx, FactKind::FiscalYearCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::periods::close::ClosePeriod;
    use crate::commands::periods::reopen::ReopenPeriod;
    use crate::testing::Stage;
    use crate::value::Date;
    use crate::value::Sought;
    use crate::value::rejection::Code;

    fn periods(start: Date, end: Date, cut: Cut) -> Vec<(Date, Date)> {
        let name = String::new();
        CreateFiscalYear { name, start_date: start, end_date: end, cut, adjustment_period: false }.standard_periods()
    }

    #[test]
    fn periods_cover_the_year_without_gap_or_overlap() {
        for (start, end, cut, count) in [
            (date(2010, 1, 1), date(2010, 12, 31), Cut::Monthly, 12),
            (date(2010, 4, 6), date(2011, 4, 5), Cut::Monthly, 12),
            (date(2010, 4, 6), date(2011, 4, 5), Cut::Quarterly, 4),
            (date(2010, 2, 20), date(2011, 4, 5), Cut::Monthly, 14),
            (date(2010, 3, 15), date(2010, 12, 31), Cut::Monthly, 10),
            (date(2010, 1, 31), date(2011, 1, 30), Cut::Monthly, 12),
            (date(2012, 1, 1), date(2012, 12, 31), Cut::Quarterly, 4),
            (date(2012, 2, 29), date(2012, 2, 29), Cut::Monthly, 1),
            (date(2010, 2, 1), date(2011, 1, 30), Cut::FourFourFive, 12),
            (date(2010, 2, 1), date(2011, 2, 6), Cut::FiveFourFour, 12),
        ] {
            let made = periods(start, end, cut);
            assert_eq!(made.len(), count, "{start} to {end}");
            if cut != Cut::Quarterly && count > 1 {
                assert_eq!(Cut::of(&made), cut, "{start} to {end}");
            }
            assert_eq!((made[0].0, made[count - 1].1), (start, end));
            for pair in made.windows(2) {
                assert_eq!(pair[0].1.tomorrow().ok(), Some(pair[1].0));
            }
        }
    }

    #[test]
    fn years_touch_and_run_at_most_eighteen_months_and_none_comes_before_what_is_closed() {
        let mut stage = Stage::new();
        let year = |start: Date, end: Date| CreateFiscalYear {
            name: format!("{start}"),
            start_date: start,
            end_date: end,
            cut: Cut::Monthly,
            adjustment_period: false,
        };
        for (start, end, expected) in [
            (date(2011, 1, 1), date(2010, 12, 31), Code::FiscalYearDates),
            (date(2011, 1, 1), date(2012, 7, 1), Code::FiscalYearDates),
            (date(2010, 12, 31), date(2011, 12, 30), Code::PeriodOverlap),
            (date(2009, 1, 1), date(2010, 1, 1), Code::PeriodOverlap),
            (date(2009, 1, 1), date(2011, 1, 1), Code::FiscalYearDates),
            (date(2011, 1, 2), date(2011, 12, 31), Code::FiscalYearGap),
            (date(2009, 1, 1), date(2009, 12, 30), Code::FiscalYearGap),
        ] {
            assert_eq!(stage.run(year(start, end)).expect_err("refused").code, expected, "{start} to {end}");
        }
        stage.run(year(date(2011, 1, 1), date(2012, 6, 30))).expect("eighteen months");
        let before = year(date(2009, 1, 1), date(2009, 12, 31));
        let close = ClosePeriod { period: Sought::of(&stage.period(1)), reason: None, force: false, if_match: None };
        stage.run(close).expect("2010-01");
        assert_eq!(stage.run(before.clone()).expect_err("2010-01 is closed").code, Code::FiscalYearState);
        let reason = "a year is missing".to_owned();
        stage.run(ReopenPeriod { period: Sought::of(&stage.period(1)), reason, if_match: None }).expect("reopened");
        stage.run(before).expect("the year before");
    }

    #[test]
    fn months_begin_as_the_year_does_and_the_last_period_takes_a_53rd_week() {
        let uk = periods(date(2010, 4, 6), date(2011, 4, 5), Cut::Monthly);
        assert_eq!((uk[0], uk[11]), ((date(2010, 4, 6), date(2010, 5, 5)), (date(2011, 3, 6), date(2011, 4, 5))));
        let late = periods(date(2010, 1, 31), date(2011, 1, 30), Cut::Monthly);
        assert_eq!(late[1], (date(2010, 2, 28), date(2010, 3, 30)));
        let weeks = |cut, end| -> Vec<i32> {
            let made = periods(date(2010, 2, 1), end, cut);
            made.iter().map(|(start, end)| ((*end - *start).get_days() + 1) / 7).collect()
        };
        let (short, long) = (date(2011, 1, 30), date(2011, 2, 6));
        assert_eq!(weeks(Cut::FourFourFive, short), [4, 4, 5].repeat(4));
        assert_eq!(weeks(Cut::FourFiveFour, long)[9..], [4, 5, 5]);
        assert_eq!(weeks(Cut::FiveFourFour, long)[9..], [5, 4, 5]);
        let mut stage = Stage::new();
        let year = |end_date| CreateFiscalYear {
            name: "weeks".to_owned(),
            start_date: date(2011, 1, 1),
            end_date,
            cut: Cut::FourFourFive,
            adjustment_period: false,
        };
        assert_eq!(stage.run(year(date(2012, 1, 10))).expect_err("too long").code, Code::FiscalYearDates);
        stage.run(year(date(2011, 12, 30))).expect("52 weeks");
        let names: Vec<String> = stage.rows::<crate::rows::Period>().into_iter().map(|period| period.name).collect();
        assert!(names.contains(&"2011-P01".to_owned()) && names.contains(&"2011-P12".to_owned()), "{names:?}");
    }
}
