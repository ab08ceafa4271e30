//! Fiscal years: create with periods, get, list, add adjustment periods, close and reopen, delete.

mod add_period;
mod checklist;
mod close;
mod create;
mod delete;
mod get;
mod list;
mod reopen;
pub mod view;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, checklist, add_period, close, reopen, delete }
}
