//! Accounts: the chart, and each account's statement.

pub mod below;
mod create;
mod delete;
mod get;
mod list;
mod series;
pub mod statement;
mod statement_view;
mod update;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, update, statement, series, delete }
}

#[cfg(test)]
mod tests;
