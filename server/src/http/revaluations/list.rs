//! `GET /accounting/revaluations`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::Revaluation;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Date};
use store::read::Conditions;

use super::get::items;
use super::view::RevaluationView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which runs.
    pub struct RevaluationQuery {
        /// From this day on.
        pub date_from: Option<Date>,
        /// Until this day.
        pub date_to: Option<Date>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A page of runs.
    pub struct RevaluationPage {
        pub data: Vec<RevaluationView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// List revaluations, latest run first
#[utoipa::path(get, path = "/api/v1/accounting/revaluations", operation_id = "RevaluationsController_list",
    tag = "Revaluations", params(RevaluationQuery),
    responses((status = 200, description = "A page", body = RevaluationPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: RevaluationQuery = query.decode()?;
    let mut conditions = Conditions::new(caller.organization);
    conditions.when("date >= {}", query.date_from.map(|day| day.to_cell()));
    conditions.when("date <= {}", query.date_to.map(|day| day.to_cell()));
    if let Some(cursor) = &query.cursor {
        conditions.when("id < {}", cursor.require(&[CellKind::Id])?.first().cloned());
    }
    let rows: Vec<Revaluation> = conditions.page(&mut snapshot, "id desc", query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |run: &Revaluation| vec![Cell::Id(run.id.0)]);
    let mut views = Vec::with_capacity(page.data.len());
    for run in page.data {
        let items = items(&mut snapshot, caller.organization, run.id).await?;
        views.push(RevaluationView::of(run, items));
    }
    Ok(Page { data: views, next: page.next }.respond(&uri))
}
