//! Invitations: places that this organization offers to logins, which take them under `/auth/invitations`.

mod create;
mod get;
mod list;
mod view;
mod withdraw;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use super::problem::ServerCode;
use crate::app::App;

const MANAGE: Access = Access::Needs(Permission::UsersManage);
const READ: Access = Access::Needs(Permission::UsersRead);

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("InvitationsController_list", "/api/v1/invitations", READ),
    Operation::read("InvitationsController_get", "/api/v1/invitations/{id}", READ),
    Operation::action("InvitationsController_create", "POST", "/api/v1/invitations", MANAGE)
        .rejects(&[Code::UnknownReference, Code::GrantExceedsRights, Code::LimitReached])
        .faults(&[ServerCode::StorageFull]),
    Operation::action("InvitationsController_withdraw", "DELETE", "/api/v1/invitations/{id}", MANAGE),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(get::get, withdraw::withdraw))
}
