//! `POST /accounting/fiscal-years`: a year with its periods.

use axum::response::Response;
use domain::Code;
use domain::commands::fiscal_years::create::CreateFiscalYear;
use domain::rows::{FiscalYear, Period};
use domain::value::Date;
use jiff::ToSpan;

use super::view::FiscalYearView;
use crate::http::input::Name;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

domain::named_enum! {
    /// How long the periods of a year are.
    PeriodFrequency {
        Monthly = "monthly",
        Quarterly = "quarterly",
    }
}

crate::wire_enum! {
    PeriodFrequency = "PeriodFrequency",
}

crate::input! {
    /// A new fiscal year; its periods are created with it.
    pub struct FiscalYearInput {
        /// Unique in the organization.
        pub name: Name<60> = "2010",
        pub start_date: Date = "2010-01-01",
        /// The last day; twelve months from the start if absent.
        pub end_date: Option<Date> = "2010-12-31",
        /// `monthly` if absent.
        pub period_frequency: Option<PeriodFrequency> = "monthly",
        /// Adds an adjustment period on the last day; an entry goes to it only by `periodId`.
        pub adjustment_period: Option<bool>,
    }
}

pub(super) const OPERATION: Operation = Operation::of::<CreateFiscalYear>().rejects(rejections::NEW).rejects(&[
    Code::PeriodOverlap,
    Code::FiscalYearDates,
    Code::FiscalYearGap,
    Code::FiscalYearState,
]);

/// Create a fiscal year with its periods
///
/// Its periods are made with it: months or quarters. Entries are refused on days that no period has.
#[utoipa::path(post, path = "/api/v1/accounting/fiscal-years", operation_id = "FiscalYearsController_create",
    tag = "Fiscal years and periods", request_body = FiscalYearInput,
    responses((status = 201, description = "The year with its periods", body = FiscalYearView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: FiscalYearInput = writing.body().await?;
    let done = writing.run(input.command()).await?;
    let year: FiscalYear = done.row().ok_or_else(|| Problem::internal(&"a fiscal year without its row"))?;
    let mut periods: Vec<Period> = done.rows();
    periods.sort_by_key(|period| period.number);
    done.created("/accounting/fiscal-years", FiscalYearView::of(year, periods, Vec::new()))
}

impl FiscalYearInput {
    fn command(self) -> CreateFiscalYear {
        let year_later = || self.start_date.checked_add(1.year()).and_then(Date::yesterday).unwrap_or(Date::MAX);
        CreateFiscalYear {
            end_date: self.end_date.unwrap_or_else(year_later),
            name: self.name.0,
            start_date: self.start_date,
            months_per_period: match self.period_frequency {
                Some(PeriodFrequency::Quarterly) => 3,
                Some(PeriodFrequency::Monthly) | None => 1,
            },
            adjustment_period: self.adjustment_period.unwrap_or(false),
        }
    }
}
