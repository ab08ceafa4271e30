//! Voids a posted entry by posting its mirror image on the same date.
//!
//! "This should not have been posted." The original keeps its number, lines, date and hash; both halves
//! net to zero in their own period.

use super::{Entry, EntryStatus, EntryType, Line, periods, post_entry, posting};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::rejection::{Code, Rejection, Value};
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::TypedId;
use crate::value::id::EntryId;

/// Voids a posted entry.
#[derive(Clone, Debug)]
pub struct VoidEntry {
    /// Wire id of the entry.
    pub entry: String,
    /// Why, 1 to 500 characters, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for VoidEntry {
    fn permission(&self) -> Permission {
        Permission::JournalEntriesVoid
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods]);
        let Some(id) = EntryId::parse(&self.entry) else { return };
        keys.push(Key::Entry(id));
        if let Ok(Some(entry)) = book.entry(id)
            && let Some(sequence) = entry.sequence
        {
            keys.push(Key::Lines(sequence));
            if let Ok(lines) = book.lines(entry) {
                keys.extend(lines.iter().map(|line| Key::Account(line.account_id)));
            }
            let accounts = book.lines(entry).unwrap_or_default().into_iter().map(|line| line.account_id);
            super::create_entry::hint_posting(book, &entry.journal_id.to_string(), entry.date, accounts, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let original = post_entry::require_entry(book, &self.entry)?;
        post_entry::require_version(self.if_match.as_deref(), original.version)?;
        require_voidable(&original)?;
        let period = periods::period_for(book, original.date, original.period_id)?;
        periods::require_open(book, ctx, &period, original.date)
            .map_err(|stop| offer_reversal(stop, &original, &self.reason))?;
        release_reversed(book, ctx, &original)?;

        let lines = book.lines(&original)?.into_iter().map(swapped).collect();
        let class = posting::class_of(original.entry_type, &period);
        let mirror = mirror_of(&original, ctx, &self.reason);
        let mirror = posting::Posting { entry: mirror, lines, class, voids: true }.post(book, ctx, &period)?;

        let mut voided = original;
        voided.status = EntryStatus::Voided;
        voided.voided_by_entry_id = Some(mirror.id);
        voided.void_reason = Some(self.reason.clone());
        voided.voided_at = Some(ctx.at);
        voided.voided_by = Some(ctx.actor.principal);
        voided.version += 1;
        voided.updated_at = ctx.at;
        voided.updated_by = ctx.actor.principal;
        if let Some(external_id) = &voided.external_id {
            book.external_ids.set((voided.source.clone(), external_id.clone()), None);
        }
        let (id, version) = (voided.id, voided.version);
        book.entries.put(voided);
        let recorded = book.record(ctx, FactKind::EntryVoided, id);
        Ok(Reply::new(id, version, recorded).with_related(mirror.id))
    }
}

/// The state table of accounting.md, in one place.
fn require_voidable(entry: &Entry) -> Result<(), Stop> {
    let here = format!("/accounting/journal-entries/{}", entry.id);
    let number = entry.number.clone().unwrap_or_default();
    let rejection = match entry.status {
        EntryStatus::Draft => Rejection::new(Code::EntryNotPosted, "the entry is a draft: delete it instead")
            .offer("delete", "Delete the draft", "DELETE", here),
        EntryStatus::PendingApproval => {
            Rejection::new(Code::EntryNotPosted, "the entry waits for approval: withdraw it instead")
                .offer("withdraw", "Reject it back to draft", "POST", format!("{here}/reject"))
        }
        EntryStatus::Voided => already_voided(entry, &number),
        EntryStatus::Posted if entry.entry_type == EntryType::Void => {
            let message = format!("entry {number} is itself the mirror of a void: post the original again as a new entry");
            Rejection::new(Code::EntryIsVoid, message)
                .with("voidsEntryId", entry.voids_entry_id.map(|id| id.to_string()))
                .offer("post-again", "Post it again as a new entry", "POST", "/accounting/journal-entries")
        }
        EntryStatus::Posted if entry.reversed_by_entry_id.is_some() => already_reversed(entry, &number),
        EntryStatus::Posted if matches!(entry.entry_type, EntryType::Closing | EntryType::FxRevaluation) => {
            let message = format!(
                "entry {number} was made by a {} run: reopen the year or run it again instead",
                entry.entry_type.name()
            );
            Rejection::new(Code::EntrySystemGenerated, message).with("entryType", entry.entry_type.name())
        }
        EntryStatus::Posted if entry.owner_type.is_some() => owned(entry, &number),
        EntryStatus::Posted => return Ok(()),
    };
    Err(rejection.into())
}

