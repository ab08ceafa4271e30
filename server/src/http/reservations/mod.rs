//! Reservations: goods that are promised before they leave.

mod batch;
mod create;
mod get;
mod list;
mod release;
mod release_by_reference;
mod short;
mod update;
pub mod view;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, batch, get, update, release, release_by_reference }
}
