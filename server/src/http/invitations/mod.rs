//! Invitations: places that this organization offers to logins, which take them under `/auth/invitations`.

mod create;
mod get;
mod list;
mod view;
mod withdraw;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, get, create, withdraw }
}
