//! The pure core of Countinghouse: rules, rows and facts; no I/O, clock, randomness or async.

pub mod access;
pub mod book;
pub mod ledger;
pub mod limits;
pub mod rejection;
pub mod settings;
pub mod value;
pub mod warehouses;

pub use rejection::{Code, Rejection, Resolution, Violation};
