//! Work: what is to be done in a warehouse.

mod list;
mod sources;
mod view;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list }
}
