//! Items: the goods kept in stock.

pub mod change;
mod drafted_units;
pub(crate) mod quantity;
pub(crate) mod rules;
