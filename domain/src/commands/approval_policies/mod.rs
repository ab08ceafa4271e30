//! Commands on approval policies.

pub mod create;
pub mod delete;
pub mod update;
