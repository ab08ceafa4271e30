//! Reservations: goods in a warehouse that are promised before they leave.
//!
//! - `keeping` is the one way in which they are written, so that [`crate::rows::ReservedGoods`] is always their sum.
//! - `available` is the rule: on hand, less held, less reserved; every decrease must leave it at 0 or above.
//! - `shortage` says in a refusal how much there is, and who has the rest.
//! - `short` says which reservations lack goods that were there when they were made.
//! - `consuming` lets movements take reserved goods, and gives them back when they are voided.

pub mod available;
pub mod consuming;
pub(crate) mod keeping;
pub mod new;
pub mod short;
pub(crate) mod shortage;
#[cfg(test)]
pub(crate) mod tests;
