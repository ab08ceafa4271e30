//! Who counted, and may therefore not approve where the organization wants another person to.

use crate::access::duties::{add, listed, persons_behind};
use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::rows::Count;
use crate::value::rejection::{Code, Rejection};

/// Notes that the actor counted or submitted.
pub(crate) fn note_counter(book: &Book, ctx: &Context, count: &mut Count) -> Result<(), Stop> {
    let actor = ctx.actor.principal;
    add(&mut count.counted_by, actor);
    for person in persons_behind(book, actor)? {
        if person != actor {
            add(&mut count.key_owners, person);
        }
    }
    Ok(())
}

/// Refuses an approver who counted through a service account of their own, or in person where the organization forbids
/// that.
pub(crate) fn require_other(book: &Book, ctx: &Context, count: &Count) -> Result<(), Stop> {
    let approver = ctx.actor.principal;
    let mut by_key = listed(&count.key_owners).any(|owner| owner == approver);
    for counter in listed(&count.counted_by).filter(|counter| *counter != approver) {
        by_key |= persons_behind(book, counter)?.contains(&approver);
    }
    let by_hand =
        book.organization()?.approver_not_preparer && listed(&count.counted_by).any(|counter| counter == approver);
    let (rule, message) = match (by_key, by_hand) {
        (true, _) => ("ownServiceAccount", "your service account counted: another person must approve it"),
        (_, true) => ("approverNotPreparer", "you counted: the organization requires another person to approve it"),
        _ => return Ok(()),
    };
    let counted_by: Vec<String> = listed(&count.counted_by).map(|counter| counter.to_string()).collect();
    let path = format!("/inventory/counts/{}/send-back", count.id);
    Err(Rejection::new(Code::SeparationOfDuties, message)
        .with("rule", rule)
        .with("countedBy", counted_by)
        .offer("send-back", "Send it back for recounting", "POST", path)
        .with_reason("To be counted again by somebody else")
        .into())
}
