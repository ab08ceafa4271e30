//! Item categories: a tree that gives items their accounts.

mod create;
mod delete;
pub mod get;
mod list;
mod update;
pub mod view;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update, delete }
}
