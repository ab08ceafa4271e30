//! Commands on roles.

pub mod create;
pub mod delete;
pub mod update;
