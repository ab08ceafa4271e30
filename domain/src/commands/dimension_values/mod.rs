//! Commands on dimension values.

pub mod create;
pub mod delete;
pub mod update;
