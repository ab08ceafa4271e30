//! `GET /inventory/lots/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Lot;
use domain::value::Sought;
use domain::value::id::{LotId, OrganizationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::view::LotView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::http::round_trip;

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead);

/// Get a lot
#[utoipa::path(get, path = "/api/v1/inventory/lots/{id}", operation_id = "LotsController_get", tag = "Lots",
    params(("id" = String, Path, description = "Its id")),
    responses((status = 200, description = "The lot", body = LotView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<LotId>>,
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
    id: &Sought<LotId>,
) -> Result<LotView, Problem> {
    let found = round_trip::find::<Lot, _>(snapshot, organization, id).await?;
    Ok(LotView::from(found))
}
