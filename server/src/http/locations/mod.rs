//! Locations: the zones and bins of a warehouse.

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

const READ: Access = Access::Needs(Permission::WarehousesRead);
const MANAGE: Access = Access::Needs(Permission::WarehousesUpdate);
const COLLECTION: &str = "/api/v1/warehouses/{id}/locations";
const ONE: &str = "/api/v1/warehouses/{id}/locations/{locationId}";
const CREATING: &[Code] = &[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::ParentNotUsable,
    Code::ParentTooDeep,
    Code::LimitReached,
    Code::WarehouseNotAssigned,
];
const UPDATING: &[Code] = &[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::ParentNotUsable,
    Code::ParentCycle,
    Code::ParentTooDeep,
    Code::LocationInUse,
    Code::WarehouseNotAssigned,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("LocationsController_list", COLLECTION, READ),
    Operation::write("LocationsController_create", "POST", COLLECTION, MANAGE).rejects(CREATING),
    Operation::read("LocationsController_get", ONE, READ),
    Operation::write("LocationsController_update", "PUT", ONE, MANAGE).rejects(UPDATING).conditional().preferable(),
    Operation::write("LocationsController_delete", "DELETE", ONE, MANAGE)
        .rejects(&[Code::LocationInUse, Code::WarehouseNotAssigned])
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
