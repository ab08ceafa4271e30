//! Revaluations: foreign balances brought to the rate of a day, and back on the first day of the next period.

mod get;
mod list;
mod run;
pub mod view;

use domain::Code;
use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

const RUNNING: &[Code] = &[
    Code::UnknownReference,
    Code::JournalNotUsable,
    Code::NoPeriod,
    Code::PeriodClosed,
    Code::PeriodSoftClosed,
    Code::RateMissing,
    Code::FxGainLossAccountNeeded,
    Code::AmountOutOfRange,
    Code::LimitReached,
    Code::NotFound,
];

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "RevaluationsController_list",
        "/api/v1/accounting/revaluations",
        Access::Needs(Permission::JournalEntriesRead),
    ),
    Operation::write(
        "RevaluationsController_run",
        "POST",
        "/api/v1/accounting/revaluations",
        Access::Needs(Permission::RevaluationsRun),
    )
    .rejects(RUNNING),
    Operation::read(
        "RevaluationsController_get",
        "/api/v1/accounting/revaluations/{id}",
        Access::Needs(Permission::JournalEntriesRead),
    ),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list::list, run::run)).routes(routes!(get::get))
}
