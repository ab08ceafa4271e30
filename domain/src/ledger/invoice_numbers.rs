//! The number of a supplier's invoice counts once: who enters an invoice a second time is about to pay it twice.
//!
//! Each document that makes something payable to a supplier, and has a reference, holds that number: supplier invoices of goods,
//! and entries with a credit on an account for payables. Drafts hold theirs, too. A document that is voided, reversed or deleted
//! lets go of it. Who says that it is meant makes one more holder.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::entry_drafts::DraftLine;
use crate::rows::{ControlFor, Entry, EntryType, InvoiceNumber, Line};
use crate::value::id::{AccountId, EntryId, MovementId, PartyId};
use crate::value::rejection::{Code, Rejection};
use crate::value::text;

/// What a caller says about the reference of a new document.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum NumberUse {
    /// The supplier's number, which no other document has.
    #[default]
    Once,
    /// The supplier's number; that another document has it, too, is meant.
    Again,
    /// No number of a supplier: a text that is the same each month.
    NotOne,
}

impl NumberUse {
    /// What `allowDuplicateReference` says.
    #[must_use]
    pub fn allowing(is_duplicate_allowed: Option<bool>) -> Self {
        if is_duplicate_allowed == Some(true) { Self::Again } else { Self::Once }
    }
}

/// A supplier and a number as it is compared.
pub(crate) type Name = (PartyId, String);

/// The document that holds a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Holder {
    Entry(EntryId),
    Movement(MovementId),
}

impl Holder {
    fn id(self) -> [u8; 16] {
        match self {
            Self::Entry(id) => id.0,
            Self::Movement(id) => id.0,
        }
    }
}

/// A reference as it is compared: in one spelling, without regard to letter case. `None` where nothing of it can be seen.
fn compared(reference: &str) -> Option<String> {
    Some(text::plain(&text::plain(reference).to_lowercase())).filter(|number| !number.is_empty())
}

/// The number that a document with one supplier carries.
pub(crate) fn of_document(party_id: Option<PartyId>, reference: Option<&str>) -> BTreeSet<Name> {
    party_id.zip(reference.and_then(compared)).into_iter().collect()
}

/// The numbers that a draft of an entry carries.
pub(crate) fn of_draft(book: &Book, entry: &Entry, drafts: &[DraftLine]) -> Result<BTreeSet<Name>, Stop> {
    let credited = drafts.iter().filter(|line| line.credit > 0);
    of_entry(book, entry, credited.filter_map(|line| line.account_id.zip(line.party_id)))
}

/// The numbers that an entry with these lines carries.
pub(crate) fn of_lines(book: &Book, entry: &Entry, lines: &[Line]) -> Result<BTreeSet<Name>, Stop> {
    let credited = lines.iter().filter(|line| line.credit > 0);
    of_entry(book, entry, credited.filter_map(|line| line.party_id.map(|party| (line.account_id, party))))
}

fn of_entry(
    book: &Book,
    entry: &Entry,
    credited: impl Iterator<Item = (AccountId, PartyId)>,
) -> Result<BTreeSet<Name>, Stop> {
    let mut names = BTreeSet::new();
    if !matches!(entry.entry_type, EntryType::Standard | EntryType::Adjusting) {
        return Ok(names);
    }
    let Some(number) = entry.reference.as_deref().and_then(compared) else { return Ok(names) };
    for (account, party) in credited {
        if book.account(account)?.is_some_and(|account| account.control_for == Some(ControlFor::Payable)) {
            names.insert((party, number.clone()));
        }
    }
    Ok(names)
}

/// The keys that taking these numbers needs.
pub(crate) fn hint(names: BTreeSet<Name>, keys: &mut Vec<Key>) {
    for (party, number) in names {
        keys.extend([Key::Party(party), Key::PartiesMergedInto(party), Key::InvoiceNumbers(party, number)]);
    }
}

