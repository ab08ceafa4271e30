//! Commands on accounts.

pub mod create;
pub mod delete;
pub mod update;
