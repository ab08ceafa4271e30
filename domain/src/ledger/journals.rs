//! Journals: the one that a caller names, the one that the books write to where nobody names any, and patterns of numbers.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{Journal, JournalType, ResetPer};
use crate::value::id::JournalId;
use crate::value::rejection::{Code, Rejection};
use crate::value::{NumberPattern, Sought};

/// The only active journal of the first of these types that has an active one. `entry` names the entry that would go
/// into it, and `choice` the alternatives to name.
///
/// # Errors
/// `journal_not_usable` where there is none, or one type has several.
pub(crate) fn only(book: &Book, types: &[JournalType], entry: &str, choice: &str) -> Result<Journal, Stop> {
    for kind in types {
        let mut found = book.journals()?.filter(|journal| journal.journal_type == *kind && journal.is_active);
        match (found.next(), found.next()) {
            (Some(only), None) => return Ok(only.clone()),
            (Some(_), Some(_)) => break,
            (None, _) => {}
        }
    }
    let message = format!("the journal for {entry} is not unique: give {choice} in journalId");
    Err(Rejection::new(Code::JournalNotUsable, message)
        .at("/journalId")
        .offer("journals", "List the journals", "GET", "/accounting/journals")
        .into())
}

/// A series that restarts must show in its numbers when it did, or numbers would come twice.
pub(crate) fn require_pattern(pattern: &str, reset_per: ResetPer) -> Result<(), Stop> {
    let refuse = |message: String| Rejection::new(Code::JournalNotUsable, message).at("/numberPattern").into();
    let parsed = NumberPattern::parse(pattern).map_err(refuse)?;
    let needed: &[&str] = match reset_per {
        ResetPer::Year => &["{year}"],
        ResetPer::Month => &["{year}", "{month}"],
        ResetPer::Never => &[],
    };
    match needed.iter().find(|part| !parsed.names(part)) {
        Some(part) => {
            Err(refuse(format!("a series that restarts every {} needs {part} in its pattern", reset_per.name())))
        }
        None => Ok(()),
    }
}

/// The journal exists and is active.
pub(crate) fn require_journal(book: &Book, sought: &Sought<JournalId>) -> Result<Journal, Stop> {
    let unknown = || {
        let message = format!("there is no journal with the id {sought}");
        Rejection::new(Code::UnknownReference, message).at("/journalId").offer(
            "journals",
            "List the journals",
            "GET",
            "/accounting/journals",
        )
    };
    let id = sought.id().ok_or_else(unknown)?;
    let journal = book.journal(id)?.ok_or_else(unknown)?;
    if !journal.is_active {
        let message = format!("journal {} is inactive: reactivate it or choose another", journal.code);
        return Err(Rejection::new(Code::JournalNotUsable, message).at("/journalId").into());
    }
    Ok(journal.clone())
}
