//! Reason codes: why goods moved, and the account that takes the other side.

mod create;
mod delete;
mod get;
mod list;
mod update;
pub mod view;
mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::ItemsRead);
const MANAGE: Access = Access::Needs(Permission::ItemsManage);
const COLLECTION: &str = "/api/v1/inventory/reason-codes";
const ONE: &str = "/api/v1/inventory/reason-codes/{id}";
const CREATING: &[Code] =
    &[Code::CodeTaken, Code::UnknownReference, Code::AccountNotUsable, Code::LimitReached, Code::NotFound];
const UPDATING: &[Code] = &[Code::CodeTaken, Code::UnknownReference, Code::AccountNotUsable];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("ReasonCodesController_list", COLLECTION, READ),
    Operation::write("ReasonCodesController_create", "POST", COLLECTION, MANAGE).rejects(CREATING),
    Operation::read("ReasonCodesController_get", ONE, READ),
    Operation::write("ReasonCodesController_update", "PUT", ONE, MANAGE).rejects(UPDATING).conditional().preferable(),
    Operation::write("ReasonCodesController_delete", "DELETE", ONE, MANAGE)
        .rejects(&[Code::ReasonCodeInUse])
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
