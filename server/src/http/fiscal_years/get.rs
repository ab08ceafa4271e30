//! `GET /accounting/fiscal-years/{id}`

use axum::extract::{Path, State};
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use domain::rows::{FiscalYear, FiscalYearChange, Period};
use domain::value::id::{FiscalYearId, OrganizationId};
use domain::value::permission::Permission;
use domain::value::{Cell, Sought};
use store::Snapshot;

use super::view::FiscalYearView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;
use crate::http::writing::{Done, Writing, set};

pub(super) const OPERATION: Operation = Operation::read(Permission::PeriodsRead);

/// Get a fiscal year with its periods and its history
///
/// With its periods, and who closed or reopened it when.
#[utoipa::path(get, path = "/api/v1/accounting/fiscal-years/{id}", operation_id = "FiscalYearsController_get",
    tag = "Fiscal years and periods", params(("id" = String, Path, description = "The fiscal year")),
    responses((status = 200, description = "The year", body = FiscalYearView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<FiscalYearId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The year after a change, where the client prefers to get it.
pub async fn preferred(
    writing: &Writing,
    done: &Done,
    id: &Sought<FiscalYearId>,
) -> Result<Option<FiscalYearView>, Problem> {
    writing.preferred(done, async |snapshot| read(snapshot, writing.caller.organization, id).await).await
}

async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<FiscalYearId>,
) -> Result<FiscalYearView, Problem> {
    let year = round_trip::find::<FiscalYear, _>(snapshot, organization, id).await?;
    whole(snapshot, organization, year).await
}

/// A year with its periods in their order, and its history.
pub async fn whole(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    year: FiscalYear,
) -> Result<FiscalYearView, Problem> {
    let own = [Cell::Id(organization.0), Cell::Id(year.id.0)];
    let rest = "where organization_id = $1 and fiscal_year_id = $2 order by number";
    let periods: Vec<Period> = snapshot.rows(rest, &own).await?;
    let rest = "where organization_id = $1 and fiscal_year_id = $2 order by year_version";
    let history: Vec<FiscalYearChange> = snapshot.rows(rest, &own).await?;
    Ok(FiscalYearView::of(year, periods, history))
}

/// The answer to a change, with the place of the entry that came with it.
pub(super) async fn changed(writing: &Writing, done: Done, id: &Sought<FiscalYearId>) -> Result<Response, Problem> {
    let entry = done.reply.related.clone().filter(|_| !writing.is_dry_run());
    let view = preferred(writing, &done, id).await?;
    let mut response = done.changed(view)?;
    if let Some(entry) = entry {
        let place = format!("{}/api/v1/accounting/journal-entries/{entry}", writing.app.base_url);
        set(response.headers_mut(), LOCATION, &place);
    }
    Ok(response)
}
