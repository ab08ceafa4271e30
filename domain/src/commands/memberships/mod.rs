//! Commands on memberships.

pub mod set;
