//! Commands on entry templates.

pub mod create;
pub mod delete;
pub mod update;
