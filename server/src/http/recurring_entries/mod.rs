//! Recurring entries: templates with the days on which they make entries.

mod create;
mod delete;
mod get;
mod list;
mod occurrences;
mod run;
mod skip;
mod update;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update, delete, occurrences, run, skip }
}

#[cfg(test)]
mod tests;
