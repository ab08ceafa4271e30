//! `GET /accounting/fiscal-years/{id}/checklist`: the obstacles to closing.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::ledger::closing::checklist;
use domain::rows::PeriodStatus;
use domain::value::id::FiscalYearId;
use domain::value::permission::Permission;

use crate::app::App;
use crate::commit;
use crate::http::caller::{Caller, consulted};
use crate::http::operations::Operation;
use crate::http::output::{Id, Named};
use crate::http::path::PathId;
use crate::http::periods::checklist::{ChecklistItem, is_ready, views};
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// What must be done before a fiscal year can be closed.
    pub struct YearChecklist {
        pub fiscal_year_id: Id<FiscalYearId>,
        pub status: Named<PeriodStatus>,
        /// Whether closing would succeed.
        pub ready: bool,
        pub items: Vec<ChecklistItem>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::PeriodsRead);

/// List what blocks closing a fiscal year
///
/// Closing uses the same list: it is refused if any item is `blocking`.
#[utoipa::path(get, path = "/api/v1/accounting/fiscal-years/{id}/checklist", operation_id = "FiscalYearsController_checklist",
    tag = "Fiscal years and periods", params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 200, description = "The list", body = YearChecklist)))]
pub async fn checklist(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<FiscalYearId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let now = commit::now();
    let asked = consulted(&mut snapshot, caller.organization, |book| checklist::of_year_named(book, &id, now));
    let (year, items) = asked.await?;
    let list = YearChecklist {
        fiscal_year_id: Id(year.id),
        status: Named(year.status),
        ready: is_ready(year.status, &items),
        items: views(items, &app.base_url),
    };
    Ok(axum::Json(list).into_response())
}
