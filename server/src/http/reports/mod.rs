//! Reports on the books.

pub(in crate::http) mod aged_open_items;
mod aged_open_items_sheet;
pub mod answer;
pub(in crate::http) mod audit_trail;
mod balance_sheet;
pub mod books;
mod cash_flow;
mod changes_in_equity;
pub mod columns;
mod combined_trial_balance;
mod combined_trial_balance_sheet;
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
mod party_statement;
mod profit_and_loss;
pub mod row;
pub mod statement;
mod statement_sheet;
pub mod stretches;
pub mod trial_balance;
mod trial_balance_figures;
mod trial_balance_sheet;
mod voids;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! {
        trial_balance, combined_trial_balance, profit_and_loss, balance_sheet, cash_flow, changes_in_equity, aged_open_items, party_statement, diff,
        general_ledger, journal, voids, number_gaps, late_entries, audit_trail, control_changes
    }
}

#[cfg(test)]
mod tests;
