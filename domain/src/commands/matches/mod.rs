//! Commands on matches.

pub mod create;
pub mod unmatch;
