//! Parties: customers, suppliers and others; their personal text stays erasable.

mod create;
mod get;
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

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("PartiesController_list", "/api/v1/accounting/parties", Access::Needs(Permission::PartiesRead)),
    Operation::write(
        "PartiesController_create",
        "POST",
        "/api/v1/accounting/parties",
        Access::Needs(Permission::PartiesManage),
    )
    .rejects(&[Code::CodeTaken, Code::CurrencyNotUsable, Code::LimitReached, Code::NotFound]),
    Operation::read("PartiesController_get", "/api/v1/accounting/parties/{id}", Access::Needs(Permission::PartiesRead)),
    Operation::write(
        "PartiesController_update",
        "PUT",
        "/api/v1/accounting/parties/{id}",
        Access::Needs(Permission::PartiesManage),
    )
    .rejects(&[Code::CodeTaken, Code::CurrencyNotUsable, Code::LimitReached])
    .conditional()
    .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(get::get, update::update))
}

#[cfg(test)]
mod tests;
