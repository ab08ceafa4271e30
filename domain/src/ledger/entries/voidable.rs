//! The entries that can be voided, reversed or corrected, and the reasons against it: one table for all three.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::ledger::closing::fiscal_years;
use crate::ledger::matching::unmatched;
use crate::rows::{Entry, EntryStatus, EntryType, matches, revaluations};
use crate::value::rejection::{Code, Rejection};

/// The entry is in effect and neither reversed nor corrected, by whomever.
pub(crate) fn require_reversible(book: &Book, entry: &Entry) -> Result<(), Stop> {
    require_voidable(book, entry)?;
    match entry.reversed_by_entry_id {
        Some(_) => Err(already_reversed(entry, &number_of(entry)).into()),
        None => Ok(()),
    }
}

/// As [`require_reversible`], but a scheduled reversal is no hindrance: it goes with its entry.
pub(crate) fn require_voidable(book: &Book, entry: &Entry) -> Result<(), Stop> {
    let here = format!("/accounting/journal-entries/{}", entry.id);
    let number = number_of(entry);
    let rejection =
        match entry.status {
            EntryStatus::Draft => Rejection::new(Code::EntryNotPosted, "the entry is a draft: delete it instead")
                .offer("delete", "Delete the draft", "DELETE", here),
            EntryStatus::PendingApproval => Rejection::new(
                Code::EntryNotPosted,
                "the entry is waiting for approval: withdraw it instead",
            )
            .offer("withdraw", "Make it a draft again", "POST", format!("{here}/withdraw")),
            EntryStatus::Voided => already_voided(book, entry, &number)?,
            EntryStatus::Posted if entry.entry_type == EntryType::Void => {
                let message = format!("entry {number} is the mirror of a void: post the original again as a new entry");
                let original = entry.voids_entry_id.map(|id| id.to_string());
                let rejection = Rejection::new(Code::EntryIsVoid, message).with("voidsEntryId", original.clone());
                let path = original.map(|id| format!("/accounting/journal-entries/{id}"));
                match path {
                    Some(path) => rejection.offer("original", "See the original, to post it again", "GET", path),
                    None => rejection,
                }
            }
            EntryStatus::Posted if entry.owner_type.as_deref() == Some(revaluations::OWNER) => revalued(entry, &number),
            EntryStatus::Posted if matches!(entry.entry_type, EntryType::Closing | EntryType::FxRevaluation) => {
                let message = format!(
                    "entry {number} was made by a {} run: reopen the year or run it again instead",
                    entry.entry_type.name()
                );
                let rejection =
                    Rejection::new(Code::EntrySystemGenerated, message).with("entryType", entry.entry_type.name());
                offer_reopening(rejection, entry)
            }
            EntryStatus::Posted if entry.owner_type.is_some() => owned(entry, &number),
            EntryStatus::Posted if entry.corrected_by_entry_id.is_some() => already_corrected(book, entry)?,
            EntryStatus::Posted if entry.reversed_by_entry_id.is_some() && entry.auto_reverse_on.is_none() => {
                already_reversed(entry, &number)
            }
            EntryStatus::Posted => return unmatched::require(book, entry),
        };
    Err(rejection.into())
}

/// A run replaces its postings by being run again.
fn revalued(entry: &Entry, number: &str) -> Rejection {
    let message = format!("entry {number} was made by a revaluation: run it again, which posts the difference");
    Rejection::new(Code::EntrySystemGenerated, message)
        .with("entryType", entry.entry_type.name())
        .with("revaluationId", entry.owner_id.clone())
        .offer("run-again", "Run the revaluation again", "POST", "/accounting/revaluations")
        .body(vec![("date", entry.date.into())])
}

/// A closing entry goes with its year.
fn offer_reopening(rejection: Rejection, entry: &Entry) -> Rejection {
    match (&entry.owner_type, &entry.owner_id) {
        (Some(owner), Some(year)) if owner == fiscal_years::OWNER => rejection
            .with("fiscalYearId", year.clone())
            .offer("reopen-year", "Reopen the fiscal year", "POST", format!("/accounting/fiscal-years/{year}/reopen"))
            .with_reason(format!("Reopened to undo closing entry {}", number_of(entry))),
        _ => rejection,
    }
}

