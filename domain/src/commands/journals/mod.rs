//! Commands on journals.

pub mod create;
pub mod update;
