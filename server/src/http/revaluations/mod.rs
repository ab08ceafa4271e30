//! Revaluations: foreign balances brought to the rate of a day, and back on the first day of the next period.

mod get;
mod list;
mod run;
pub mod view;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, run, get }
}
