//! Journal entries: drafts, approval, posting, voiding, reversing, correcting, lists and batches.

pub mod accounts;
pub mod actions;
mod approve;
mod auto_reverse;
pub mod batch;
mod correct;
mod create;
mod delete;
mod filter;
mod get;
mod included;
mod line_view;
mod list;
mod post;
mod reject;
mod reverse;
mod submit;
mod suggest;
mod totals;
mod update;
pub mod view;
mod void;
mod voucher;
pub mod wire;
mod withdraw;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! {
        list, totals, suggest, create, batch, actions, get, update, delete, post, submit, withdraw, approve, reject, void, reverse,
        correct, auto_reverse
    }
}

#[cfg(test)]
mod tests;
