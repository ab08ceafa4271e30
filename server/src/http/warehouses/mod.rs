//! Warehouses: create, read, update by merge, delete if unused.

mod change_costing_scope;
mod create;
mod deactivation_check;
mod delete;
mod geo;
pub mod get;
mod list;
mod moved;
mod reclassify;
mod stock;
mod stored_locations;
mod update;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! {
        list, create, get, deactivation_check, stock, update, delete, reclassify, change_costing_scope
    }
}
