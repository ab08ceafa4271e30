//! Commands on frozen pools.

pub mod freeze;
pub mod release;
