//! Currencies: those of ISO 4217, and the organization's own.

mod create;
mod delete;
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
