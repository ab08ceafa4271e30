//! The chart of accounts as a whole: templates to start from, import and export.

mod export;
mod import;
mod templates;
pub mod wire;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const IMPORTING: &[Code] = &[
    Code::CodeTaken,
    Code::ParentNotUsable,
    Code::ParentTooDeep,
    Code::ParentCycle,
    Code::AccountNotUsable,
    Code::CurrencyNotUsable,
    Code::UnknownReference,
    Code::AccountFrozen,
    Code::AccountInUse,
    Code::LimitReached,
    Code::NotFound,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("ChartController_export", "/api/v1/accounting/chart", Access::Needs(Permission::AccountsRead)),
    Operation::write(
        "ChartController_import",
        "POST",
        "/api/v1/accounting/chart",
        Access::Needs(Permission::AccountsManage),
    )
    .rejects(IMPORTING),
    Operation::read(
        "ChartTemplatesController_list",
        "/api/v1/accounting/chart-templates",
        Access::Needs(Permission::AccountsRead),
    ),
    Operation::read(
        "ChartTemplatesController_get",
        "/api/v1/accounting/chart-templates/{id}",
        Access::Needs(Permission::AccountsRead),
    ),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(export::export, import::import))
        .routes(routes!(templates::list))
        .routes(routes!(templates::get))
}

#[cfg(test)]
mod tests;
