//! `GET /roles/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Role;
use domain::value::id::{OrganizationId, RoleId};
use domain::value::permission::{BuiltInRole, Permission};
use domain::value::{Cell, TypedId};
use store::Snapshot;

use super::view::RoleView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

/// Get a role
#[utoipa::path(get, path = "/api/v1/roles/{id}", operation_id = "RolesController_get", tag = "Roles",
    params(("id" = String, Path, description = "The role, or the name of a built-in role")),
    responses((status = 200, description = "The role", body = RoleView)))]
pub async fn get(
    State(app): State<App>,
    Path(id): Path<String>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::RolesRead).await?;
    let NoQuery {} = query.decode()?;
    let view = match BuiltInRole::parse(&id) {
        Some(role) => RoleView::built_in(role),
        None => RoleView::of(find(&mut snapshot, caller.organization, &id).await?),
    };
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The custom role with this wire id.
pub async fn find(snapshot: &mut Snapshot, organization: OrganizationId, id: &str) -> Result<Role, Problem> {
    let id = RoleId::parse(id).ok_or_else(Problem::not_found)?;
    let rest = "where organization_id = $1 and id = $2";
    let found: Vec<Role> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(id.0)]).await?;
    found.into_iter().next().ok_or_else(Problem::not_found)
}
