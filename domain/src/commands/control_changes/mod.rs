//! Commands on control changes.

pub mod approve;
mod intent;
pub mod reject;
pub mod withdraw;
