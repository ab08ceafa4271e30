//! Movements of goods: they come, leave, move and are adjusted, each with its journal entry.

mod actions;
mod approve;
mod batch;
pub mod brought;
mod close;
mod cost;
mod cost_trace;
mod create;
mod delete;
mod filter;
pub(in crate::http) mod get;
pub mod goods;
mod included;
mod line_view;
mod list;
mod papers;
mod post;
mod receive;
mod reject;
mod submit;
mod summary;
mod totals;
mod trace_rows;
mod update;
pub mod view;
mod void;
pub mod warnings;
pub mod wire;
mod withdraw;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! {
        list, totals, create, batch, actions, get, cost_trace, update, cost, delete, post, submit, withdraw, approve, reject, void,
        receive, close
    }
}
