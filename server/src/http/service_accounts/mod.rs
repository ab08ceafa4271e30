//! Service accounts: programs with a client secret and a place in the organization.

mod create;
mod get;
mod list;
mod revoke_secret;
mod rotate_secret;
mod update;
mod view;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update, rotate_secret, revoke_secret }
}
