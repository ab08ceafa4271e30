//! The books as a journal of plain-text accounting.

mod export;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { export }
}
