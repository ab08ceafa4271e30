//! Commands on serials.

pub mod create;
pub mod delete;
pub mod update;
