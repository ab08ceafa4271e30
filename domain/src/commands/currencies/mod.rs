//! Commands on currencies.

pub mod create;
pub mod delete;
pub mod update;
