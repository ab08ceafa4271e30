//! Commands on organizations.

pub mod create;
