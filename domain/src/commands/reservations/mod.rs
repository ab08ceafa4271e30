//! Commands on reservations.

pub mod create;
pub mod expire;
pub mod release;
pub mod release_by_reference;
pub mod update;
