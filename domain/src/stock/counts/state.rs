//! The actions that a count's status allows.

use crate::access::reach::require_seen;
use crate::book::Book;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::rows::{Count, CountStatus, Reply};
use crate::value::Sought;
use crate::value::id::CountId;
use crate::value::rejection::{Code, Rejection};

/// The count, or `not_found` for an unknown, malformed or foreign id, and of a warehouse that the actor does not see.
pub(crate) fn require_count(book: &Book, ctx: &Context, sought: &Sought<CountId>) -> Result<Count, Stop> {
    let id = sought.require()?;
    let count = book.stock_count(id)?.ok_or_else(Rejection::not_found)?.clone();
    require_seen(book, ctx, count.warehouse_id)?;
    Ok(count)
}

/// Requires one of these statuses; otherwise the refusal names the next step.
pub(crate) fn require_status(count: &Count, wanted: &[CountStatus]) -> Result<(), Stop> {
    if wanted.contains(&count.status) {
        return Ok(());
    }
    let path = format!("/inventory/counts/{}", count.id);
    let status = count.status.name();
    let refuse = |message: &str| Rejection::new(Code::CountState, message).with("status", status);
    Err(match count.status {
        CountStatus::Open => refuse("the count is open: submit it first").offer(
            "submit",
            "Submit the count",
            "POST",
            format!("{path}/submit"),
        ),
        CountStatus::Submitted => refuse(
            "the count has been submitted and is waiting for approval: approve it, or send it back for \
                 recounting",
        )
        .offer("approve", "Approve the count", "POST", format!("{path}/approve"))
        .offer("send-back", "Send it back", "POST", format!("{path}/send-back"))
        .with_reason("To be counted again"),
        CountStatus::Approved => refuse("the count is ready to be posted: post it, or send it back for recounting")
            .offer("post", "Post the count", "POST", format!("{path}/post"))
            .offer("send-back", "Send it back", "POST", format!("{path}/send-back"))
            .with_reason("To be counted again"),
        CountStatus::Posted => {
            let rejection = refuse("the count has been posted: to undo it, void its movement and count again");
            let rejection = rejection.with("movementId", count.movement_id.map(|id| id.to_string()));
            match count.movement_id {
                Some(id) => {
                    let path = format!("/inventory/movements/{id}/void");
                    rejection.offer("void", "Void its movement", "POST", path).with_reason("Void of the count")
                }
                None => rejection,
            }
        }
        CountStatus::Cancelled => {
            refuse("the count has been cancelled: open another").with("cancelReason", count.cancel_reason.clone())
        }
    }
    .into())
}

/// Writes a count that somebody changes now, with the fact of it.
pub(crate) fn change(book: &mut Book, ctx: &Context, count: Count, kind: FactKind) -> Reply {
    let count = touched(ctx, count);
    let (id, version) = (count.id, count.version);
    book.stock_counts.put(count);
    let recorded = book.record(ctx, kind, id);
    Reply::new(id, version, recorded)
}

/// The count as somebody changes it now.
pub(crate) fn touched(ctx: &Context, count: Count) -> Count {
    Count { version: count.version + 1, updated_at: ctx.at, updated_by: ctx.actor.principal, ..count }
}
