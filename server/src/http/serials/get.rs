//! `GET /inventory/serials/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Serial;
use domain::value::Sought;
use domain::value::id::{OrganizationId, SerialId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::SerialView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead);

/// Get a serial number
#[utoipa::path(get, path = "/api/v1/inventory/serials/{id}", operation_id = "SerialsController_get", tag = "Serial numbers",
    params(("id" = String, Path, description = "Its id")),
    responses((status = 200, description = "The serial number", body = SerialView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<SerialId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let view = read(&mut snapshot, caller.organization, &id).await?;
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The view of the one with this wire id.
///
/// # Errors
/// 404 for an unknown, malformed or foreign id.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: &Sought<SerialId>,
) -> Result<SerialView, Problem> {
    let found = round_trip::find::<Serial, _>(snapshot, organization, id).await?;
    Ok(SerialView::from(found))
}
