//! Reads: one file per list, screen or report, each a function of a snapshot.

pub mod events;
