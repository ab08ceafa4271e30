//! Commands on item categories.

pub mod create;
pub mod delete;
pub mod update;
