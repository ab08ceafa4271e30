//! `GET /inventory/counts/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Count;
use domain::value::Sought;
use domain::value::id::CountId;
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::{Beside, CountView};
use super::{blockers, sheet};
use crate::app::App;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::papers::{self, PaperQuery};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::round_trip;
use crate::http::writing::{Done, Writing};

pub(super) const OPERATION: Operation = Operation::read(Permission::CountsRead).faults(papers::FAULTS);

/// Get a count
///
/// Without its lines, which have a list of their own. With `format=print`, the sheet to count on: expected quantities stand
/// on it only once the count is posted.
#[utoipa::path(get, path = "/api/v1/inventory/counts/{id}", operation_id = "CountsController_get", tag = "Counts",
    params(("id" = String, Path, description = "The count"), PaperQuery),
    responses((status = 200, description = "The count", content(
        (CountView = "application/json"), (String = "text/html")))))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<CountId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: PaperQuery = query.decode()?;
    let count = find(&mut snapshot, &caller, &id).await?;
    let view = shown(&mut snapshot, &caller, count.clone(), &app.base_url).await?;
    if query.is_print() {
        return sheet::page(&app, snapshot, &caller, &count, view).await;
    }
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The count with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id, and for one of a warehouse that the caller does not act in.
pub async fn find(snapshot: &mut Snapshot, caller: &Caller, id: &Sought<CountId>) -> Result<Count, Problem> {
    let count = round_trip::find::<Count, _>(snapshot, caller.organization, id).await?;
    caller.require_seen(snapshot, count.warehouse_id).await?;
    Ok(count)
}

/// The view of a count.
pub async fn shown(
    snapshot: &mut Snapshot,
    caller: &Caller,
    count: Count,
    base_url: &str,
) -> Result<CountView, Problem> {
    let organization = caller.organization;
    let beside = Beside::read(snapshot, organization, std::slice::from_ref(&count)).await?;
    let blockers = blockers::of_count(snapshot, caller, &count).await?;
    let view = CountView { blockers, ..beside.view(count.clone()) };
    let view = called::filled(snapshot, caller, view).await?;
    view.with_late_movements(snapshot, organization, &count, base_url).await
}

/// The count after a change, where the client prefers to get it.
pub async fn preferred(writing: &Writing, done: &Done, id: &Sought<CountId>) -> Result<Option<CountView>, Problem> {
    writing.preferred(done, async |snapshot| changed(snapshot, writing, id).await).await
}

/// The count after a step towards its posting, also where something stands in the way of that.
pub async fn on_the_way(writing: &Writing, done: &Done, id: &Sought<CountId>) -> Result<Option<CountView>, Problem> {
    if writing.is_dry_run() {
        return Ok(None);
    }
    let mut snapshot = writing.app.database.snapshot().await?;
    let view = changed(&mut snapshot, writing, id).await?;
    let is_blocked = view.blockers.as_ref().is_some_and(|blockers| !blockers.data.is_empty());
    Ok(Some(view).filter(|_| is_blocked || done.wants_body()))
}

async fn changed(snapshot: &mut Snapshot, writing: &Writing, id: &Sought<CountId>) -> Result<CountView, Problem> {
    let count = round_trip::find::<Count, _>(snapshot, writing.caller.organization, id).await?;
    shown(snapshot, &writing.caller, count, &writing.app.base_url).await
}
