//! Adds an adjustment period to a fiscal year: on its last day, behind all others, reached only by naming it.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::fiscal_years;
use crate::ledger::closing::new_year::NewPeriod;
use crate::rows::Reply;
use crate::value::Sought;
use crate::value::id::FiscalYearId;
use crate::value::limits;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// One more adjustment period.
#[derive(Clone, Debug)]
pub struct AddAdjustmentPeriod {
    pub year: Sought<FiscalYearId>,
    /// Unique in the year; made from the year's name where absent.
    pub name: Option<String>,
    /// Versions of the year of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for AddAdjustmentPeriod {
    const PERMISSION: Permission = Permission::PeriodsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::FiscalYears, Key::Periods]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let year = fiscal_years::require_year(book, &self.year)?;
        version::require_version(self.if_match.as_deref(), year.version)?;
        let periods = fiscal_years::periods_of(book, year.id)?;
        if periods.len() >= limits::PERIODS_PER_YEAR {
            let message = format!("a fiscal year can have at most {} periods", limits::PERIODS_PER_YEAR);
            return Err(Rejection::new(Code::LimitReached, message).with("limit", periods.len() as i64).into());
        }
        if year.status == crate::rows::PeriodStatus::Closed {
            return Err(fiscal_years::closed(&year).into());
        }
        let is_taken = |name: &str| periods.iter().any(|period| period.name == name);
        let made = || {
            let plain = format!("{} adjustments", year.name);
            let numbered = (2..).map(|number| format!("{plain} {number}"));
            std::iter::once(plain.clone()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default()
        };
        let name = self.name.clone().unwrap_or_else(made);
        if let Some(other) = periods.iter().find(|period| period.name == name) {
            let message = format!("{} already has a period named {name}: choose another name", year.name);
            return Err(Rejection::new(Code::CodeTaken, message).at("/name").with("id", other.id.to_string()).into());
        }
        let number = periods.iter().map(|period| period.number).max().unwrap_or_default() + 1;
        let period = NewPeriod::adjustment(year.id, number, name, year.end_date).open(ctx);
        let id = period.id;
        book.periods.put(period);
        let recorded = book.record(ctx, FactKind::PeriodCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::fiscal_years::close::CloseFiscalYear;
    use crate::commands::periods::close::ClosePeriod;
    use crate::commands::periods::reopen::ReopenPeriod;
    use crate::rows::{Entry, Period, PeriodStatus, PeriodType};
    use crate::testing::Stage;

    fn add(stage: &Stage, name: Option<&str>) -> AddAdjustmentPeriod {
        AddAdjustmentPeriod { year: Sought::of(&stage.year), name: name.map(str::to_owned), if_match: None }
    }

    #[test]
    fn each_one_more_takes_the_next_number_on_the_years_last_day_and_its_own_name() {
        let mut stage = Stage::new();
        stage.run(add(&stage, None)).expect("second");
        stage.run(add(&stage, Some("audit"))).expect("third");
        let mut added: Vec<_> = stage
            .rows::<Period>()
            .into_iter()
            .filter(|period| period.period_type == PeriodType::Adjustment)
            .map(|period| (period.number, period.name, period.start_date, period.end_date))
            .collect();
        added.sort();
        let last = date(2010, 12, 31);
        assert_eq!(
            added,
            [
                (13, "2010 adjustments".to_owned(), last, last),
                (14, "2010 adjustments 2".to_owned(), last, last),
                (15, "audit".to_owned(), last, last),
            ]
        );
        assert_eq!(stage.run(add(&stage, Some("audit"))).expect_err("taken").code, Code::CodeTaken);
        let stale = AddAdjustmentPeriod { if_match: Some(vec![7]), ..add(&stage, None) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        let unknown = AddAdjustmentPeriod { year: Sought::of("fy_x"), ..add(&stage, None) };
        assert_eq!(stage.run(unknown).expect_err("unknown").code, Code::NotFound);
    }

    #[test]
    fn only_what_names_it_reaches_it_and_it_closes_behind_the_others() {
        let mut stage = Stage::new();
        let added = stage.run(add(&stage, None)).expect("period 14").subject;
        let mut entry = stage.entry(date(2010, 12, 31), &[("1000", "1", "0"), ("4000", "0", "1")], true);
        stage.run(entry.clone()).expect("unnamed");
        entry.period = Some(Sought::of(&added));
        stage.run(entry).expect("named");
        let periods: Vec<String> =
            stage.rows::<Entry>().iter().filter_map(|entry| entry.period_id).map(|id| id.to_string()).collect();
        assert_eq!(periods, [stage.period(12), added.clone()]);
        stage.wait_until(date(2011, 1, 1));
        for number in 1..=12 {
            let close =
                ClosePeriod { period: Sought::of(&stage.period(number)), reason: None, force: false, if_match: None };
            stage.run(close).expect("a month");
        }
        let close = ClosePeriod { period: Sought::of(&added), reason: None, force: false, if_match: None };
        assert_eq!(stage.run(close.clone()).expect_err("13 is open").code, Code::PeriodNotReady);
        stage
            .run(ClosePeriod { period: Sought::of(&stage.period(13)), reason: None, force: false, if_match: None })
            .expect("13");
        stage.run(close).expect("14");
        let reopen = |period| ReopenPeriod { period, reason: "late".to_owned(), if_match: None };
        assert_eq!(stage.run(reopen(Sought::of(&stage.period(13)))).expect_err("14 is closed").code, Code::PeriodState);
        stage.run(reopen(Sought::of(&added))).expect("the last one");
    }

    #[test]
    fn a_closed_year_and_a_full_one_take_no_more() {
        let mut stage = Stage::new();
        for _ in 13..limits::PERIODS_PER_YEAR {
            stage.run(add(&stage, None)).expect("room");
        }
        assert_eq!(stage.run(add(&stage, None)).expect_err("full").code, Code::LimitReached);
        let mut stage = Stage::new();
        stage.close_periods();
        stage.run(add(&stage, None)).expect("behind closed ones");
        stage.close_periods();
        stage
            .run(CloseFiscalYear {
                year: Sought::of(&stage.year),
                reason: Some("a test".to_owned()),
                force: true,
                ..CloseFiscalYear::default()
            })
            .expect("closed");
        let rejection = stage.run(add(&stage, None)).expect_err("closed");
        assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::FiscalYearState, "reopen-year"));
        let open = stage.rows::<Period>().into_iter().filter(|period| period.status == PeriodStatus::Open);
        assert!(open.into_iter().all(|period| period.start_date.year() == 2011));
    }
}
