//! Periods: their state, history and the obstacles to closing them.

pub mod checklist;
mod close;
mod get;
mod list;
mod reopen;
mod soft_close;
pub mod view;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, get, checklist, soft_close, close, reopen }
}

#[cfg(test)]
mod tests;
