//! The pure core of Countinghouse: rules, rows and facts; no I/O, clock, randomness or async.

pub mod access;
pub mod approvals;
pub mod batch;
pub mod book;
pub mod command;
pub mod context;
pub mod controls;
pub mod fact;
mod findings;
pub mod inventory;
pub mod ledger;
pub mod limits;
pub mod rejection;
pub mod replay;
pub mod reply;
pub mod settings;
pub mod stop;
#[cfg(test)]
mod testing;
mod tree;
pub mod value;
pub mod warehouses;

pub use rejection::{Code, Rejection, Resolution, Violation};
