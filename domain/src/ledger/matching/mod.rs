//! Open items: which lines of an account settle one another, and how much of each is still open.
//!
//! A line is open by its amount less what active matches took of it. Lines never change: a match has rows of its own,
//! and a line that was never matched has none, so that posting costs nothing.
//!
//! Invariant: what an active match takes of its debits equals what it takes of its credits, in the transaction
//! currency and in base currency. So the open amounts of an account always come to its balance.

pub(crate) mod exchange;
pub(crate) mod halves;
pub(crate) mod open;
#[cfg(test)]
mod properties;
pub mod selection;
pub(crate) mod settlement;
#[cfg(test)]
mod tests;
pub(crate) mod unmatched;
pub mod write_off;
