//! Fiscal years: create with periods, get, list.

mod create;
mod get;
mod list;
pub mod view;

use domain::Code;
use domain::access::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const CREATING: &[Code] = &[Code::PeriodOverlap, Code::CodeTaken, Code::LimitReached, Code::NotFound];

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
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, create::create)).routes(routes!(get::get))
}
