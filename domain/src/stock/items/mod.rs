//! Items: the goods kept in stock.

pub mod change;
pub(crate) mod quantity;
pub(crate) mod rules;
