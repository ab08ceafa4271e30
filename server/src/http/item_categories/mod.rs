//! Item categories: a tree that gives items their accounts.

mod create;
mod delete;
pub mod get;
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
const COLLECTION: &str = "/api/v1/inventory/item-categories";
const ONE: &str = "/api/v1/inventory/item-categories/{id}";
const CREATING: &[Code] = &[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::ParentCycle,
    Code::ParentTooDeep,
    Code::AccountNotUsable,
    Code::LimitReached,
    Code::NotFound,
];
const UPDATING: &[Code] = &[
    Code::ValuationAccountInUse,
    Code::CodeTaken,
    Code::UnknownReference,
    Code::ParentCycle,
    Code::ParentTooDeep,
    Code::AccountNotUsable,
    Code::LimitReached,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("ItemCategoriesController_list", COLLECTION, READ),
    Operation::write("ItemCategoriesController_create", "POST", COLLECTION, MANAGE).rejects(CREATING),
    Operation::read("ItemCategoriesController_get", ONE, READ),
    Operation::write("ItemCategoriesController_update", "PUT", ONE, MANAGE)
        .rejects(UPDATING)
        .conditional()
        .preferable(),
    Operation::write("ItemCategoriesController_delete", "DELETE", ONE, MANAGE)
        .rejects(&[Code::ItemCategoryInUse])
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
