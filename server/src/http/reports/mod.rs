//! Reports on the books.

pub mod books;
mod trial_balance;

use domain::access::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[Operation::read(
    "ReportsController_trialBalance",
    "/api/v1/accounting/reports/trial-balance",
    Access::Needs(Permission::ReportsRead),
)];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(trial_balance::trial_balance))
}

#[cfg(test)]
mod tests;
