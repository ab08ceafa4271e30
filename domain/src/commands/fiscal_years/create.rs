//! Creates a fiscal year with its periods.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
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

    fn periods(start: Date, end: Date, months_per_period: i64) -> Vec<(Date, Date)> {
        let name = String::new();
        CreateFiscalYear { name, start_date: start, end_date: end, months_per_period, adjustment_period: false }
            .standard_periods()
    }

    #[test]
    fn periods_cover_the_year_without_gap_or_overlap() {
        for (start, end, months, count) in [
            (date(2010, 1, 1), date(2010, 12, 31), 1, 12),
            (date(2010, 4, 6), date(2011, 4, 5), 1, 13),
            (date(2012, 1, 1), date(2012, 12, 31), 3, 4),
            (date(2012, 2, 29), date(2012, 2, 29), 1, 1),
        ] {
            let made = periods(start, end, months);
            assert_eq!(made.len(), count);
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
            months_per_period: 1,
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
}
