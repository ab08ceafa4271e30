//! Commands on lots.

pub mod create;
pub mod delete;
pub mod update;
