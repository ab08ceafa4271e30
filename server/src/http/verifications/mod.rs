//! Verifications of the books: the chain of the log, the rows against it, and the rules between them.

mod create;
mod get;
mod latest;
mod view;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { create, latest, get }
}
