//! The first page: where the books stand, and what there is to do, in one call.

mod get;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { get }
}
