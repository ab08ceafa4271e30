//! Commands on items.

pub mod create;
pub mod delete;
pub mod import;
pub mod update;
