//! Movements of goods: they come, leave, move and are adjusted, each with its journal entry.

mod actions;
mod approve;
mod batch;
pub mod brought;
mod close;
mod cost_trace;
mod create;
mod delete;
pub(in crate::http) mod get;
mod included;
mod line_view;
pub mod list;
mod post;
mod receive;
mod reject;
mod submit;
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
        list, create, batch, actions, get, cost_trace, update, delete, post, submit, withdraw, approve, reject, void,
        receive, close
    }
}
