//! The result of the last change of the past, kept while the rest of its document is loaded.
//!
//! A decision that lacks a row begins again once it is loaded. Its finished replay depends on nothing loaded later, and
//! is most of its work.

use std::sync::Arc;

use crate::book::context::{Actor, Context};
use crate::costing::{Change, Outcome};
use crate::rows::Head;
use crate::value::Instant;

/// The number of movements from which keeping and finding the result is faster than costing them again.
const MOVEMENTS: usize = 32;

/// A finished replay, with everything that it followed from: the log up to it, the actor and the time, and the change.
#[derive(Clone, Debug)]
pub(crate) struct Replayed {
    head: Head,
    at: Instant,
    actor: Actor,
    change: Change,
    outcome: Arc<Outcome>,
}

impl Replayed {
    /// One that took longer than keeping it does.
    pub(crate) fn worth_keeping(head: &Head, ctx: &Context, change: Change, outcome: &Arc<Outcome>) -> Option<Self> {
        (outcome.replayed >= MOVEMENTS).then(|| Self {
            head: head.clone(),
            at: ctx.at,
            actor: ctx.actor.clone(),
            change,
            outcome: Arc::clone(outcome),
        })
    }

    /// The outcome, if it is of this change.
    pub(crate) fn of(&self, head: &Head, ctx: &Context, change: &Change) -> Option<Arc<Outcome>> {
        let is_same = (&self.head, self.at, &self.actor, &self.change) == (head, ctx.at, &ctx.actor, change);
        is_same.then(|| Arc::clone(&self.outcome))
    }
}
