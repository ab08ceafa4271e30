//! `GET /accounting/periods/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::{Period, PeriodChange};
use domain::value::id::{OrganizationId, PeriodId};
use domain::value::permission::Permission;
use domain::value::{Cell, Sought};
use store::Snapshot;

use super::view::PeriodWithHistory;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;
use crate::http::writing::{Done, Writing};

pub(super) const OPERATION: Operation = Operation::read(Permission::PeriodsRead);

/// Get a period with its history
///
/// With its status, and who changed it when.
#[utoipa::path(get, path = "/api/v1/accounting/periods/{id}", operation_id = "PeriodsController_get",
    tag = "Fiscal years and periods", params(("id" = String, Path, description = "The period")),
    responses((status = 200, description = "The period", body = PeriodWithHistory)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<PeriodId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The period after a change, where the client prefers to get it.
pub async fn preferred(
    writing: &Writing,
    done: &Done,
    id: &Sought<PeriodId>,
) -> Result<Option<PeriodWithHistory>, Problem> {
    writing.preferred(done, async |snapshot| read(snapshot, writing.caller.organization, id).await).await
}

async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<PeriodId>,
) -> Result<PeriodWithHistory, Problem> {
    let period = round_trip::find::<Period, _>(snapshot, organization, id).await?;
    let rest = "where organization_id = $1 and period_id = $2 order by period_version";
    let history: Vec<PeriodChange> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(period.id.0)]).await?;
    Ok(PeriodWithHistory::of(period, history))
}
