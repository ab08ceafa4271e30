//! The columns of a statement: a comparison, or a split of the figures.

use domain::ledger::reports::comparison::{Calendar, Days, end_a_year_before};
use domain::rows::{Dimension, Period, PeriodType};
use domain::value::cell::IsoDate;
use domain::value::dimension_code::DimensionCode;
use domain::value::id::{FiscalYearId, PeriodId};
use domain::value::{Date, Sought};
use serde_json::json;
use store::Snapshot;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, Type};

use super::books::Books;
use crate::http::input::{Decode, List, Pointer, Schemas, Violations, scalar_schema};
use crate::http::json::Node;
use crate::http::output::{Day, Named};
use crate::http::problem::Problem;

/// The comparison of a report. One that is named twice goes two steps back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `previousPeriod`
    PreviousPeriod,
    /// `previousYear`
    PreviousYear,
    /// `2010-01-01..2010-03-31`
    Days(Days),
    /// `2010-03-31`
    Day(Date),
}

/// `compareWith`: several, separated by commas.
pub type Comparisons = List<Comparison, 1, 12>;

/// How the figures of one span are split into columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ColumnsBy {
    /// `currency`: the currencies of lines.
    Currency,
    /// `dimension:CODE`: the values that lines have of a dimension.
    Dimension(DimensionCode),
}

domain::named_enum! {
    /// The content of a column of a statement.
    ColumnKind {
        /// The days that were asked for.
        Current = "current",
        /// Days that they are compared with.
        Comparison = "comparison",
        /// Lines in one currency.
        Currency = "currency",
        /// Lines with one value of a dimension.
        Value = "value",
        /// Lines without a value of the dimension.
        None = "none",
        /// All lines.
        Total = "total",
    }
}

crate::wire_enum! {
    ColumnKind = "StatementColumnKind",
}

crate::output! {
    /// A column of a statement.
    pub struct StatementColumn {
        pub kind: Named<ColumnKind>,
        /// The heading of the column.
        pub title: String,
        /// The first day; null is the beginning.
        pub date_from: Option<Day>,
        /// The last day.
        pub date_to: Day,
        /// The code of the currency or of the dimension's value.
        pub value: Option<String>,
    }
}

impl StatementColumn {
    /// A column of some days: the first one is the requested span.
    #[must_use]
    pub fn of_days(place: usize, from: Option<Date>, to: Date) -> Self {
        let kind = if place == 0 { ColumnKind::Current } else { ColumnKind::Comparison };
        let column =
            Self { kind: Named(kind), title: String::new(), date_from: from.map(Day), date_to: Day(to), value: None };
        Self { title: column.days(), ..column }
    }

    /// A column of the lines with this value.
    #[must_use]
    pub fn of_value(kind: ColumnKind, value: Option<String>, from: Option<Date>, to: Date) -> Self {
        let title = value.clone().unwrap_or_else(|| kind.name().to_owned());
        Self { kind: Named(kind), title, date_from: from.map(Day), date_to: Day(to), value }
    }

    /// Its days: `2010-01-01..2010-03-31`, or the last one where it is from the beginning.
    #[must_use]
    pub fn days(&self) -> String {
        let to = IsoDate(self.date_to.0);
        self.date_from.map_or_else(|| to.to_string(), |from| format!("{}..{to}", IsoDate(from.0)))
    }
}

/// The days of the first column, as a query names them.
#[derive(Clone, Debug, Default)]
pub struct AskedDays {
    pub date_from: Option<Date>,
    pub date_to: Option<Date>,
    pub period: Option<Sought<PeriodId>>,
    pub year: Option<Sought<FiscalYearId>>,
}

