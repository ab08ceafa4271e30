//! Which entries wait for approval before they are posted, and how one comes out of waiting.

use crate::approvals::Unapproved;
use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::entries::path;
use crate::rows::{Entry, EntryStatus};
use crate::value::rejection::{Code, Rejection};

/// No active policy asks for approval of this entry; its total debit is in base currency, minor units.
pub(crate) fn require_unneeded(book: &Book, entry: &Entry, total_debit: i64) -> Result<(), Stop> {
    require_unneeded_in(book, entry, total_debit, "/accounting/journal-entries")
}

/// As [`require_unneeded`]; if the entry is not stored as a draft, one is created in this collection.
pub(super) fn require_unneeded_in(book: &Book, entry: &Entry, total_debit: i64, collection: &str) -> Result<(), Stop> {
    let Some(policy) = book.approval_policies()?.find(|policy| policy.asks_for(entry.journal_id, total_debit)) else {
        return Ok(());
    };
    let whose = if policy.journal_id.is_some() { "entries of this journal" } else { "entries" };
    let is_draft = |stored: &Entry| matches!(stored.status, EntryStatus::Draft | EntryStatus::PendingApproval);
    let is_stored = book.entries.get(&(entry.id,)).flatten().is_some_and(is_draft);
    let draft = is_stored.then(|| path(entry));
    let unapproved = Unapproved { policy, what: whose, tells_amount: true, draft, collection };
    Err(unapproved.refused(book)?.into())
}

/// The entry waits for approval.
pub(crate) fn require_pending(entry: &Entry) -> Result<(), Stop> {
    let rejection = match entry.status {
        EntryStatus::PendingApproval => return Ok(()),
        EntryStatus::Draft => {
            let message = "the entry is a draft and is not waiting for approval: submit it first";
            Rejection::new(Code::EntryNotPending, message).offer(
                "submit",
                "Submit it for approval",
                "POST",
                format!("{}/submit", path(entry)),
            )
        }
        EntryStatus::Posted | EntryStatus::Voided => {
            let number = entry.number.as_deref().unwrap_or_default();
            let message = format!("entry {number} is {}: nothing is left to decide", entry.status.name());
            Rejection::new(Code::EntryNotPending, message)
                .with("approvedAt", entry.approved_at)
                .with("approvedBy", entry.approved_by.map(|by| by.to_string()))
        }
    };
    Err(rejection.with("status", entry.status.name()).into())
}

/// Ends the submission: the entry is a draft again.
pub(crate) fn end_submission(entry: &mut Entry) {
    entry.status = EntryStatus::Draft;
    entry.submitted_at = None;
    entry.submitted_by = None;
}
