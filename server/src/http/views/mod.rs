//! Views of the console's screens: their filters, order and columns under a name.

mod create;
mod delete;
mod get;
mod list;
mod update;
mod view;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update, delete }
}
