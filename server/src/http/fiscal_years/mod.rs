//! Fiscal years: create with periods, get, list, add adjustment periods, close and reopen.

mod add_period;
mod checklist;
mod close;
mod create;
mod get;
mod list;
mod reopen;
pub mod view;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const CREATING: &[Code] = &[
    Code::PeriodOverlap,
    Code::FiscalYearDates,
    Code::FiscalYearGap,
    Code::FiscalYearState,
    Code::CodeTaken,
    Code::LimitReached,
    Code::NotFound,
];

const CLOSING: &[Code] = &[
    Code::FiscalYearState,
    Code::FiscalYearNotReady,
    Code::RetainedEarningsNeeded,
    Code::UnknownReference,
    Code::AccountNotUsable,
    Code::JournalNotUsable,
    Code::LimitReached,
    Code::AmountOutOfRange,
    Code::CodeTaken,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "FiscalYearsController_list",
        "/api/v1/accounting/fiscal-years",
        Access::Needs(Permission::PeriodsRead),
    ),
    Operation::write(
        "FiscalYearsController_create",
        "POST",
        "/api/v1/accounting/fiscal-years",
        Access::Needs(Permission::PeriodsManage),
    )
    .rejects(CREATING),
    Operation::read(
        "FiscalYearsController_get",
        "/api/v1/accounting/fiscal-years/{id}",
        Access::Needs(Permission::PeriodsRead),
    ),
    Operation::read(
        "FiscalYearsController_checklist",
        "/api/v1/accounting/fiscal-years/{id}/checklist",
        Access::Needs(Permission::PeriodsRead),
    ),
    Operation::write(
        "FiscalYearsController_addPeriod",
        "POST",
        "/api/v1/accounting/fiscal-years/{id}/periods",
        Access::Needs(Permission::PeriodsManage),
    )
    .rejects(&[Code::FiscalYearState, Code::CodeTaken, Code::LimitReached])
    .conditional(),
    Operation::write(
        "FiscalYearsController_close",
        "POST",
        "/api/v1/accounting/fiscal-years/{id}/close",
        Access::Needs(Permission::PeriodsClose),
    )
    .rejects(CLOSING)
    .conditional()
    .preferable(),
    Operation::write(
        "FiscalYearsController_reopen",
        "POST",
        "/api/v1/accounting/fiscal-years/{id}/reopen",
        Access::Needs(Permission::PeriodsClose),
    )
    .rejects(&[Code::FiscalYearState])
    .conditional()
    .preferable(),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list::list, create::create))
        .routes(routes!(get::get))
        .routes(routes!(checklist::checklist))
        .routes(routes!(add_period::add_period))
        .routes(routes!(close::close))
        .routes(routes!(reopen::reopen))
}
