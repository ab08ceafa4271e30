//! Reason codes: why goods moved.

pub mod change;
pub(crate) mod rules;
