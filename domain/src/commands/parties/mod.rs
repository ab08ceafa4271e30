//! Commands on parties.

pub mod create;
pub mod delete;
pub mod merge;
pub mod update;
