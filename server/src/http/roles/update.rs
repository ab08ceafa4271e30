//! `PUT /roles/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::commands::roles::update::UpdateRole;
use domain::value::id::RoleId;
use domain::value::permission::Permission;

use super::get;
use super::view::RoleView;
use super::wire::RolePatch;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

/// Update a custom role
///
/// Members with this role have the new permissions from their next request on.
#[utoipa::path(put, path = "/api/v1/roles/{id}", operation_id = "RolesController_update", tag = "Roles",
    request_body = RolePatch, params(("id" = String, Path, description = "The role")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = RoleView)))]
pub async fn update(Path(PathId(id)): Path<PathId<RoleId>>, writing: Writing) -> Result<Response, Problem> {
    let input: RolePatch = writing.body(Permission::RolesManage).await?;
    let command = UpdateRole { role: id.clone(), if_match: writing.if_match.clone(), ..UpdateRole::default() };
    let command = input.onto(command);
    writing
        .keep(RolePatch::KEPT, Permission::RolesManage, async |snapshot| {
            Ok(RoleView::of(get::find(snapshot, writing.caller.organization, &id).await?))
        })
        .await?;
    let done = writing.run(command).await?;
    writing
        .changed(done, async |snapshot| Ok(RoleView::of(get::find(snapshot, writing.caller.organization, &id).await?)))
        .await
}
