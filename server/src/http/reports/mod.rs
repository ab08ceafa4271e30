//! Reports on the books.

mod aged_open_items;
mod trial_balance;

use domain::access::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::operations::{Access, Operation};
use crate::app::App;

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read(
        "ReportsController_trialBalance",
        "/api/v1/accounting/reports/trial-balance",
        Access::Needs(Permission::ReportsRead),
    ),
    Operation::read(
        "ReportsController_agedOpenItems",
        "/api/v1/accounting/reports/aged-open-items",
        Access::Needs(Permission::ReportsRead),
    ),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(trial_balance::trial_balance)).routes(routes!(aged_open_items::aged_open_items))
}

#[cfg(test)]
mod tests;
