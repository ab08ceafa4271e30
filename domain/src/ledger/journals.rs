//! The journal that the books write to by themselves where nobody names one.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{Journal, JournalType};
use crate::value::rejection::{Code, Rejection};

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
