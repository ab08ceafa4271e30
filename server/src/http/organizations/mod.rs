//! Organizations of the login: the list, and a new one.

pub mod beginnings;
mod create;
pub mod demo;
mod get;
mod leave;
mod list;
mod resume;
mod view;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, get, create, leave, resume }
}
