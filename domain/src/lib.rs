//! The pure core of Countinghouse: rules, rows and facts; no I/O, clock, randomness or async.

// A new kind of movement, fact or rejection does not compile until each rule handles it. Tests handle only the cases
// they are about.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]
// Tests say by the environment how many histories they try (`clippy.toml` forbids it to rules).
#![cfg_attr(test, allow(clippy::disallowed_methods))]

mod access;
mod approvals;
pub mod batch;
pub mod book;
pub mod command;
pub mod commands;
pub mod controls;
pub mod costing;
pub mod ledger;
pub mod model;
pub mod replay;
pub mod rows;
pub mod stock;
#[cfg(test)]
mod testing;
pub mod value;
pub mod waiting;

pub use value::rejection::{Code, Rejection, Resolution, Violation};
