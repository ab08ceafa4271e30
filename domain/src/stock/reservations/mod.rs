//! Reservations: goods in a warehouse that are promised before they leave.
//!
//! - `keeping` is the one way in which they are written, so that [`crate::rows::ReservedGoods`] is always their sum.
//! - `available` is the rule: what is on hand, less what is held, less what is reserved; whatever makes it less must leave
//!   it at 0 or above.
//! - `consuming` is how movements take what is reserved, and give it back when they are voided.

pub mod available;
pub(crate) mod consuming;
pub(crate) mod keeping;
pub mod new;
#[cfg(test)]
mod tests;
