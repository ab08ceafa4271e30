//! What the service does by itself, beside requests.

pub mod purge;
pub mod recurring;
