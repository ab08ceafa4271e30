//! Counts of stock: opened, recorded line by line, submitted, approved if necessary, and posted.

mod accuracy;
mod acknowledge_overruns;
mod approve;
pub mod blockers;
mod cancel;
mod get;
pub mod line_view;
mod lines;
mod list;
mod open;
pub mod overruns;
mod post;
mod record;
mod send_back;
mod sheet;
mod submit;
pub mod view;
pub mod wire;

use super::operations::Operations;

/// The noun's operations.
pub fn operations() -> Operations {
    crate::operations! {
        list, open, accuracy, get, lines, record, submit, approve, send_back, cancel, acknowledge_overruns,
        post
    }
}
