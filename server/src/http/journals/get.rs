//! `GET /accounting/journals/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Journal;
use domain::value::Sought;
use domain::value::id::{JournalId, OrganizationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::{self, JournalView};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalsRead);

/// Get a journal
#[utoipa::path(get, path = "/api/v1/accounting/journals/{id}", operation_id = "JournalsController_get", tag = "Journals",
    params(("id" = String, Path, description = "The journal")),
    responses((status = 200, description = "The journal", body = JournalView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<JournalId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the journal with this wire id.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<JournalId>,
) -> Result<JournalView, Problem> {
    let journal = round_trip::find::<Journal, _>(snapshot, organization, id).await?;
    let series = view::series(snapshot, organization, journal.id).await?;
    Ok(JournalView::of(journal, &series))
}
