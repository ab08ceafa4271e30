//! Commands on locations.

pub mod create;
pub mod delete;
pub mod update;
