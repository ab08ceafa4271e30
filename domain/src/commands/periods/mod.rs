//! Commands on periods.

pub mod change;
