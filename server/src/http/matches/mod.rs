//! Matches: lines of one account that settle one another, and open amounts.

pub mod accounts;
mod create;
mod get;
pub mod list;
mod open_items;
mod open_items_sheet;
mod unmatch;
pub mod view;
pub mod wire;

use domain::rows::{MatchSource, MatchStatus};

use super::operations::Operations;

crate::wire_enum! {
    MatchSource = "MatchSource",
    MatchStatus = "MatchStatus",
}

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! { list, create, get, unmatch, open_items }
}
