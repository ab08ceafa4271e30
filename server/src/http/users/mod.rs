//! Users: a login to the instance with a place in this organization.

pub mod cover;
mod create;
mod get;
mod list;
pub mod shut_out;
#[cfg(test)]
mod tests;
mod update;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update }
}
