//! A new fiscal year and its periods: how long it is, where it lies among the others, and its days.

use jiff::ToSpan;

use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::rows::{FiscalYear, Period, PeriodStatus, PeriodType};
use crate::value::cell::IsoDate;
use crate::value::id::{FiscalYearId, PeriodId};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, limits};

/// Longest year in months: a first year may be longer than twelve.
const MOST_MONTHS: i64 = 18;

/// From this year on the calendar ends before so many months are over.
const LAST_YEARS: i16 = 9998;

/// Weeks of a year that is cut in weeks: its last period takes the 53rd, and days that are no whole week.
const WEEKS_OF_YEAR: i64 = 52;

/// How a year is cut into periods.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cut {
    /// Months, which begin on the day after the year's last one: on the first, or on the sixth.
    #[default]
    Monthly,
    /// Three months each.
    Quarterly,
    /// Quarters of 4, 4 and 5 weeks.
    FourFourFive,
    /// Quarters of 4, 5 and 4 weeks.
    FourFiveFour,
    /// Quarters of 5, 4 and 4 weeks.
    FiveFourFour,
}

impl Cut {
    /// How periods of these days, in their order, are cut.
    #[must_use]
    pub fn of(periods: &[(Date, Date)]) -> Self {
        let length = |(start, end): &(Date, Date)| (*end - *start).get_days() + 1;
        let lengths: Vec<i32> = periods.iter().map(length).collect();
        match lengths.as_slice() {
            [28, 28, 35, ..] => Self::FourFourFive,
            [28, 35, 28, ..] => Self::FourFiveFour,
            [35, 28, 28, ..] => Self::FiveFourFour,
            lengths if lengths.iter().any(|days| *days > 31) => Self::Quarterly,
            _ => Self::Monthly,
        }
    }

    /// The weeks of the periods of a quarter, where it is cut in weeks.
    fn weeks(self) -> Option<[i64; 3]> {
        match self {
            Self::Monthly | Self::Quarterly => None,
            Self::FourFourFive => Some([4, 4, 5]),
            Self::FourFiveFour => Some([4, 5, 4]),
            Self::FiveFourFour => Some([5, 4, 4]),
        }
    }

    /// The last day of a year that begins on this one: 52 weeks or twelve months later.
    #[must_use]
    pub fn year_end(self, start: Date) -> Option<Date> {
        let length = if self.weeks().is_some() { WEEKS_OF_YEAR.weeks() } else { 12.months() };
        start.checked_add(length).and_then(Date::yesterday).ok()
    }
}

/// A new fiscal year.
#[derive(Clone, Debug)]
pub struct NewFiscalYear {
    pub name: String,
    pub start_date: Date,
    pub end_date: Date,
    pub cut: Cut,
    /// Whether an adjustment period (number 13) on the last day is added.
    pub adjustment_period: bool,
}

impl NewFiscalYear {
    /// A year of twelve months, named as people name it: `2026`, or `2026/27` where it lies in two.
    #[must_use]
    pub fn from_first_day(start_date: Date) -> Self {
        let end_date = start_date.checked_add(12.months()).and_then(Date::yesterday).unwrap_or(Date::MAX);
        let name = match end_date.year() {
            same if same == start_date.year() => start_date.year().to_string(),
            next => format!("{}/{:02}", start_date.year(), next % 100),
        };
        Self { name, start_date, end_date, cut: Cut::Monthly, adjustment_period: false }
    }

    /// Adds the creation of the calendar year that has the date; where there are years, of the one that touches them
    /// on the date's side.
    pub(crate) fn offer_towards(book: &Book, rejection: Rejection, date: Date) -> Result<Rejection, Stop> {
        let first = book.fiscal_years()?.map(|year| year.start_date).min();
        let last = book.fiscal_years()?.map(|year| year.end_date).max();
        let start = match (first, last) {
            (Some(first), _) if date < first => first.checked_sub(12.months()).ok(),
            (_, Some(last)) => last.tomorrow().ok(),
            _ => Some(date.first_of_year()),
        };
        let Some(start) = start else { return Ok(rejection) };
        let mut year = Self::from_first_day(start);
        // Of a leap year's last day twelve months are no whole year.
        year.end_date = match first {
            Some(first) if date < first => first.yesterday().unwrap_or(year.end_date),
            _ => year.end_date,
        };
        if book.fiscal_years()?.any(|other| other.name == year.name) {
            year.name = format!("{} to {}", IsoDate(year.start_date), IsoDate(year.end_date));
        }
        // Where the calendar ends, or a later period is closed, no such year can be made.
        match year.require_length().and_then(|()| year.require_place(book)) {
            Ok(()) => {}
            Err(Stop::Rejected(_)) => return Ok(rejection),
            Err(stop) => return Err(stop),
        }
        let title = format!("Create the fiscal year {}", year.name);
        let body =
            vec![("name", year.name.into()), ("startDate", year.start_date.into()), ("endDate", year.end_date.into())];
        Ok(rejection.offer("create-fiscal-year", title, "POST", "/accounting/fiscal-years").body(body))
    }

