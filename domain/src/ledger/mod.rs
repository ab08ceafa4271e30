//! The general ledger: how entries come into the books, are matched and closed, and how they are reported.
//!
//! - `posting` is the one door through which lines, numbers and balances come into being; `subledger` is where stock knocks.
//! - `entries` leads to it and back, `closing` are periods and years, `matching` are the lines that settle one another.
//! - `accounts`, `parties`, `journals`, `currencies`, `dimensions`, `exchange_rates` and `statement_mappings` are the rules of
//!   master data; `recurring` and `revaluations` make entries by themselves.
//! - `invoice_numbers` sees that a supplier's invoice is entered once.
//! - `reports` are arithmetic on balances.

pub(crate) mod accounts;
pub mod closing;
pub(crate) mod currencies;
pub(crate) mod dimensions;
pub mod entries;
pub(crate) mod entry_templates;
pub mod exchange_rates;
pub mod invoice_numbers;
pub(crate) mod journals;
pub mod matching;
pub(crate) mod parties;
pub(crate) mod posting;
#[cfg(test)]
mod properties;
pub mod recurring;
pub mod reports;
pub(crate) mod revaluations;
pub mod spread;
pub(crate) mod statement_mappings;
pub(crate) mod subledger;
