//! The pure core of Countinghouse: rules, rows and facts; no I/O, clock, randomness or async.

pub mod access;
pub mod limits;
pub mod rejection;
pub mod value;

pub use rejection::{Code, Rejection, Resolution, Violation};
