//! Item categories: a tree that says which accounts its items use.

pub mod change;
pub(crate) mod rules;
