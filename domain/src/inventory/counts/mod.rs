//! Counts of what is in stock: a snapshot of what should be there, what was found, and the difference that is posted.
//!
//! A count never sets stock to what was found. It keeps what the books expected when it was opened, and posts what was
//! found less that, as of that instant; what moves meanwhile is not lost. Its differences are one movement of kind
//! `countAdjustment`, through the door of all movements.
//!
//! - `open` takes the snapshot of a `scope`, `record` notes what was found, `submit` ends the counting.
//! - `tolerance` says which differences need somebody's approval: `approve`, or `send_back` to be counted again.
//! - `post` makes the movement, `cancel` gives the count up.
//! - `overrun` tells of movements that change the past of a posted count, and puts that right where counts hold;
//!   `acknowledge_overruns` is somebody having seen it.
//! - `separation` is who may not approve, `usage` what counts name, which therefore stays.

pub mod acknowledge_overruns;
pub mod approve;
pub mod cancel;
pub mod new;
pub mod open;
pub(in crate::inventory) mod overrun;
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
pub use rows::{Count, CountLine, CountOverrun, CountStatus, CountedGoods};
