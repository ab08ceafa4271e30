//! The organization of the token: its settings, read and merged.

mod get;
mod update;
pub mod view;
mod wire;

use super::operations::Operations;

pub use get::find;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { get, update }
}