fn already_voided(entry: &Entry, number: &str) -> Rejection {
    let message = format!("entry {number} was voided before: nothing is left to do");
    let mirror = entry.voided_by_entry_id.map(|id| id.to_string());
    let rejection = Rejection::new(Code::EntryAlreadyVoided, message)
        .with("voidedAt", entry.voided_at)
        .with("voidedBy", entry.voided_by.map(|by| by.to_string()))
        .with("voidReason", entry.void_reason.clone())
        .with("voidedByEntryId", mirror.clone());
    match mirror {
        Some(id) => rejection.offer("mirror", "Look at the mirror entry", "GET", format!("/accounting/journal-entries/{id}")),
        None => rejection,
    }
}

fn already_reversed(entry: &Entry, number: &str) -> Rejection {
    let reversal = entry.reversed_by_entry_id.map(|id| id.to_string());
    let rejection = Rejection::new(
        Code::EntryAlreadyReversed,
        format!("entry {number} was reversed: void the reversal first"),
    )
    .with("reversedByEntryId", reversal.clone());
    match reversal {
        Some(id) => rejection
            .offer("void-reversal", "Void the reversal", "POST", format!("/accounting/journal-entries/{id}/void"))
            .body(vec![("reason", Value::Text(String::new()))]),
        None => rejection,
    }
}

fn owned(entry: &Entry, number: &str) -> Rejection {
    let owner_type = entry.owner_type.clone().unwrap_or_default();
    let owner_id = entry.owner_id.clone().unwrap_or_default();
    let message = format!("entry {number} belongs to {owner_type} {owner_id}: void that instead, and this entry goes with it");
    let rejection = Rejection::new(Code::EntryOwnedBySource, message)
        .with("ownerType", owner_type.clone())
        .with("ownerId", owner_id.clone());
    if owner_type == "movement" {
        return rejection.offer("void-owner", "Void the movement", "POST", format!("/inventory/movements/{owner_id}/void"));
    }
    rejection
}

/// A closed period offers the reversal on the first open date.
fn offer_reversal(stop: Stop, entry: &Entry, reason: &str) -> Stop {
    let Stop::Rejected(rejection) = stop else { return stop };
    let first_open = rejection.context.iter().find(|(name, _)| *name == "firstOpenDate").map(|(_, value)| value.clone());
    match first_open {
        Some(date @ Value::Text(_)) => rejection
            .offer("reverse", "Reverse it in an open period", "POST", format!("/accounting/journal-entries/{}/reverse", entry.id))
            .body(vec![("date", date), ("reason", Value::Text(reason.to_owned()))])
            .into(),
        _ => Stop::Rejected(rejection),
    }
}

/// Voiding a reversal lets its original be reversed or voided again.
fn release_reversed(book: &mut Book, ctx: &Context, reversal: &Entry) -> Result<(), Stop> {
    let Some(id) = reversal.reverses_entry_id else { return Ok(()) };
    if let Some(original) = book.entry(id)? {
        let mut original = original.clone();
        original.reversed_by_entry_id = None;
        original.version += 1;
        original.updated_at = ctx.at;
        original.updated_by = ctx.actor.principal;
        book.entries.put(original);
    }
    Ok(())
}

/// The mirror's header: same journal, date, period and texts; neither source nor external id.
fn mirror_of(original: &Entry, ctx: &Context, reason: &str) -> Entry {
    Entry {
        id: ctx.ids.next(),
        number: None,
        sequence: None,
        entry_type: EntryType::Void,
        description: format!("Void of {}: {reason}", original.number.as_deref().unwrap_or_default()),
        source: String::new(),
        external_id: None,
        voids_entry_id: Some(original.id),
        reverses_entry_id: None,
        reversed_by_entry_id: None,
        metadata: "{}".to_owned(),
        hash: None,
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        ..original.clone()
    }
}

/// The line with its sides swapped; amounts are copied, never recomputed.
fn swapped(line: Line) -> Line {
    Line {
        debit: line.credit,
        credit: line.debit,
        base_debit: line.base_credit,
        base_credit: line.base_debit,
        ..line
    }
}
