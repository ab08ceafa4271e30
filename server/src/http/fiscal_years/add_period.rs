//! `POST /accounting/fiscal-years/{id}/periods`: one more adjustment period.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::fiscal_years::add_period::AddAdjustmentPeriod;
use domain::rows::Period;
use domain::value::id::FiscalYearId;

use crate::http::input::Name;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::periods::view::PeriodView;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::input! {
    /// A new adjustment period; the body is optional.
    pub struct AdjustmentPeriodInput {
        /// Unique in the year; derived from the year's name if absent.
        pub name: Option<Name<60>> = "2010 audit",
    }
}

pub(super) const OPERATION: Operation = Operation::of::<AddAdjustmentPeriod>()
    .rejects(&[Code::CodeTaken, Code::LimitReached, Code::FiscalYearState])
    .conditional()
    .body_optional();

/// Add an adjustment period to a fiscal year
///
/// It is on the year's last day, after all other periods. An entry goes to it only by `periodId`.
#[utoipa::path(post, path = "/api/v1/accounting/fiscal-years/{id}/periods", operation_id = "FiscalYearsController_addPeriod",
    tag = "Fiscal years and periods", request_body = AdjustmentPeriodInput,
    params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 201, description = "The period", body = PeriodView)))]
pub async fn add_period(Path(PathId(id)): Path<PathId<FiscalYearId>>, writing: Writing) -> Result<Response, Problem> {
    let input: AdjustmentPeriodInput = writing.body_or_empty().await?;
    let name = input.name.map(|name| name.0);
    let done = writing.run(AddAdjustmentPeriod { year: id, name, if_match: writing.if_match.clone() }).await?;
    let period: Period = done.row().ok_or_else(|| Problem::internal(&"a period without its row"))?;
    done.created("/accounting/periods", PeriodView::from(period))
}
