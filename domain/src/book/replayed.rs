//! What the last change of the past came to, kept while the rest of its document is loaded.
//!
//! A decision that lacks something begins anew once it is loaded. What it replayed by then depends on nothing that was loaded
//! later, and is most of its work.

use std::sync::Arc;

use crate::book::context::{Actor, Context};
use crate::costing::{Change, Outcome};
use crate::rows::Head;
use crate::value::Instant;

/// Movements that are costed anew as fast as what came of them is kept and found.
const MOVEMENTS: usize = 32;

/// A replay that came to its end, with all that it followed from: the log up to it, who asks and when, and what changes.
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
