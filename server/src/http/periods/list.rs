//! `GET /accounting/periods`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{Period, PeriodStatus, PeriodType};
use domain::value::cell::IsoDate;
use domain::value::id::FiscalYearId;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Date, Sought};
use store::read::Conditions;

use super::view::PeriodView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which periods.
    pub struct PeriodQuery {
        /// Only periods of this year.
        pub fiscal_year_id: Option<Sought<FiscalYearId>>,
        /// Only periods with this status.
        pub status: Option<PeriodStatus>,
        /// Deprecated: use `kind`.
        pub r#type: Option<PeriodType>,
        /// Only the periods that contain this day.
        pub date: Option<Date>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of periods.
    pub struct PeriodPage {
        pub data: Vec<PeriodView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::PeriodsRead);

/// List periods by date
#[utoipa::path(get, path = "/api/v1/accounting/periods", operation_id = "PeriodsController_list",
    tag = "Fiscal years and periods", params(PeriodQuery),
    responses((status = 200, description = "A page", body = PeriodPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: PeriodQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let mut conditions = Conditions::new(caller.organization);
    // A malformed id names nothing, and it has no periods.
    conditions.equal("fiscal_year_id", query.fiscal_year_id.map(|id| Cell::Id(id.id().map_or([0; 16], |id| id.0))));
    conditions.equal("status", query.status.map(|status| status.to_cell()));
    conditions.equal("period_type", query.r#type.map(|kind| kind.to_cell()));
    conditions.when("start_date <= {}", query.date.map(|date| date.to_cell()));
    conditions.when("end_date >= {}", query.date.map(|date| date.to_cell()));
    if let Some(cursor) = &query.cursor
        && let [end, number] = cursor.require(&[CellKind::Text, CellKind::Int])?
    {
        let (end, number) = (conditions.bind(end.clone()), conditions.bind(number.clone()));
        conditions.text.push_str(&format!(" and (end_date, number) > ({end}, {number})"));
    }
    // By their last days: adjustment periods stand behind the standard ones of their year.
    let rows: Vec<Period> = conditions.page(&mut snapshot, "end_date, number", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |period: &Period| {
        vec![Cell::Text(IsoDate(period.end_date).to_string()), Cell::Int(period.number)]
    });
    Ok(page.map(PeriodView::from).respond(&uri))
}
