//! Open items: which lines of an account settle one another, and how much of each is still open.
//!
//! A line is open by its amount less the amounts that active matches took. Lines never change: a match has rows of its
//! own, and a line that was never matched has none, so that posting costs nothing.
//!
//! Invariant: an active match takes equal amounts of its debits and its credits, in the transaction currency and in
//! base currency. So the open amounts of an account always add up to its balance.

pub(crate) mod corrections;
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
