//! Commands on reason codes.

pub mod create;
pub mod delete;
pub mod update;