impl AskedDays {
    /// The days: of a period, of a year, or from one to the other. Without a first day, that of the fiscal year.
    ///
    /// # Errors
    /// 400 where two ways are named, or none of them is there.
    pub fn days(&self, calendar: &Calendar, today: impl FnOnce() -> Date) -> Result<Days, Problem> {
        let dated = self.date_from.is_some() || self.date_to.is_some();
        match (&self.period, &self.year) {
            (Some(_), Some(_)) => Err(ambiguous("periodId")),
            (Some(_), None) if dated => Err(ambiguous("periodId")),
            (None, Some(_)) if dated => Err(ambiguous("fiscalYearId")),
            (Some(id), None) => days_of_period(calendar, id),
            (None, Some(id)) => {
                let found = calendar.years.iter().find(|year| Some(year.id) == id.id());
                let unknown = || {
                    Problem::violation(
                        "fiscalYearId",
                        "unknown_reference",
                        "there is no fiscal year with \
                     this id",
                    )
                };
                found.map(|year| Days { from: year.start_date, to: year.end_date }).ok_or_else(unknown)
            }
            (None, None) => {
                let to = self.date_to.unwrap_or_else(today);
                let from = self.date_from.unwrap_or_else(|| super::books::year_start(&calendar.years, to));
                if from > to {
                    let message = "must not be later than the last day, which is today if dateTo is absent";
                    return Err(Problem::violation("dateFrom", "out_of_range", message));
                }
                Ok(Days { from, to })
            }
        }
    }
}

fn ambiguous(pointer: &'static str) -> Problem {
    Problem::violation(pointer, "ambiguous", "give only one of dateFrom with dateTo, periodId, or fiscalYearId")
}

fn days_of_period(calendar: &Calendar, id: &Sought<PeriodId>) -> Result<Days, Problem> {
    let found: Option<&Period> = calendar.periods.iter().find(|period| Some(period.id) == id.id());
    let period = found.ok_or_else(|| {
        Problem::violation(
            "periodId",
            "unknown_reference",
            "there is no period with this \
         id",
        )
    })?;
    if period.period_type == PeriodType::Adjustment {
        let message = format!(
            "{} is an adjustment period and shares its day with a standard one: use the fiscal year, or list the \
             entries of the period",
            period.name
        );
        return Err(Problem::violation("periodId", "not_exact", message));
    }
    Ok(Days { from: period.start_date, to: period.end_date })
}

/// The years and periods of the books.
pub async fn calendar(books: &Books, snapshot: &mut Snapshot) -> Result<Calendar, Problem> {
    Ok(Calendar { years: books.years(snapshot).await?, periods: books.rows(snapshot).await? })
}

/// The spans of all columns: the requested one, then its comparisons, in order.
///
/// # Errors
/// 400 if a comparison is one of single days, or lies before the calendar.
pub fn spans(calendar: &Calendar, asked: Days, with: Option<&Comparisons>) -> Result<Vec<Days>, Problem> {
    let mut spans = vec![asked];
    let (mut period, mut year) = (asked, asked);
    for (place, comparison) in with.iter().flat_map(|with| with.0.iter().enumerate()) {
        spans.push(match comparison {
            Comparison::PreviousPeriod => {
                period = calendar.previous_period(period).ok_or_else(|| beyond(place))?;
                period
            }
            Comparison::PreviousYear => {
                year = calendar.previous_year(year).ok_or_else(|| beyond(place))?;
                year
            }
            Comparison::Days(days) => *days,
            Comparison::Day(_) => {
                let message = "must be previousPeriod, previousYear or two days such as 2010-01-01..2010-03-31";
                return Err(Problem::violation(format!("compareWith/{place}"), "malformed_comparison", message));
            }
        });
    }
    Ok(spans)
}

