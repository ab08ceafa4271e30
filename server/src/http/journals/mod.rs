//! Journals (books) with their number series.

mod create;
mod get;
mod list;
mod update;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update }
}

#[cfg(test)]
mod tests;
