//! Commands on fiscal years.

pub mod add_period;
pub mod close;
pub mod create;
pub mod delete;
pub mod reopen;