/// The days of all columns of a report that is of single days.
///
/// # Errors
/// 400 where a comparison is one of several days, or lies before the calendar.
pub fn days(calendar: &Calendar, asked: Date, with: Option<&Comparisons>) -> Result<Vec<Date>, Problem> {
    let mut days = vec![asked];
    let (mut period, mut year) = (asked, asked);
    for (place, comparison) in with.iter().flat_map(|with| with.0.iter().enumerate()) {
        days.push(match comparison {
            Comparison::PreviousPeriod => {
                period = calendar.end_of_previous_period(period).ok_or_else(|| beyond(place))?;
                period
            }
            Comparison::PreviousYear => {
                year = end_a_year_before(year).ok_or_else(|| beyond(place))?;
                year
            }
            Comparison::Day(day) => *day,
            Comparison::Days(_) => {
                let message = "must be previousPeriod, previousYear or a day such as 2010-03-31";
                return Err(Problem::violation(format!("compareWith/{place}"), "malformed_comparison", message));
            }
        });
    }
    Ok(days)
}

fn beyond(place: usize) -> Problem {
    Problem::violation(format!("compareWith/{place}"), "out_of_range", "is before the first day of the calendar")
}

/// The dimension with this code, as the books know it.
///
/// # Errors
/// 400 with those that there are.
pub async fn require_dimension(books: &Books, snapshot: &mut Snapshot, code: &DimensionCode) -> Result<(), Problem> {
    let mut codes: Vec<String> = books.rows::<Dimension>(snapshot).await?.into_iter().map(|one| one.code).collect();
    if codes.iter().any(|known| known == code.as_str()) {
        return Ok(());
    }
    codes.sort();
    let there = if codes.is_empty() { "there is none".to_owned() } else { format!("there are {}", codes.join(", ")) };
    let message = format!("there is no dimension {}: {there}", code.as_str());
    Err(Problem::violation("columnsBy", "unknown_dimension", message))
}

impl Decode for Comparison {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let text = match node {
            Node::Text(text) | Node::Untyped(text) => text.as_str(),
            other => {
                errors.wrong_type(at, "a comparison", other);
                return None;
            }
        };
        let day = |text: &str, errors: &mut Violations| Date::decode(&Node::Untyped(text.to_owned()), at, errors);
        match (text, text.split_once("..")) {
            ("previousPeriod", _) => Some(Self::PreviousPeriod),
            ("previousYear", _) => Some(Self::PreviousYear),
            (_, Some((from, to))) => {
                let days = Days { from: day(from, errors)?, to: day(to, errors)? };
                if days.from > days.to {
                    errors.push(at, "out_of_range", "must begin before it ends");
                    return None;
                }
                Some(Self::Days(days))
            }
            (other, None) if other.starts_with(|first: char| first.is_ascii_digit()) => {
                day(other, errors).map(Self::Day)
            }
            _ => {
                let message = "must be previousPeriod, previousYear, a day or two days such as 2010-01-01..2010-03-31";
                errors.push(at, "malformed_comparison", message);
                None
            }
        }
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        let day = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
        scalar_schema(Type::String)
            .pattern(Some(format!("^(previousPeriod|previousYear|{day}|{day}\\.\\.{day})$")))
            .examples([json!("previousYear"), json!("2010-01-01..2010-03-31")])
            .into()
    }
}

impl Decode for ColumnsBy {
    fn decode(node: &Node, at: &Pointer<'_>, errors: &mut Violations) -> Option<Self> {
        let (Node::Text(text) | Node::Untyped(text)) = node else {
            errors.wrong_type(at, "currency or dimension:CODE", node);
            return None;
        };
        if text == "currency" {
            return Some(Self::Currency);
        }
        let found = text.strip_prefix("dimension:").and_then(DimensionCode::parse);
        if found.is_none() {
            errors.push(at, "malformed_columns", "must be currency, or dimension: and the code of a dimension");
        }
        found.map(Self::Dimension)
    }

    fn field_schema(_: &mut Schemas) -> RefOr<Schema> {
        scalar_schema(Type::String)
            .pattern(Some("^(currency|dimension:[A-Za-z][A-Za-z0-9_-]{0,31})$"))
            .examples([json!("dimension:costCenter")])
            .into()
    }
}
