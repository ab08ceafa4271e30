//! `DELETE /roles/{id}`: only a role that nobody holds.

use axum::extract::Path;
use axum::response::Response;
use domain::Code;
use domain::commands::roles::delete::DeleteRole;
use domain::value::id::RoleId;

use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::writing::{NoBody, Writing};

pub(super) const OPERATION: Operation =
    Operation::of::<DeleteRole>().rejects(&[Code::RoleInUse, Code::RoleBuiltIn]).conditional();

/// Delete a custom role that nobody holds
///
/// Take it from its holders first.
#[utoipa::path(delete, path = "/api/v1/roles/{id}", operation_id = "RolesController_delete", tag = "Roles",
    params(("id" = String, Path, description = "The role")), responses((status = 204, description = "Deleted")))]
pub async fn delete(Path(PathId(id)): Path<PathId<RoleId>>, writing: Writing) -> Result<Response, Problem> {
    let NoBody {} = writing.body_or_empty().await?;
    let command = DeleteRole { role: id, if_match: writing.if_match.clone() };
    writing.run(command).await?.deleted()
}
