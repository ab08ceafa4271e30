//! Lots: goods of an item made or received together.

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
const COLLECTION: &str = "/api/v1/inventory/lots";
const ONE: &str = "/api/v1/inventory/lots/{id}";
const CREATING: &[Code] = &[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::ItemNotTracked,
    Code::FieldsConflict,
    Code::LimitReached,
    Code::NotFound,
];
const UPDATING: &[Code] = &[Code::CodeTaken, Code::FieldsConflict, Code::LimitReached];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("LotsController_list", COLLECTION, READ),
    Operation::write("LotsController_create", "POST", COLLECTION, MANAGE).rejects(CREATING),
    Operation::read("LotsController_get", ONE, READ),
    Operation::write("LotsController_update", "PUT", ONE, MANAGE).rejects(UPDATING).conditional().preferable(),
    Operation::write("LotsController_delete", "DELETE", ONE, MANAGE).rejects(&[Code::LotInUse]).conditional(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(
        get::get,
        update::update,
        delete::delete
    ))
}
