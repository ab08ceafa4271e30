//! Several operations in one commit: a sale with its goods, a payment with its match, a cancellation.
//!
//! `wire` is the request, `targets` finds the operation that an item calls, `references` puts ids in place of names, and `run`
//! has each item handled by its own handler, which waits in a seat (`http/seat.rs`) until all are carried out together.

mod references;
mod run;
mod targets;
mod wire;

pub use targets::Targets;

use super::operations::Operations;

/// All operations.
pub fn operations() -> Operations {
    crate::operations! { run }
}
