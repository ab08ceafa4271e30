//! Who may decide what waits, asked without deciding anything.

use crate::access::duties;
use crate::book::Book;
use crate::book::context::{Actor, Context, IdSource};
use crate::book::stop::Stop;
use crate::controls::second_person;
use crate::rows::{ControlChange, Count, Entry, StockMovement};
use crate::stock::counts::separation;
use crate::stock::goods::document::approval;
use crate::value::Instant;
use crate::value::rejection::Rejection;

/// Something that waits for a decision.
#[derive(Clone, Copy, Debug)]
pub enum Waiting<'a> {
    /// An entry that was submitted.
    Entry(&'a Entry),
    /// A movement that was submitted.
    Movement(&'a StockMovement),
    /// A count whose differences are to be approved.
    Count(&'a Count),
    /// A change of controls that was proposed.
    Change(&'a ControlChange),
}

/// Why this actor may not approve it, whatever their permissions; `None` where nothing stands against it.
///
/// # Errors
/// `Missing` where something is not loaded.
pub fn held(book: &Book, actor: &Actor, now: Instant, waiting: Waiting<'_>) -> Result<Option<Rejection>, Stop> {
    let ctx = context(actor, now);
    let asked = duties::require_person(&ctx).and_then(|()| match waiting {
        Waiting::Entry(entry) => duties::require_other_approver(book, &ctx, &entry.prepared()),
        Waiting::Movement(movement) => duties::require_other_approver(book, &ctx, &approval::prepared(movement)),
        Waiting::Count(count) => separation::require_other(book, &ctx, count),
        Waiting::Change(change) => second_person::require(book, &ctx, change),
    });
    refusal(asked)
}

/// Whether this actor, or a service account of theirs, prepared it.
///
/// # Errors
/// As [`held`].
pub fn is_own(book: &Book, actor: &Actor, now: Instant, waiting: Waiting<'_>) -> Result<bool, Stop> {
    let ctx = context(actor, now);
    let own = actor.principal;
    let asked = match waiting {
        Waiting::Entry(entry) => duties::require_preparer(book, &ctx, &entry.prepared()),
        Waiting::Movement(movement) => duties::require_preparer(book, &ctx, &approval::prepared(movement)),
        Waiting::Count(count) => {
            return Ok(count.submitted_by == Some(own) || duties::listed(&count.counted_by).any(|one| one == own));
        }
        Waiting::Change(change) => return Ok(change.proposed_by == own),
    };
    Ok(refusal(asked)?.is_none())
}

fn context(actor: &Actor, now: Instant) -> Context {
    Context { at: now, clock: now, actor: actor.clone(), request_id: String::new(), ids: IdSource::new(now, 0) }
}

fn refusal(asked: Result<(), Stop>) -> Result<Option<Rejection>, Stop> {
    match asked {
        Ok(()) => Ok(None),
        Err(Stop::Rejected(rejection)) => Ok(Some(*rejection)),
        Err(stop) => Err(stop),
    }
}
