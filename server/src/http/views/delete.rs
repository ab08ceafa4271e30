//! `DELETE /views/{id}`

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::id::ViewId;
use domain::value::permission::Permission;
use store::operational::saved_views;

use super::get;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Login).rejects(&[Code::Forbidden]);

/// Delete a saved view
///
/// Its owner can; a view that all members see also those with `users:manage`.
#[utoipa::path(delete, path = "/api/v1/views/{id}", operation_id = "ViewsController_delete", tag = "Own settings",
    params(("id" = String, Path, description = "The view")),
    responses((status = 204, description = "Deleted")))]
pub async fn delete(
    State(app): State<App>,
    caller: Caller,
    id: PathId<ViewId>,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.enter(&app).await?;
    let NoQuery {} = query.decode()?;
    let found = get::find(&mut snapshot, &caller, &id).await?;
    let is_own = found.owner_id == caller.actor.principal;
    if !is_own && !caller.rights(&mut snapshot).await?.has(Permission::UsersManage) {
        return Err(Problem::forbidden(Permission::UsersManage));
    }
    drop(snapshot);
    match saved_views::remove(&app.database, caller.organization, found.id).await? {
        true => Ok(StatusCode::NO_CONTENT.into_response()),
        false => Err(Problem::not_found()),
    }
}