fn already_voided(book: &Book, entry: &Entry, number: &str) -> Result<Rejection, Stop> {
    let message = format!("entry {number} has already been voided: nothing is left to do");
    let mirror = entry.voided_by_entry_id.map(|id| id.to_string());
    let rejection = Rejection::new(Code::EntryAlreadyVoided, message)
        .with("voidedAt", entry.voided_at)
        .with("voidedBy", entry.voided_by.map(|by| by.to_string()))
        .with("voidReason", entry.void_reason.clone())
        .with("voidedByEntryId", mirror.clone());
    let rejection = match mirror {
        Some(id) => {
            rejection.offer("mirror", "See the mirror entry", "GET", format!("/accounting/journal-entries/{id}"))
        }
        None => rejection,
    };
    Ok(match entry.corrected_by_entry_id {
        Some(_) => rejection.with("correctedByEntryId", newest(book, entry)?.id.to_string()),
        None => rejection,
    })
}

/// The entry that the last correction of this one made; the entry itself where there was none.
pub(crate) fn newest(book: &Book, entry: &Entry) -> Result<Entry, Stop> {
    let mut newest = entry.clone();
    while let Some(id) = newest.corrected_by_entry_id {
        newest = book.entry(id)?.ok_or_else(|| Stop::lost("entries", id))?.clone();
    }
    Ok(newest)
}

/// To change a corrected entry, the caller works with the entry in effect now.
pub(crate) fn already_corrected(book: &Book, entry: &Entry) -> Result<Rejection, Stop> {
    let newest = newest(book, entry)?;
    let path = format!("/accounting/journal-entries/{}", newest.id);
    let message = format!(
        "entry {} has been corrected: correct, void or reverse its latest correction {} instead",
        number_of(entry),
        number_of(&newest)
    );
    Ok(Rejection::new(Code::EntryAlreadyCorrected, message)
        .with("correctedByEntryId", newest.id.to_string())
        .offer("newest", "See the latest correction", "GET", path.clone())
        .offer("void-newest", "Void the latest correction", "POST", format!("{path}/void"))
        .with_reason(format!("Void of the correction of {}", number_of(entry))))
}

fn number_of(entry: &Entry) -> String {
    entry.number.clone().unwrap_or_default()
}

fn already_reversed(entry: &Entry, number: &str) -> Rejection {
    let reversal = entry.reversed_by_entry_id.map(|id| id.to_string());
    let rejection = Rejection::new(
        Code::EntryAlreadyReversed,
        format!("entry {number} has been reversed: void the reversal first"),
    )
    .with("reversedByEntryId", reversal.clone());
    match reversal {
        Some(id) => rejection
            .offer("void-reversal", "Void the reversal", "POST", format!("/accounting/journal-entries/{id}/void"))
            .with_reason(format!("Void of the reversal of {number}")),
        None => rejection,
    }
}

fn owned(entry: &Entry, number: &str) -> Rejection {
    let owner_type = entry.owner_type.clone().unwrap_or_default();
    let owner_id = entry.owner_id.clone().unwrap_or_default();
    let message =
        format!("entry {number} belongs to {owner_type} {owner_id}: void that instead, which also voids this entry");
    let rejection = Rejection::new(Code::EntryOwnedBySource, message)
        .with("ownerType", owner_type.clone())
        .with("ownerId", owner_id.clone());
    if owner_type == matches::OWNER {
        return rejection
            .offer("unmatch", "Undo the match", "POST", format!("/accounting/matches/{owner_id}/unmatch"))
            .with_reason(format!("Undone with its entry {number}"));
    }
    if owner_type == "movement" {
        return rejection
            .offer("void-owner", "Void the movement", "POST", format!("/inventory/movements/{owner_id}/void"))
            .with_reason(format!("Void of the movement of entry {number}"));
    }
    rejection
}
