//! Commands on parties.

pub mod create;
pub mod update;
