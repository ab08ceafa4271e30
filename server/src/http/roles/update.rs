//! `PUT /roles/{id}`: a merge (RFC 7396 rules).

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::roles::update::UpdateRole;
use domain::value::id::RoleId;

use super::get;
use super::view::RoleView;
use super::wire::RolePatch;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation = Operation::of::<UpdateRole>()
    .rejects(&[
        Code::CodeTaken,
        Code::UnknownReference,
        Code::WarehouseNotAssigned,
        Code::GrantExceedsRights,
        Code::RoleBuiltIn,
    ])
    .conditional()
    .preferable();

/// Update a custom role
///
/// Members with this role have the new permissions from their next request on.
#[utoipa::path(put, path = "/api/v1/roles/{id}", operation_id = "RolesController_update", tag = "Roles",
    request_body = RolePatch, params(("id" = String, Path, description = "The role")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = RoleView)))]
pub async fn update(Path(PathId(id)): Path<PathId<RoleId>>, writing: Writing) -> Result<Response, Problem> {
    let input: RolePatch = writing.body().await?;
    let command = UpdateRole { role: id.clone(), if_match: writing.if_match.clone(), ..UpdateRole::default() };
    let command = input.onto(command);
    writing
        .keep(RolePatch::KEPT, async |snapshot| {
            Ok(RoleView::of(get::find(snapshot, writing.caller.organization, &id).await?))
        })
        .await?;
    let done = writing.run(command).await?;
    writing
        .changed(done, async |snapshot| Ok(RoleView::of(get::find(snapshot, writing.caller.organization, &id).await?)))
        .await
}
