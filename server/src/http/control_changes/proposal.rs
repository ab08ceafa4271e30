//! The answer of a write that was proposed, and not made: 202 with the proposal.

use axum::response::Response;
use domain::rows::{ControlChange, ControlChangeStatus};

use super::view::ControlChangeView;
use crate::http::problem::Problem;
use crate::http::writing::Done;

/// The proposal that a write became; the write itself where it was made.
pub fn or_made(done: Done) -> Result<Result<Done, Box<Response>>, Problem> {
    let mut proposed = done.rows::<ControlChange>().into_iter();
    let Some(proposed) = proposed.find(|change| change.status == ControlChangeStatus::Proposed) else {
        return Ok(Ok(done));
    };
    let at = proposed.proposed_at;
    done.accepted("/control-changes", ControlChangeView::of(proposed, at)).map(|response| Err(Box::new(response)))
}
