//! Counts of what is in stock: a snapshot of what should be there, what was found, and the difference that is posted.
//!
//! A count never sets stock to what was found. It keeps what the books expected when it was opened, and posts what was
//! found less that, as of that instant; what moves meanwhile is not lost. Its differences are one movement of kind
//! `countAdjustment`, through the door of all movements.
//!
//! - `open` takes the snapshot of a `scope`, `record` notes what was found, `submit` ends the counting.
//! - `tolerance` says which differences need somebody's approval: `approve`, or `send_back` to be counted again.
//! - `post` makes the movement, `cancel` gives the count up.
//! - `separation` is who may not approve, `usage` what counts name, which therefore stays.

pub mod approve;
pub mod cancel;
pub mod new;
pub mod open;
pub mod post;
pub mod record;
mod recordings;
mod rows;
mod scope;
pub mod send_back;
mod separation;
mod state;
pub mod submit;
#[cfg(test)]
pub(crate) mod tests;
mod tolerance;
pub(crate) mod usage;

pub use recordings::{Recording, decode_recordings};
pub use rows::{Count, CountLine, CountStatus};
