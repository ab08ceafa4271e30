//! What the service does by itself, beside requests.

pub mod auto_reverse;
pub mod purge;
pub mod recurring;
