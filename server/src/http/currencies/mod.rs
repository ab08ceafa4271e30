//! Currencies: those of ISO 4217, and the organization's own.

mod create;
mod delete;
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

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "CurrenciesController_list",
        "/api/v1/accounting/currencies",
        Access::Needs(Permission::CurrenciesRead),
    ),
    Operation::write(
        "CurrenciesController_create",
        "POST",
        "/api/v1/accounting/currencies",
        Access::Needs(Permission::CurrenciesManage),
    )
    .rejects(CREATING),
    Operation::read(
        "CurrenciesController_get",
        "/api/v1/accounting/currencies/{id}",
        Access::Needs(Permission::CurrenciesRead),
    ),
    Operation::write(
        "CurrenciesController_update",
        "PUT",
        "/api/v1/accounting/currencies/{id}",
        Access::Needs(Permission::CurrenciesManage),
    )
    .rejects(&[Code::CurrencyNotUsable])
    .conditional()
    .preferable(),
    Operation::write(
        "CurrenciesController_delete",
        "DELETE",
        "/api/v1/accounting/currencies/{id}",
        Access::Needs(Permission::CurrenciesManage),
    )
    .rejects(&[Code::CurrencyInUse, Code::CurrencyNotUsable])
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
