//! Service accounts: programs with a client secret and a place in the organization.

mod create;
mod get;
mod list;
mod revoke_secret;
mod rotate_secret;
mod update;
mod view;
mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use super::problem::ServerCode;
use crate::app::App;

const CREATING: &[Code] = &[Code::UnknownReference, Code::GrantExceedsRights, Code::NotFound];
const UPDATING: &[Code] = &[Code::UnknownReference, Code::GrantExceedsRights, Code::LastAdmin];
const MANAGE: Access = Access::Needs(Permission::ServiceAccountsManage);

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "ServiceAccountsController_list",
        "/api/v1/service-accounts",
        Access::Needs(Permission::ServiceAccountsRead),
    ),
    Operation::write("ServiceAccountsController_create", "POST", "/api/v1/service-accounts", MANAGE).rejects(CREATING),
    Operation::read(
        "ServiceAccountsController_get",
        "/api/v1/service-accounts/{id}",
        Access::Needs(Permission::ServiceAccountsRead),
    ),
    Operation::write("ServiceAccountsController_update", "PUT", "/api/v1/service-accounts/{id}", MANAGE)
        .rejects(UPDATING)
        .conditional()
        .preferable(),
    Operation::action(
        "ServiceAccountsController_rotateSecret",
        "POST",
        "/api/v1/service-accounts/{id}/rotate-secret",
        MANAGE,
    )
    .rejects(&[Code::GrantExceedsRights])
    .faults(&[ServerCode::StorageFull, ServerCode::OutcomeUnknown]),
    Operation::action(
        "ServiceAccountsController_revokeSecret",
        "DELETE",
        "/api/v1/service-accounts/{id}/secrets/{clientId}",
        MANAGE,
    )
    .rejects(&[Code::GrantExceedsRights]),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get, update::update))
        .routes(routes!(rotate_secret::rotate))
        .routes(routes!(revoke_secret::revoke))
}
