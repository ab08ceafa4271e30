//! Counts of what is in stock: a snapshot of what should be there, what was found, and the difference that is posted.
//!
//! A count never sets stock to what was found. It keeps what the books expected when it was opened, and posts what was
//! found less that, as of that instant; what moves meanwhile is not lost. Its differences are one movement of kind
//! `countAdjustment`, through the door of all movements.
//!
//! - `scope` is what a count is of, `lines` what is expected there, `recordings` what was found.
//! - `state` is what its status allows, `tolerance` which differences need an approval, `separation` who may not approve.
//! - `adjustment` is the movement that posts the differences.
//! - `overrun` tells of movements that change the past of a posted count, and puts that right where counts hold.

pub(crate) mod adjustment;
pub(crate) mod lines;
pub mod new;
pub(crate) mod overrun;
pub(crate) mod recordings;
pub(crate) mod scope;
pub(crate) mod separation;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod tolerance;
