//! Reports on the books.

pub(in crate::http) mod aged_open_items;
mod aged_open_items_sheet;
pub mod answer;
mod audit_trail;
mod balance_sheet;
pub mod books;
mod cash_flow;
pub mod columns;
mod control_changes;
mod diff;
pub mod frame;
pub mod general_ledger;
pub mod in_column;
mod journal;
mod late_entries;
pub mod listing;
mod mapping;
mod number_gaps;
mod parameters;
mod profit_and_loss;
pub mod row;
pub mod statement;
mod statement_sheet;
pub mod stretches;
mod trial_balance;
mod trial_balance_sheet;
mod voids;

use domain::value::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::formats;
use super::operations::{Access, Operation};
use crate::app::App;

const READ: Access = Access::Needs(Permission::ReportsRead);

/// The noun's rows in the table of operations.
pub const OPERATIONS: &[Operation] = &[
    report("ReportsController_trialBalance", "/api/v1/accounting/reports/trial-balance"),
    report("ReportsController_profitAndLoss", "/api/v1/accounting/reports/profit-and-loss"),
    report("ReportsController_balanceSheet", "/api/v1/accounting/reports/balance-sheet"),
    report("ReportsController_cashFlow", "/api/v1/accounting/reports/cash-flow"),
    report("ReportsController_agedOpenItems", "/api/v1/accounting/reports/aged-open-items"),
    Operation::read("ReportsController_diff", "/api/v1/accounting/reports/diff", READ),
    report("ReportsController_generalLedger", "/api/v1/accounting/reports/general-ledger"),
    report("ReportsController_journal", "/api/v1/accounting/reports/journal"),
    report("ReportsController_voids", "/api/v1/accounting/reports/voids"),
    report("ReportsController_numberGaps", "/api/v1/accounting/reports/number-gaps"),
    report("ReportsController_lateEntries", "/api/v1/accounting/reports/late-entries"),
    Operation::read(
        "ReportsController_auditTrail",
        "/api/v1/accounting/reports/audit-trail",
        Access::Needs(Permission::AuditRead),
    )
    .faults(formats::FAULTS),
    Operation::read(
        "ReportsController_controlChanges",
        "/api/v1/accounting/reports/control-changes",
        Access::Needs(Permission::AuditRead),
    )
    .faults(formats::FAULTS),
];

/// A report that is answered as JSON or as a document.
const fn report(id: &'static str, path: &'static str) -> Operation {
    Operation::read(id, path, READ).faults(formats::FAULTS)
}

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(trial_balance::trial_balance))
        .routes(routes!(profit_and_loss::profit_and_loss))
        .routes(routes!(balance_sheet::balance_sheet))
        .routes(routes!(cash_flow::cash_flow))
        .routes(routes!(aged_open_items::aged_open_items))
        .routes(routes!(diff::diff))
        .routes(routes!(general_ledger::general_ledger))
        .routes(routes!(journal::journal))
        .routes(routes!(voids::voids))
        .routes(routes!(number_gaps::number_gaps))
        .routes(routes!(late_entries::late_entries))
        .routes(routes!(audit_trail::audit_trail))
        .routes(routes!(control_changes::control_changes))
}

#[cfg(test)]
mod tests;
