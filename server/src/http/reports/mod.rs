//! Reports on the books.

pub(in crate::http) mod aged_open_items;
mod aged_open_items_sheet;
mod audit_trail;
mod balance_sheet;
pub mod books;
mod cash_flow;
pub mod columns;
mod control_changes;
mod diff;
pub mod frame;
pub mod general_ledger;
mod journal;
mod late_entries;
pub mod listing;
mod mapping;
mod number_gaps;
mod profit_and_loss;
pub mod statement;
mod statement_sheet;
mod trial_balance;
mod trial_balance_sheet;
mod voids;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! {
        trial_balance, profit_and_loss, balance_sheet, cash_flow, aged_open_items, diff, general_ledger,
        journal, voids, number_gaps, late_entries, audit_trail, control_changes
    }
}

#[cfg(test)]
mod tests;
