//! Commands on exchange rates.

pub mod create;
pub mod import;
