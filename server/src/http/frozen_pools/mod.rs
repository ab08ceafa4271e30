//! Frozen pools: goods that stand still, because something is wrong with their rows or somebody says so.

mod freeze;
mod get;
mod list;
mod release;
pub mod view;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use super::problem::ServerCode;
use crate::app::App;

const READ: Access = Access::Needs(Permission::MovementsRead);
const MANAGE: Access = Access::Needs(Permission::FrozenPoolsManage);
const COLLECTION: &str = "/api/v1/inventory/frozen-pools";
const ONE: &str = "/api/v1/inventory/frozen-pools/{id}";

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("FrozenPoolsController_list", COLLECTION, READ),
    Operation::write("FrozenPoolsController_freeze", "POST", COLLECTION, MANAGE).rejects(&[
        Code::UnknownReference,
        Code::FieldsConflict,
        Code::WarehouseNotAssigned,
        Code::NotFound,
    ]),
    Operation::read("FrozenPoolsController_get", ONE, READ),
    Operation::write("FrozenPoolsController_release", "POST", "/api/v1/inventory/frozen-pools/{id}/release", MANAGE)
        .rejects(&[Code::PoolNotFrozen, Code::InvariantBroken, Code::WarehouseNotAssigned])
        .faults(&[ServerCode::Overloaded])
        .conditional()
        .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, freeze::freeze))
        .routes(routes!(get::get))
        .routes(routes!(release::release))
}
