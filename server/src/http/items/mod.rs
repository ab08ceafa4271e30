//! Items: create, read, update by merge, delete if unused, bring in many at once.

mod create;
mod delete;
mod get;
mod import;
mod list;
pub mod scalar;
mod series;
mod update;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, import, get, series, update, delete }
}
