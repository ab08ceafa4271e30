//! `POST /accounting/fiscal-years`: a year with its periods.

use axum::response::Response;
use domain::Code;
use domain::commands::fiscal_years::create::{CreateFiscalYear, Cut};
use domain::rows::{FiscalYear, Period};
use domain::value::Date;

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
        FourFourFive = "4-4-5",
        FourFiveFour = "4-5-4",
        FiveFourFour = "5-4-4",
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
        /// The last day; twelve months (or 52 weeks) from the start if absent.
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
/// Its periods are made with it. Entries are refused on days that no period has.
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
        let cut = match self.period_frequency {
            Some(PeriodFrequency::Quarterly) => Cut::Quarterly,
            Some(PeriodFrequency::FourFourFive) => Cut::FourFourFive,
            Some(PeriodFrequency::FourFiveFour) => Cut::FourFiveFour,
            Some(PeriodFrequency::FiveFourFour) => Cut::FiveFourFour,
            Some(PeriodFrequency::Monthly) | None => Cut::Monthly,
        };
        CreateFiscalYear {
            end_date: self.end_date.or_else(|| cut.year_end(self.start_date)).unwrap_or(Date::MAX),
            name: self.name.0,
            start_date: self.start_date,
            cut,
            adjustment_period: self.adjustment_period.unwrap_or(false),
        }
    }
}
