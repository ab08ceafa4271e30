//! Counts of stock: a snapshot of the expected quantities, the counted quantities, and the difference that is posted.
//!
//! A count never sets stock to the counted quantity. It keeps the quantity in the books at its snapshot, which is its
//! opening or an earlier instant, and posts the counted quantity less that, as of that instant. Movements in the meantime
//! are not lost. All differences are one movement of kind `countAdjustment`, through the same door as every movement.
//!
//! - `scope` is the goods that a count covers, `lines` their expected quantities, `past` those of an instant that has
//!   passed, `recordings` the counted ones.
//! - `state` is what its status allows, `tolerance` the differences that need an approval, `separation` who may not
//!   approve.
//! - `adjustment` are the lines that post the differences, `posting` posts them; `blockers` says before what would refuse.
//! - `overrun` reports movements that change the past of a posted count, and corrects them where counts hold.

pub(crate) mod adjustment;
pub mod blockers;
pub(crate) mod lines;
pub mod new;
pub(crate) mod overrun;
pub(crate) mod past;
pub(crate) mod posting;
pub(crate) mod recordings;
pub(crate) mod scope;
pub(crate) mod separation;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod tolerance;
