//! Dimensions; their values are a noun of their own below them.

mod create;
mod delete;
pub mod filter;
pub mod get;
mod list;
mod update;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update, delete }
}

#[cfg(test)]
mod tests;
