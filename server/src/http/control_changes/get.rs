//! `GET /control-changes/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::ControlChange;
use domain::value::Sought;
use domain::value::id::{ControlChangeId, OrganizationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::ControlChangeView;
use crate::app::App;
use crate::commit;
use crate::http::called;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;
use crate::http::writing::{Done, Writing};

pub(super) const OPERATION: Operation = Operation::read(Permission::ControlChangesRead);

/// Get a change of controls
///
/// What would change, who proposed it, and who decided.
#[utoipa::path(get, path = "/api/v1/control-changes/{id}", operation_id = "ControlChangesController_get",
    tag = "Control changes", params(("id" = String, Path, description = "The change")),
    responses((status = 200, description = "The change", body = ControlChangeView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<ControlChangeId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let view = read(&mut snapshot, caller.organization, &id).await?;
    let view = called::filled(&mut snapshot, &caller, view).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the change with this wire id.
async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<ControlChangeId>,
) -> Result<ControlChangeView, Problem> {
    let change = round_trip::find::<ControlChange, _>(snapshot, organization, id).await?;
    Ok(ControlChangeView::of(change, commit::now()))
}

/// The view after a change of it, where the caller prefers it.
pub(super) async fn preferred(
    writing: &Writing,
    done: &Done,
    id: &Sought<ControlChangeId>,
) -> Result<Option<ControlChangeView>, Problem> {
    let read = async |snapshot: &mut Snapshot| {
        let view = read(snapshot, writing.caller.organization, id).await?;
        called::filled(snapshot, &writing.caller, view).await
    };
    writing.preferred(done, read).await
}
