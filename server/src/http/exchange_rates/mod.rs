//! Exchange rates: recorded, listed and looked up, never changed.

mod create;
mod effective;
mod get;
mod import;
mod list;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, import, effective, get }
}
