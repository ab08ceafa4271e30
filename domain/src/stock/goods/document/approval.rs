//! Which movements wait for approval before they are posted, and how one comes out of waiting.
//!
//! The amount of a movement is the total debit of its own journal entry, which is known when it is posted; without an
//! entry, it is 0. Movements that are not made from a draft need no approval of their own: the receipt of a transfer
//! was approved with its dispatch, and counts are approved as counts.

use crate::access::duties::{self, Prepared};
use crate::approvals::Unapproved;
use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::rows::movement_drafts::{DraftLine, decode_drafts};
use crate::rows::{MovementStatus, StockMovement};
use crate::stock::goods::document::{assigned, checking, dates, default_places, rules};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// No active policy asks for approval of this movement, which has just been posted on the book: where one does, the refusal
/// takes all of it back. `is_stored` says whether it was stored as a draft before.
pub(crate) fn require_unneeded(
    book: &Book,
    ctx: &Context,
    posted: &StockMovement,
    is_stored: bool,
) -> Result<(), Stop> {
    let total = match posted.entry_id {
        Some(id) => book.entry(id)?.map_or(0, |entry| entry.total_debit),
        None => 0,
    };
    let Some(policy) = book.approval_policies()?.find(|policy| policy.asks_for_movement(posted.kind, total)) else {
        return Ok(());
    };
    let what = match policy.movement_kind {
        Some(kind) => format!("movements of kind {}", kind.name()),
        None => "movements".to_owned(),
    };
    let draft = is_stored.then(|| path(posted));
    let rights = ctx.rights(book)?;
    // Who knows from how much on it is asked for knows by trying what goods cost.
    let tells_amount = rights.has(Permission::CostsRead) || rights.has(Permission::ApprovalPoliciesRead);
    let unapproved = Unapproved { policy, what: &what, tells_amount, draft, collection: "/inventory/movements" };
    Err(unapproved.refused(book)?.into())
}

/// Requires that the draft can be submitted: every check that does not depend on stock passes as for posting. Stock and
/// costs are those at the time of approval. A cost that is not stated yet is for somebody who knows it to add.
pub(crate) fn require_ready(book: &Book, ctx: &Context, movement: &StockMovement) -> Result<(), Stop> {
    let lines = decode(movement)?;
    assigned::require(book, ctx, movement, &lines)?;
    let occurred_at = movement.occurred_at.unwrap_or(ctx.now());
    dates::require_not_in_future(ctx, occurred_at, "post it when it has happened")?;
    let costed_at = dates::costed_at(book, ctx, movement.costing, occurred_at)?;
    dates::posting_date(book, ctx, costed_at.unwrap_or(occurred_at), None)?;
    rules::check(book, movement, &default_places::filled(book, movement, &lines)?, checking::Purpose::Keep)
}

/// The movement waits for approval.
pub(crate) fn require_pending(movement: &StockMovement) -> Result<(), Stop> {
    let rejection = match movement.status {
        MovementStatus::PendingApproval => return Ok(()),
        MovementStatus::Draft => {
            let message = "the movement is a draft and is not waiting for approval: submit it first";
            let way = format!("{}/submit", path(movement));
            Rejection::new(Code::MovementNotPending, message).offer("submit", "Submit it for approval", "POST", way)
        }
        MovementStatus::Posted | MovementStatus::Voided => {
            let message = format!("the movement is {}: nothing is left to decide", movement.status.name());
            Rejection::new(Code::MovementNotPending, message)
                .with("approvedAt", movement.approved_at)
                .with("approvedBy", movement.approved_by.map(|by| by.to_string()))
        }
    };
    Err(rejection.with("status", movement.status.name()).into())
}

/// Ends the submission, if there is one: the movement is a draft again. Every edit of a draft calls this, because an
/// approval is valid only for the submitted version.
pub(crate) fn end_submission(movement: &mut StockMovement) {
    movement.status = MovementStatus::Draft;
    movement.submitted_at = None;
    movement.submitted_by = None;
}

/// Notes that the actor created, edited or submitted the movement.
pub(crate) fn note_preparer(book: &Book, ctx: &Context, movement: &mut StockMovement) -> Result<(), Stop> {
    duties::note(book, ctx, &mut movement.prepared_by, &mut movement.key_owners)
}

/// The movement as duties look at it.
pub(crate) fn prepared(movement: &StockMovement) -> Prepared<'_> {
    Prepared {
        prepared_by: &movement.prepared_by,
        key_owners: &movement.key_owners,
        created_by: movement.created_by,
        submitted_by: movement.submitted_by,
        path: path(movement),
    }
}

/// The lines that a draft keeps.
pub(crate) fn decode(movement: &StockMovement) -> Result<Vec<DraftLine>, Stop> {
    decode_drafts(&movement.draft_lines).map_err(|bad| Stop::unreadable("movements", movement.id, &bad))
}

/// Where a movement is, below `/api/v1`.
pub(super) fn path(movement: &StockMovement) -> String {
    format!("/inventory/movements/{}", movement.id)
}
