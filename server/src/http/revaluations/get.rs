//! `GET /accounting/revaluations/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::{Revaluation, RevaluationItem};
use domain::value::Cell;
use domain::value::id::{OrganizationId, RevaluationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::RevaluationView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// Get a revaluation
///
/// With the rates it used, its lines and its entries.
#[utoipa::path(get, path = "/api/v1/accounting/revaluations/{id}", operation_id = "RevaluationsController_get",
    tag = "Revaluations", params(("id" = String, Path, description = "The run")),
    responses((status = 200, description = "The run", body = RevaluationView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<RevaluationId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let run = round_trip::find::<Revaluation, _>(&mut snapshot, caller.organization, &id).await?;
    let items = items(&mut snapshot, caller.organization, run.id).await?;
    Ok(axum::Json(RevaluationView::of(run, items)).into_response())
}

/// The items of a run, in order.
pub async fn items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    run: RevaluationId,
) -> Result<Vec<RevaluationItem>, Problem> {
    let rest = "where organization_id = $1 and revaluation_id = $2 order by item_number";
    Ok(snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(run.0)]).await?)
}
