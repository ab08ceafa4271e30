//! Search over everything that has a code, a number or a name.

mod find;
mod found;
mod hit;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { find }
}