    /// Checks and writes the year with its periods. The fact is the caller's.
    pub(crate) fn open(&self, book: &mut Book, ctx: &Context) -> Result<FiscalYearId, Stop> {
        self.require_length()?;
        if book.fiscal_years()?.count() >= limits::FISCAL_YEARS {
            let message = format!("an organization has at most {} fiscal years", limits::FISCAL_YEARS);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        self.require_place(book)?;
        if let Some(other) = book.fiscal_years()?.find(|year| year.name == self.name) {
            let message = format!("there is already a fiscal year named {}: choose another name", self.name);
            return Err(Rejection::new(Code::CodeTaken, message).at("/name").with("id", other.id.to_string()).into());
        }

        let id: FiscalYearId = ctx.ids.next();
        book.years.put(FiscalYear {
            id,
            name: self.name.clone(),
            start_date: self.start_date,
            end_date: self.end_date,
            status: PeriodStatus::Open,
            closing_entry_id: None,
            further_closing_entries: String::new(),
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        let mut number = 0;
        for (start, end) in self.standard_periods() {
            number += 1;
            let name = match self.cut.weeks() {
                Some(_) => format!("{:04}-P{number:02}", self.end_date.year()),
                None => format!("{:04}-{:02}", start.year(), start.month()),
            };
            let period_type = PeriodType::Standard;
            let days = NewPeriod { fiscal_year_id: id, number, name, start_date: start, end_date: end, period_type };
            book.periods.put(days.open(ctx));
        }
        if self.adjustment_period {
            let name = format!("{} adjustments", self.name);
            book.periods.put(NewPeriod::adjustment(id, number + 1, name, self.end_date).open(ctx));
        }
        Ok(id)
    }

    /// From a first to a last day, and no longer than the law of any country that we know of allows.
    fn require_length(&self) -> Result<(), Stop> {
        let fits = self.start_date.checked_add(MOST_MONTHS.months()).is_ok_and(|limit| self.end_date < limit);
        let days = i64::from((self.end_date - self.start_date).get_days()) + 1;
        let weeks = WEEKS_OF_YEAR * 7..=(WEEKS_OF_YEAR + 1) * 7;
        if self.cut.weeks().is_some() && !weeks.contains(&days) {
            let message = format!(
                "a fiscal year that is cut in weeks has {WEEKS_OF_YEAR} or {}: {} to {} has {days} days",
                WEEKS_OF_YEAR + 1,
                IsoDate(self.start_date),
                IsoDate(self.end_date)
            );
            return Err(Rejection::new(Code::FiscalYearDates, message).at("/endDate").into());
        }
        if self.start_date <= self.end_date && (fits || self.start_date.year() >= LAST_YEARS) {
            return Ok(());
        }
        let message = format!(
            "a fiscal year must begin before it ends and last at most {MOST_MONTHS} months: {} to {} does not",
            IsoDate(self.start_date),
            IsoDate(self.end_date)
        );
        Err(Rejection::new(Code::FiscalYearDates, message).at("/endDate").into())
    }

    /// Years touch and do not overlap, so that every day from the first to the last has its period; and none comes
    /// before what is closed, because periods close in order, and a closed year was opened with what came before it.
    fn require_place(&self, book: &Book) -> Result<(), Stop> {
        let overlaps = |year: &&FiscalYear| year.start_date <= self.end_date && self.start_date <= year.end_date;
        if let Some(other) = book.fiscal_years()?.find(overlaps) {
            let message = format!(
                "fiscal year {} covers {} to {}: begin after it or end before it",
                other.name,
                IsoDate(other.start_date),
                IsoDate(other.end_date)
            );
            let rejection = Rejection::new(Code::PeriodOverlap, message).at("/startDate");
            return Err(rejection.with("id", other.id.to_string()).into());
        }
        let first = book.fiscal_years()?.map(|year| year.start_date).min();
        let last = book.fiscal_years()?.map(|year| year.end_date).max();
        let (Some(first), Some(last)) = (first, last) else { return Ok(()) };
        let touches = |end: Date, start: Date| end.tomorrow().is_ok_and(|day| day == start);
        let (is_behind, is_before) = (touches(last, self.start_date), touches(self.end_date, first));
        if !is_behind && !is_before {
            let next = last.tomorrow().unwrap_or(last);
            let message = format!(
                "the fiscal years run from {} to {} without a gap: begin on {} or end on the day before {}",
                IsoDate(first),
                IsoDate(last),
                IsoDate(next),
                IsoDate(first)
            );
            return Err(Rejection::new(Code::FiscalYearGap, message)
                .at(if self.start_date > last { "/startDate" } else { "/endDate" })
                .with("firstDate", first)
                .with("lastDate", last)
                .with("nextStartDate", next)
                .into());
        }
        let closed = book.periods()?.filter(|period| period.status == PeriodStatus::Closed);
        match closed.min_by_key(|period| period.start_date) {
            Some(period) if is_before => {
                let message = format!(
                    "the later period {} is closed: what is posted before it would change the balances that were \
                     brought forward into it, and periods close in order; reopen it first",
                    period.name
                );
                Err(Rejection::new(Code::FiscalYearState, message).with("periodId", period.id.to_string()).into())
            }
            _ => Ok(()),
        }
    }

    /// The standard periods' first and last days; the last one takes what is left.
    pub(crate) fn standard_periods(&self) -> Vec<(Date, Date)> {
        let mut periods = Vec::new();
        let mut start = self.start_date;
        while start <= self.end_date && periods.len() < limits::PERIODS_PER_YEAR {
            let end = self.end_of_period(start, periods.len());
            periods.push((start, end));
            match end.tomorrow() {
                Ok(day) => start = day,
                Err(_) => break,
            }
        }
        periods
    }

    /// The last day of the period that begins on this day, after so many others.
    fn end_of_period(&self, start: Date, before: usize) -> Date {
        let next = match (self.cut, self.cut.weeks()) {
            (_, Some(weeks)) => match weeks.get(before % weeks.len()) {
                Some(weeks) if before + 1 < 4 * 3 => start.checked_add(weeks.weeks()).ok(),
                _ => None,
            },
            (Cut::Quarterly, None) => self.month_after(start, 2),
            (_, None) => self.month_after(start, 0),
        };
        next.and_then(|day| day.yesterday().ok()).unwrap_or(Date::MAX).min(self.end_date)
    }

    /// The day on which the next month of this year begins, and so many months later. Months begin as the next year
    /// does: on the sixth where this one ends on the fifth.
    fn month_after(&self, start: Date, more: i64) -> Option<Date> {
        let first = match (self.start_date.day(), self.end_date.tomorrow()) {
            (1, _) | (_, Err(_)) => 1,
            (_, Ok(next)) => next.day(),
        };
        let on = |month: Date| month.with().day(first.min(month.days_in_month())).build().ok();
        let own = start.first_of_month();
        let next = match on(own) {
            Some(day) if day > start => own,
            _ => own.checked_add(1.month()).ok()?,
        };
        on(next.checked_add(more.months()).ok()?)
    }
}

/// A new period of a year.
pub(crate) struct NewPeriod {
    pub fiscal_year_id: FiscalYearId,
    /// From 1, in the order of the year.
    pub number: i64,
    pub name: String,
    pub start_date: Date,
    pub end_date: Date,
    pub period_type: PeriodType,
}

impl NewPeriod {
    /// An adjustment period, which is the last day of its year.
    pub(crate) fn adjustment(fiscal_year_id: FiscalYearId, number: i64, name: String, last: Date) -> Self {
        let period_type = PeriodType::Adjustment;
        Self { fiscal_year_id, number, name, start_date: last, end_date: last, period_type }
    }

    /// The row of the period, which is open.
    pub(crate) fn open(self, ctx: &Context) -> Period {
        Period {
            id: ctx.ids.next::<PeriodId>(),
            fiscal_year_id: self.fiscal_year_id,
            number: self.number,
            name: self.name,
            start_date: self.start_date,
            end_date: self.end_date,
            period_type: self.period_type,
            status: PeriodStatus::Open,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        }
    }
}
