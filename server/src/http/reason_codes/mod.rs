//! Reason codes: why goods moved, and the account that takes the other side.

mod create;
mod delete;
mod get;
mod list;
mod update;
pub mod view;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update, delete }
}
