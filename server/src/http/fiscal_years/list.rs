//! `GET /accounting/fiscal-years`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{FiscalYear, PeriodStatus};
use domain::value::cell::IsoDate;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue};
use store::read::Conditions;

use super::get;
use super::view::FiscalYearView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which fiscal years.
    pub struct FiscalYearQuery {
        /// Only years with this status.
        pub status: Option<PeriodStatus>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of fiscal years.
    pub struct FiscalYearPage {
        pub data: Vec<FiscalYearView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::PeriodsRead);

/// List fiscal years by start date
#[utoipa::path(get, path = "/api/v1/accounting/fiscal-years", operation_id = "FiscalYearsController_list",
    tag = "Fiscal years and periods", params(FiscalYearQuery),
    responses((status = 200, description = "A page", body = FiscalYearPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: FiscalYearQuery = query.decode()?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.equal("status", query.status.map(|status| status.to_cell()));
    if let Some(cursor) = &query.cursor {
        conditions.when("start_date > {}", cursor.require(&[CellKind::Text])?.first().cloned());
    }
    let rows: Vec<FiscalYear> = conditions.page(&mut snapshot, "start_date", query.limit.0 + 1).await?;
    // Years never overlap: the first day says which one it is.
    let page =
        Page::of(rows, query.limit.0, |year: &FiscalYear| vec![Cell::Text(IsoDate(year.start_date).to_string())]);
    let mut views = Vec::with_capacity(page.data.len());
    for year in page.data {
        views.push(get::whole(&mut snapshot, caller.organization, year).await?);
    }
    Ok(Page { data: views, next: page.next }.respond(&uri))
}
