//! Reports on the books.

mod balance_sheet;
pub mod books;
mod cash_flow;
pub mod columns;
mod diff;
mod profit_and_loss;
pub mod statement;
mod aged_open_items;
mod trial_balance;

use domain::access::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::formats;
use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::ReportsRead);

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    Operation::read("ReportsController_trialBalance", "/api/v1/accounting/reports/trial-balance", READ)
        .faults(formats::FAULTS),
    Operation::read("ReportsController_agedOpenItems", "/api/v1/accounting/reports/aged-open-items", READ),
    Operation::read("ReportsController_profitAndLoss", "/api/v1/accounting/reports/profit-and-loss", READ)
        .faults(formats::FAULTS),
    Operation::read("ReportsController_balanceSheet", "/api/v1/accounting/reports/balance-sheet", READ)
        .faults(formats::FAULTS),
    Operation::read("ReportsController_cashFlow", "/api/v1/accounting/reports/cash-flow", READ).faults(formats::FAULTS),
    Operation::read("ReportsController_diff", "/api/v1/accounting/reports/diff", READ),
];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(trial_balance::trial_balance))
        .routes(routes!(profit_and_loss::profit_and_loss))
        .routes(routes!(balance_sheet::balance_sheet))
        .routes(routes!(cash_flow::cash_flow))
        .routes(routes!(aged_open_items::aged_open_items))
        .routes(routes!(diff::diff))
}

#[cfg(test)]
mod tests;
