//! Commands on statement mappings.

pub mod create;
pub mod delete;
pub mod update;