/// A document that holds one of these numbers, other than this one.
pub(crate) fn other_holder<'a>(
    book: &Book,
    own: Holder,
    names: impl Iterator<Item = &'a Name>,
) -> Result<Option<Holder>, Stop> {
    for (party, number) in names {
        // Numbers of the parties that were merged into this one are numbers of this one.
        let meant = book.party_meant(*party)?;
        let merged = book.parties_merged_into(meant)?.map(|party| party.id);
        for party in [meant].into_iter().chain(merged) {
            let other = book.invoice_numbers(&(party, number.clone()))?.find(|held| held.document_id != own.id());
            let held = other.and_then(|held| match (held.entry_id, held.movement_id) {
                (Some(entry), _) => Some(Holder::Entry(entry)),
                (None, movement) => movement.map(Holder::Movement),
            });
            if held.is_some() {
                return Ok(held);
            }
        }
    }
    Ok(None)
}

/// Makes a document the holder of these numbers, whoever else holds them.
pub(crate) fn hold(book: &mut Book, holder: Holder, names: impl IntoIterator<Item = Name>) {
    let (entry_id, movement_id) = match holder {
        Holder::Entry(id) => (Some(id), None),
        Holder::Movement(id) => (None, Some(id)),
    };
    for (party_id, number) in names {
        let document_id = holder.id();
        book.invoice_numbers.put(InvoiceNumber { party_id, number, document_id, entry_id, movement_id });
    }
}

/// Lets go of those of these numbers that the document holds, and says which they were.
pub(crate) fn release<'a>(
    book: &mut Book,
    holder: Holder,
    names: impl IntoIterator<Item = &'a Name>,
) -> Result<BTreeSet<Name>, Stop> {
    let mut held = BTreeSet::new();
    for name in names {
        if book.invoice_numbers(name)?.any(|row| row.document_id == holder.id()) {
            book.invoice_numbers.set((name.0, name.1.clone(), holder.id()), None);
            held.insert(name.clone());
        }
    }
    Ok(held)
}

/// Makes an entry the holder of its numbers, in place of those that it had as it was before.
///
/// # Errors
/// `invoice_number_taken` where another document has one that is new to it.
pub(crate) fn move_entry(
    book: &mut Book,
    entry: &Entry,
    before: &BTreeSet<Name>,
    after: &BTreeSet<Name>,
    number_use: NumberUse,
) -> Result<(), Stop> {
    let holder = Holder::Entry(entry.id);
    if number_use == NumberUse::Once
        && let Some(other) = other_holder(book, holder, after.difference(before))?
    {
        return Err(taken(entry.reference.as_deref(), Some(other)).into());
    }
    release(book, holder, before.difference(after))?;
    if number_use != NumberUse::NotOne {
        hold(book, holder, after.difference(before).cloned());
    }
    Ok(())
}

/// Lets go of all numbers of a posted entry.
pub(crate) fn release_entry(book: &mut Book, entry: &Entry) -> Result<BTreeSet<Name>, Stop> {
    let names = of_lines(book, entry, &book.lines(entry)?)?;
    release(book, Holder::Entry(entry.id), &names)
}

/// Makes a posted entry the holder of its numbers again, because it is in effect again.
pub(crate) fn hold_entry(book: &mut Book, entry: &Entry) -> Result<(), Stop> {
    let names = of_lines(book, entry, &book.lines(entry)?)?;
    hold(book, Holder::Entry(entry.id), names);
    Ok(())
}

/// The refusal of a number that another document has; that one is named where the caller may see it.
pub(crate) fn taken(reference: Option<&str>, other: Option<Holder>) -> Rejection {
    let message = format!(
        "the supplier's invoice {} has been entered already: see the other document, or send allowDuplicateReference \
         if the supplier used the number twice",
        reference.unwrap_or_default()
    );
    let rejection = Rejection::new(Code::InvoiceNumberTaken, message).at("/reference");
    let Some(other) = other else { return rejection };
    let (id, path) = match other {
        Holder::Entry(id) => (id.to_string(), format!("/accounting/journal-entries/{id}")),
        Holder::Movement(id) => (id.to_string(), format!("/inventory/movements/{id}")),
    };
    rejection.with("id", id).offer("existing", "See the document that has it", "GET", path)
}
