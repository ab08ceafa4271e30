//! Tests that need more than one crate: what they share.

pub mod simulate;
