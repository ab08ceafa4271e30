//! Exchange rates: recorded, listed and looked up, never changed.

mod create;
mod effective;
mod get;
mod import;
mod list;
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
    Operation::read(
        "ExchangeRatesController_list",
        "/api/v1/accounting/exchange-rates",
        Access::Needs(Permission::ExchangeRatesRead),
    ),
    Operation::write(
        "ExchangeRatesController_create",
        "POST",
        "/api/v1/accounting/exchange-rates",
        Access::Needs(Permission::ExchangeRatesManage),
    )
    .rejects(&[Code::CurrencyNotUsable, Code::NotFound]),
    Operation::write(
        "ExchangeRatesController_import",
        "POST",
        "/api/v1/accounting/exchange-rates/import",
        Access::Needs(Permission::ExchangeRatesManage),
    )
    .rejects(&[Code::CurrencyNotUsable, Code::LimitReached, Code::NotFound]),
    Operation::read(
        "ExchangeRatesController_effective",
        "/api/v1/accounting/exchange-rates/effective",
        Access::Needs(Permission::ExchangeRatesRead),
    )
    .rejects(&[Code::RateMissing, Code::CurrencyNotUsable]),
    Operation::read(
        "ExchangeRatesController_get",
        "/api/v1/accounting/exchange-rates/{id}",
        Access::Needs(Permission::ExchangeRatesRead),
    ),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(import::import))
        .routes(routes!(effective::effective))
        .routes(routes!(get::get))
}
