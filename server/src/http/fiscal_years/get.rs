//! `GET /accounting/fiscal-years/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::access::Permission;
use domain::ledger::{FiscalYear, Period};
use domain::value::Cell;
use domain::value::id::{FiscalYearId, OrganizationId};
use store::Snapshot;

use super::view::FiscalYearView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::problem::Problem;
use crate::http::round_trip;

/// Get a fiscal year with its periods
#[utoipa::path(get, path = "/api/v1/accounting/fiscal-years/{id}", operation_id = "FiscalYearsController_get",
    tag = "Fiscal years and periods", params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 200, description = "The year", body = FiscalYearView)))]
pub async fn get(State(app): State<App>, Path(id): Path<String>, caller: Caller) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::PeriodsRead).await?;
    let year = round_trip::find::<FiscalYear, FiscalYearId>(&mut snapshot, caller.organization, &id).await?;
    let periods = periods(&mut snapshot, caller.organization, year.id).await?;
    Ok(([etag(year.version)], axum::Json(FiscalYearView::of(year, periods))).into_response())
}

/// The periods of a year in their order.
pub async fn periods(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    year: FiscalYearId,
) -> Result<Vec<Period>, Problem> {
    let rest = "where organization_id = $1 and fiscal_year_id = $2 order by number";
    Ok(snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(year.0)]).await?)
}
