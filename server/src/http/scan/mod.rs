//! Scanning: `POST /inventory/scan` answers the meaning of a label here, of GS1 or one of our own.

mod actions;
mod context;
mod counting;
mod goods;
mod meaning;
mod moving;
mod own;
mod parts;
mod read;
mod view;
mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { read }
}
