//! Periods: their state, history and what stands in the way of closing them.

pub mod checklist;
mod close;
mod get;
mod list;
mod reopen;
mod soft_close;
pub mod view;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("PeriodsController_list", "/api/v1/accounting/periods", Access::Needs(Permission::PeriodsRead)),
    Operation::read("PeriodsController_get", "/api/v1/accounting/periods/{id}", Access::Needs(Permission::PeriodsRead)),
    Operation::read(
        "PeriodsController_checklist",
        "/api/v1/accounting/periods/{id}/checklist",
        Access::Needs(Permission::PeriodsRead),
    ),
    Operation::write(
        "PeriodsController_softClose",
        "POST",
        "/api/v1/accounting/periods/{id}/soft-close",
        Access::Needs(Permission::PeriodsSoftClose),
    )
    .rejects(&[Code::PeriodState])
    .conditional()
    .preferable(),
    Operation::write(
        "PeriodsController_close",
        "POST",
        "/api/v1/accounting/periods/{id}/close",
        Access::Needs(Permission::PeriodsClose),
    )
    .rejects(&[Code::PeriodState, Code::PeriodNotReady])
    .conditional()
    .preferable(),
    Operation::write(
        "PeriodsController_reopen",
        "POST",
        "/api/v1/accounting/periods/{id}/reopen",
        Access::Needs(Permission::PeriodsSoftClose),
    )
    .rejects(&[Code::PeriodState, Code::FiscalYearState])
    .conditional()
    .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(get::get))
        .routes(routes!(checklist::checklist))
        .routes(routes!(soft_close::soft_close))
        .routes(routes!(close::close))
        .routes(routes!(reopen::reopen))
}

#[cfg(test)]
mod tests;
