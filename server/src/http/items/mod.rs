//! Items: create, read, update by merge, delete if unused, bring in many at once.

mod create;
mod delete;
mod get;
mod import;
mod list;
pub mod scalar;
mod update;
pub mod view;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::ItemsRead);
const MANAGE: Access = Access::Needs(Permission::ItemsManage);
const COLLECTION: &str = "/api/v1/inventory/items";
const ONE: &str = "/api/v1/inventory/items/{id}";
const CREATING: &[Code] = &[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::FieldsConflict,
    Code::QuantityPrecision,
    Code::AmountOutOfRange,
    Code::LimitReached,
    Code::NotFound,
];
const UPDATING: &[Code] = &[
    Code::ValuationAccountInUse,
    Code::CodeTaken,
    Code::UnknownReference,
    Code::FieldsConflict,
    Code::QuantityPrecision,
    Code::AmountOutOfRange,
    Code::LimitReached,
    Code::ItemInUse,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("ItemsController_list", COLLECTION, READ),
    Operation::write("ItemsController_create", "POST", COLLECTION, MANAGE).rejects(CREATING),
    Operation::write("ItemsController_import", "POST", "/api/v1/inventory/items/import", MANAGE).rejects(UPDATING),
    Operation::read("ItemsController_get", ONE, READ),
    Operation::write("ItemsController_update", "PUT", ONE, MANAGE).rejects(UPDATING).conditional().preferable(),
    Operation::write("ItemsController_delete", "DELETE", ONE, MANAGE).rejects(&[Code::ItemInUse]).conditional(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(import::import)).routes(routes!(
        get::get,
        update::update,
        delete::delete
    ))
}
