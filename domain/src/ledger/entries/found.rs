//! Finding the entry that a command names, in the status that it needs.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{Entry, EntryStatus, entries};
use crate::value::Sought;
use crate::value::id::EntryId;
use crate::value::rejection::{Code, Rejection};

/// The entry, or `not_found` for an unknown, malformed or foreign id.
pub(crate) fn require_entry(book: &Book, sought: &Sought<EntryId>) -> Result<Entry, Stop> {
    let id = sought.require()?;
    Ok(book.entry(id)?.ok_or_else(Rejection::not_found)?.clone())
}

/// Only drafts are edited, deleted and posted.
pub(crate) fn require_draft(entry: &Entry) -> Result<(), Stop> {
    if entry.status == EntryStatus::Draft {
        return Ok(());
    }
    if entry.status == EntryStatus::PendingApproval {
        let here = entries::path(entry);
        let message = "the entry is waiting for approval: approve it, or withdraw it to make it a draft again";
        return Err(Rejection::new(Code::EntryNotDraft, message)
            .with("status", entry.status.name())
            .offer("approve", "Approve and post it", "POST", format!("{here}/approve"))
            .offer("withdraw", "Make it a draft again", "POST", format!("{here}/withdraw"))
            .into());
    }
    let path = format!("/accounting/journal-entries/{}/void", entry.id);
    let message = format!(
        "entry {} is {} and cannot change: void it and post another instead",
        entry.number.as_deref().unwrap_or("(no number)"),
        entry.status.name()
    );
    Err(Rejection::new(Code::EntryNotDraft, message)
        .with("status", entry.status.name())
        .offer("void", "Void it with a reason", "POST", path)
        .with_reason("To be posted again in another form")
        .into())
}
