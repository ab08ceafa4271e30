//! Locations: zones and bins inside a warehouse.

pub mod change;
pub(crate) mod rules;
pub(crate) mod zones;
