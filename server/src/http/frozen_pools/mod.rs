//! Frozen pools: goods that stand still, because something is wrong with their rows or somebody says so.

mod freeze;
mod get;
mod list;
mod release;
pub mod view;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, freeze, get, release }
}
