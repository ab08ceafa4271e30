//! Changes of controls: policies, duties, roles and places, proposed or made.

mod approve;
mod get;
mod list;
pub mod proposal;
mod reject;
pub mod view;
mod withdraw;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, get, approve, reject, withdraw }
}
