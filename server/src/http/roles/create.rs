//! `POST /roles`

use axum::response::Response;
use domain::commands::roles::create::CreateRole;
use domain::rows::Role;
use domain::value::permission::Permission;

use super::view::RoleView;
use super::wire::RoleInput;
use crate::http::input::IntoCore;
use crate::http::problem::Problem;
use crate::http::writing::Writing;

/// Create a custom role
#[utoipa::path(post, path = "/api/v1/roles", operation_id = "RolesController_create", tag = "Roles",
    request_body = RoleInput, responses((status = 201, description = "The role", body = RoleView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: RoleInput = writing.body(Permission::RolesManage).await?;
    let command = CreateRole {
        name: input.name.0,
        description: input.description.map(|text| text.0),
        permissions: input.permissions.into_core(),
    };
    let done = writing.run(command).await?;
    let role: Role = done.row().ok_or_else(|| Problem::internal(&"a role without its row"))?;
    done.created("/roles", RoleView::of(role))
}
