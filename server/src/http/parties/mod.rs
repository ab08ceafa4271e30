//! Parties: customers, suppliers and others; their personal text stays erasable.

mod create;
mod delete;
mod get;
mod list;
mod merge;
mod update;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update, delete, merge }
}

#[cfg(test)]
mod tests;
