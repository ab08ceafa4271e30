//! Commands on dimensions.

pub mod create;
pub mod delete;
pub mod update;
