//! Voiding as a verb: the mirror is posted, the entry is marked, and dependent entries go with it.
//!
//! Invariant: after it, every link shows the entry in effect. An entry whose reversal is voided is unreversed again,
//! and an entry corrected by a voided difference is uncorrected again.

use crate::access::duties;
use crate::book::Book;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::ledger::closing::periods;
use crate::ledger::entries::voidable;
use crate::ledger::invoice_numbers;
use crate::ledger::matching::{corrections, halves};
use crate::ledger::posting;
use crate::rows::{Entry, EntryStatus, EntryType, Line, MatchSource, Period};
use crate::value::Date;
use crate::value::id::EntryId;

/// Voids an entry that was found voidable, in a period that was found open, and its scheduled reversal where that
/// was posted already. Returns the voided entry. The fact is the caller's.
pub(crate) fn void(book: &mut Book, ctx: &Context, entry: Entry, period: &Period, reason: &str) -> Result<Entry, Stop> {
    let Some(reversal) = entry.reversed_by_entry_id else { return mirror(book, ctx, entry, period, reason) };
    let reversal = book.entry(reversal)?.ok_or_else(|| Stop::lost("entries", reversal))?.clone();
    voidable::require_voidable(book, &reversal)?;
    let later = periods::period_for(book, reversal.date, reversal.period_id)?;
    periods::require_open(book, ctx, &later, reversal.date).map_err(|stop| offer_reopening(stop, &reversal, &later))?;
    mirror(book, ctx, reversal, &later, reason)?;
    // The void of the reversal has written to the entry.
    let entry = book.entry(entry.id)?.ok_or_else(|| Stop::lost("entries", entry.id))?.clone();
    mirror(book, ctx, entry, period, reason)
}

/// Posts the mirror and marks the entry.
fn mirror(book: &mut Book, ctx: &Context, entry: Entry, period: &Period, reason: &str) -> Result<Entry, Stop> {
    halves::release(book, ctx, &entry, reason)?;
    release_reversed(book, ctx, &entry)?;
    release_corrected(book, ctx, &entry, entry.date, reason)?;
    invoice_numbers::release_entry(book, &entry)?;
    let lines = book.lines(&entry)?.into_iter().map(swapped).collect();
    let class = posting::class_of(entry.entry_type, period);
    let mirror = mirror_of(&entry, ctx, reason);
    let mirror = posting::Posting { entry: mirror, lines, class, voids: true }.post(book, ctx, period)?;
    halves::settle(book, ctx, MatchSource::Void, &entry, &mirror)?;

    let voided = voided(entry, mirror.id, reason, ctx);
    if let Some(external_id) = &voided.external_id {
        book.entry_by_external(&voided.source, external_id)?;
        book.external_ids.set((voided.source.clone(), external_id.clone()), None);
    }
    Ok(write(book, ctx, voided))
}

/// The entry, once its mirror is posted; a reversal that waits for its day is cancelled.
pub(crate) fn voided(entry: Entry, mirror: EntryId, reason: &str, ctx: &Context) -> Entry {
    Entry {
        status: EntryStatus::Voided,
        voided_by_entry_id: Some(mirror),
        void_reason: Some(reason.to_owned()),
        voided_at: Some(ctx.at),
        voided_by: Some(ctx.actor.principal),
        auto_reverse_on: None,
        ..entry
    }
}

/// The entry no longer counts as a correction of the one before it, which is in effect again. An entry that was voided
/// to be replaced stays voided. From a day on, the items that the correction set off are open again.
pub(super) fn release_corrected(
    book: &mut Book,
    ctx: &Context,
    correction: &Entry,
    from: Date,
    reason: &str,
) -> Result<(), Stop> {
    corrections::release(book, ctx, correction, from, reason)?;
    let Some(id) = correction.corrects_entry_id else { return Ok(()) };
    let Some(corrected) = book.entry(id)? else { return Ok(()) };
    if corrected.status == EntryStatus::Posted && corrected.corrected_by_entry_id == Some(correction.id) {
        let corrected = Entry { corrected_by_entry_id: None, ..corrected.clone() };
        write(book, ctx, corrected);
    }
    Ok(())
}

/// Voiding a reversal lets its original be reversed or voided again; it is not reversed by itself a second time.
fn release_reversed(book: &mut Book, ctx: &Context, reversal: &Entry) -> Result<(), Stop> {
    let Some(id) = reversal.reverses_entry_id else { return Ok(()) };
    let Some(original) = book.entry(id)? else { return Ok(()) };
    let original = Entry { reversed_by_entry_id: None, auto_reverse_on: None, ..original.clone() };
    correct_again(book, ctx, &original, reversal.date)?;
    invoice_numbers::hold_entry(book, &original)?;
    write(book, ctx, original);
    Ok(())
}

/// If the reversal of a difference goes, the difference is in effect again, so the entry it corrects must still be as
/// it left it.
fn correct_again(book: &mut Book, ctx: &Context, difference: &Entry, from: Date) -> Result<(), Stop> {
    let Some(id) = difference.corrects_entry_id else { return Ok(()) };
    let Some(corrected) = book.entry(id)? else { return Ok(()) };
    if corrected.corrected_by_entry_id == Some(difference.id) {
        return Ok(());
    }
    voidable::require_reversible(book, corrected)?;
    let corrected = Entry { corrected_by_entry_id: Some(difference.id), ..corrected.clone() };
    write(book, ctx, corrected);
    corrections::settle(book, ctx, difference, from)
}

/// Writes a posted entry whose links have changed, as its next version.
pub(crate) fn write(book: &mut Book, ctx: &Context, entry: Entry) -> Entry {
    let version = entry.version + 1;
    let entry = Entry { version, updated_at: ctx.at, updated_by: ctx.actor.principal, ..entry };
    book.entries.put(entry.clone());
    entry
}

/// The scheduled reversal lies where nobody posts any more: that period opens again, or both stay.
fn offer_reopening(stop: Stop, reversal: &Entry, period: &Period) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    rejection.resolutions.clear();
    rejection.detail = format!(
        "its scheduled reversal {} must be voided with it, and period {} is closed: reopen the period, or leave both \
         entries, which cancel out",
        reversal.number.as_deref().unwrap_or_default(),
        period.name
    );
    rejection
        .with("reversedByEntryId", reversal.id.to_string())
        .offer(
            "reopen-period",
            format!("Reopen period {}", period.name),
            "POST",
            format!("/accounting/periods/{}/reopen", period.id),
        )
        .with_reason("Reopened to void a scheduled reversal")
        .into()
}

/// The mirror's header: same journal, date, period and texts; neither source nor external id nor other links.
pub(crate) fn mirror_of(original: &Entry, ctx: &Context, reason: &str) -> Entry {
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
        corrects_entry_id: None,
        corrected_by_entry_id: None,
        reason: None,
        prior_period_adjustment: false,
        auto_reverse_on: None,
        metadata: "{}".to_owned(),
        hash: None,
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        ..duties::without_approval(original.clone())
    }
}

/// The line with its sides swapped; amounts are copied, never recomputed.
pub(crate) fn swapped(line: Line) -> Line {
    Line { debit: line.credit, credit: line.debit, base_debit: line.base_credit, base_credit: line.base_debit, ..line }
}
