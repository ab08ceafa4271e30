//! Creates a fiscal year with its periods.

use jiff::ToSpan;

use super::{FiscalYear, Period, PeriodStatus, PeriodType};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::limits;
use crate::rejection::{Code, Rejection};
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::Date;
use crate::value::cell::IsoDate;
use crate::value::id::{FiscalYearId, PeriodId};

/// Longest year in days: two calendar years.
const MOST_DAYS: i32 = 732;

/// A new fiscal year.
#[derive(Clone, Debug)]
pub struct CreateFiscalYear {
    pub name: String,
    pub start_date: Date,
    pub end_date: Date,
    /// Months per period: 1 or 3.
    pub months_per_period: i64,
    /// Whether an adjustment period (number 13) on the last day is added.
    pub adjustment_period: bool,
}

impl Decide for CreateFiscalYear {
    fn permission(&self) -> Permission {
        Permission::PeriodsManage
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::FiscalYears, Key::Periods]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let days = (self.end_date - self.start_date).get_days();
        if days < 0 || days > MOST_DAYS {
            let message = format!(
                "a fiscal year runs from its first to its last day and at most two years: {} to {} does not",
                IsoDate(self.start_date),
                IsoDate(self.end_date)
            );
            return Err(Rejection::new(Code::PeriodOverlap, message).at("/endDate").into());
        }
        if book.fiscal_years()?.count() >= limits::FISCAL_YEARS {
            let message = format!("an organization has at most {} fiscal years", limits::FISCAL_YEARS);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        let overlaps = |year: &&FiscalYear| year.start_date <= self.end_date && self.start_date <= year.end_date;
        if let Some(other) = book.fiscal_years()?.find(overlaps) {
            let message = format!(
                "fiscal year {} has {} to {}: begin after it or end before it",
                other.name,
                IsoDate(other.start_date),
                IsoDate(other.end_date)
            );
            let rejection = Rejection::new(Code::PeriodOverlap, message).at("/startDate");
            return Err(rejection.with("id", other.id.to_string()).into());
        }
        if let Some(other) = book.fiscal_years()?.find(|year| year.name == self.name) {
            let message = format!("a fiscal year is named {} already", self.name);
            return Err(Rejection::new(Code::CodeTaken, message).at("/name").with("id", other.id.to_string()).into());
        }
        drop(book.periods()?);

        let id: FiscalYearId = ctx.ids.next();
        book.years.put(FiscalYear {
            id,
            name: self.name.clone(),
            start_date: self.start_date,
            end_date: self.end_date,
            status: PeriodStatus::Open,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        let mut number = 0;
        for (start, end) in self.standard_periods() {
            number += 1;
            let name = format!("{:04}-{:02}", start.year(), start.month());
            book.periods.put(period(ctx, id, number, name, (start, end), PeriodType::Standard));
        }
        if self.adjustment_period {
            let name = format!("{} adjustments", self.name);
            let days = (self.end_date, self.end_date);
            book.periods.put(period(ctx, id, number + 1, name, days, PeriodType::Adjustment));
        }
        let recorded = book.record(ctx, FactKind::FiscalYearCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

impl CreateFiscalYear {
    /// The standard periods' first and last days; the last one takes what is left.
    fn standard_periods(&self) -> Vec<(Date, Date)> {
        let mut periods = Vec::new();
        let mut start = self.start_date;
        while start <= self.end_date && periods.len() < limits::PERIODS_PER_YEAR {
            let next = start.first_of_month().checked_add(self.months_per_period.months()).unwrap_or(Date::MAX);
            let end = next.yesterday().unwrap_or(Date::MAX).min(self.end_date);
            periods.push((start, end));
            match end.tomorrow() {
                Ok(day) => start = day,
                Err(_) => break,
            }
        }
        periods
    }
}

fn period(
    ctx: &Context,
    fiscal_year_id: FiscalYearId,
    number: i64,
    name: String,
    (start_date, end_date): (Date, Date),
    period_type: PeriodType,
) -> Period {
    Period {
        id: ctx.ids.next::<PeriodId>(),
        fiscal_year_id,
        number,
        name,
        start_date,
        end_date,
        period_type,
        status: PeriodStatus::Open,
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

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
}
