//! The pure core of Countinghouse: rules, rows and facts; no I/O, clock, randomness or async.

// A new kind of movement, fact or rejection does not compile until each rule says what it means for it. Tests look at what they
// are about.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

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
