//! `POST /roles`

use axum::response::Response;
use domain::Code;
use domain::commands::roles::create::CreateRole;
use domain::rows::Role;

use super::view::RoleView;
use super::wire::RoleInput;
use crate::http::input::IntoCore;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

pub(super) const OPERATION: Operation =
    Operation::of::<CreateRole>().rejects(rejections::NEW).rejects(&[Code::UnknownReference, Code::GrantExceedsRights]);

/// Create a custom role
///
/// A named set of permissions, for what the built-in roles do not fit.
#[utoipa::path(post, path = "/api/v1/roles", operation_id = "RolesController_create", tag = "Roles",
    request_body = RoleInput, responses((status = 201, description = "The role", body = RoleView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: RoleInput = writing.body().await?;
    let command = CreateRole {
        name: input.name.0,
        description: input.description.map(|text| text.0),
        permissions: input.permissions.into_core(),
    };
    let done = writing.run(command).await?;
    let role: Role = done.row().ok_or_else(|| Problem::internal(&"a role without its row"))?;
    done.created("/roles", RoleView::of(role))
}
