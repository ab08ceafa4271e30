//! Files of other books: what they say, as requests that bring it in.

mod read;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { read }
}
