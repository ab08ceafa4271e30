//! Items: what is kept in stock.

pub mod change;
pub(crate) mod quantity;
pub(crate) mod rules;
