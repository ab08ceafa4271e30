//! `GET /roles/{id}`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::rows::Role;
use domain::value::id::{OrganizationId, RoleId};
use domain::value::permission::{BuiltInRole, Permission};
use domain::value::{Cell, Sought};
use store::Snapshot;

use super::view::RoleView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::conditional::etag;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

pub(super) const OPERATION: Operation = Operation::read(Permission::RolesRead);

/// Get a role
///
/// With all its permissions.
#[utoipa::path(get, path = "/api/v1/roles/{id}", operation_id = "RolesController_get", tag = "Roles",
    params(("id" = String, Path, description = "The role, or the name of a built-in role")),
    responses((status = 200, description = "The role", body = RoleView)))]
pub async fn get(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<RoleId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let built_in = match &id {
        Sought::Id(_) => None,
        Sought::Nothing(name) => BuiltInRole::parse(name),
    };
    let view = match built_in {
        Some(role) => RoleView::built_in(role),
        None => RoleView::of(find(&mut snapshot, caller.organization, &id).await?),
    };
    Ok(([etag(view.version)], axum::Json(view)).into_response())
}

/// The custom role with this wire id.
pub async fn find(snapshot: &mut Snapshot, organization: OrganizationId, id: &Sought<RoleId>) -> Result<Role, Problem> {
    let id = id.require()?;
    let rest = "where organization_id = $1 and id = $2";
    let found: Vec<Role> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(id.0)]).await?;
    found.into_iter().next().ok_or_else(Problem::not_found)
}
