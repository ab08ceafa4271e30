//! Dimensions; their values are a noun of their own below them.

mod create;
mod delete;
pub mod filter;
pub mod get;
mod list;
mod update;
pub mod view;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const CREATING: &[Code] = &[Code::CodeTaken, Code::LimitReached, Code::NotFound];
const UPDATING: &[Code] = &[Code::CodeTaken, Code::DimensionInUse];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "DimensionsController_list",
        "/api/v1/accounting/dimensions",
        Access::Needs(Permission::DimensionsRead),
    ),
    Operation::write(
        "DimensionsController_create",
        "POST",
        "/api/v1/accounting/dimensions",
        Access::Needs(Permission::DimensionsManage),
    )
    .rejects(CREATING),
    Operation::read(
        "DimensionsController_get",
        "/api/v1/accounting/dimensions/{id}",
        Access::Needs(Permission::DimensionsRead),
    ),
    Operation::write(
        "DimensionsController_update",
        "PUT",
        "/api/v1/accounting/dimensions/{id}",
        Access::Needs(Permission::DimensionsManage),
    )
    .rejects(UPDATING)
    .conditional()
    .preferable(),
    Operation::write(
        "DimensionsController_delete",
        "DELETE",
        "/api/v1/accounting/dimensions/{id}",
        Access::Needs(Permission::DimensionsManage),
    )
    .rejects(&[Code::DimensionInUse])
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

#[cfg(test)]
mod tests;
