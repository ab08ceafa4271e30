//! Roles: the built-in ones to read, custom ones to make.

mod create;
mod delete;
mod get;
mod list;
mod update;
mod view;
mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const CREATING: &[Code] =
    &[Code::CodeTaken, Code::UnknownReference, Code::GrantExceedsRights, Code::LimitReached, Code::NotFound];
const UPDATING: &[Code] =
    &[Code::CodeTaken, Code::UnknownReference, Code::GrantExceedsRights, Code::WarehouseNotAssigned, Code::RoleBuiltIn];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("RolesController_list", "/api/v1/roles", Access::Needs(Permission::RolesRead)),
    Operation::write("RolesController_create", "POST", "/api/v1/roles", Access::Needs(Permission::RolesManage))
        .rejects(CREATING),
    Operation::read("RolesController_get", "/api/v1/roles/{id}", Access::Needs(Permission::RolesRead)),
    Operation::write("RolesController_update", "PUT", "/api/v1/roles/{id}", Access::Needs(Permission::RolesManage))
        .rejects(UPDATING)
        .conditional()
        .preferable(),
    Operation::write("RolesController_delete", "DELETE", "/api/v1/roles/{id}", Access::Needs(Permission::RolesManage))
        .rejects(&[Code::RoleInUse, Code::RoleBuiltIn])
        .conditional(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(
        get::get,
        update::update,
        delete::delete
    ))
}
