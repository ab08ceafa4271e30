//! `GET /views/{id}`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::value::id::ViewId;
use store::Snapshot;
use store::operational::saved_views::{self, SavedView};

use super::view::SavedViewView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login);

/// Get a saved view
#[utoipa::path(get, path = "/api/v1/views/{id}", operation_id = "ViewsController_get", tag = "Own settings",
    params(("id" = String, Path, description = "The view")),
    responses((status = 200, description = "The view", body = SavedViewView)))]
pub async fn get(
    State(app): State<App>,
    caller: Caller,
    id: PathId<ViewId>,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let NoQuery {} = query.decode()?;
    let row = find(&mut snapshot, &caller, &id).await?;
    Ok(([etag(row.version)], axum::Json(SavedViewView::of(row, caller.actor.principal)?)).into_response())
}

/// A view that the caller sees.
///
/// # Errors
/// 404 for an unknown one, and for somebody else's that is not shared.
pub async fn find(snapshot: &mut Snapshot, caller: &Caller, id: &PathId<ViewId>) -> Result<SavedView, Problem> {
    let found = saved_views::get(snapshot, caller.organization, id.id()?).await?;
    let found = found.filter(|view| view.is_shared || view.owner_id == caller.actor.principal);
    found.ok_or_else(Problem::not_found)
}
