//! Users: a login to the instance with a place in this organization.

pub mod cover;
mod create;
mod get;
mod list;
pub mod shut_out;
#[cfg(test)]
mod tests;
mod update;
pub mod view;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const CREATING: &[Code] = &[Code::CodeTaken, Code::UnknownReference, Code::GrantExceedsRights];
const UPDATING: &[Code] = &[Code::UnknownReference, Code::GrantExceedsRights, Code::LastAdmin];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("UsersController_list", "/api/v1/users", Access::Needs(Permission::UsersRead)),
    Operation::write("UsersController_create", "POST", "/api/v1/users", Access::Needs(Permission::UsersManage))
        .rejects(CREATING),
    Operation::read("UsersController_get", "/api/v1/users/{id}", Access::Needs(Permission::UsersRead)),
    Operation::write("UsersController_update", "PUT", "/api/v1/users/{id}", Access::Needs(Permission::UsersManage))
        .rejects(UPDATING)
        .conditional()
        .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(get::get, update::update))
}
