//! Reversing as a verb: the entry's lines with their sides swapped, on a later date, as ordinary turnover.
//!
//! A reversal is posted at once, or drafted and approved first. A draft names the entry that it is to reverse and is linked to it
//! when it is posted: of several drafts, the first one that is posted counts.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::closing::periods;
use crate::ledger::entries::{approval, voidable, voiding};
use crate::ledger::invoice_numbers;
use crate::ledger::matching::halves;
use crate::ledger::posting;
use crate::rows::entry_drafts::{self, DraftLine};
use crate::rows::{Entry, EntryStatus, EntryType, Line, MatchSource, Period, PeriodStatus, entries};
use crate::value::cell::IsoDate;
use crate::value::id::EntryId;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date};

/// The reversal of an entry that was found reversible, in a period that was found open.
pub(crate) struct Reversal<'a> {
    /// The entry to reverse.
    pub original: Entry,
    /// Not before the original's date.
    pub date: Date,
    /// The period of that date.
    pub period: &'a Period,
    /// Why.
    pub reason: &'a str,
    /// `None` names the original and the reason.
    pub description: Option<&'a str>,
    /// Whether the original's own period is closed, and this was not planned.
    pub prior_period_adjustment: bool,
}

impl Reversal<'_> {
    /// Posts the reversal asked for by somebody: a schedule is cancelled by it, and a correction undone. Answers
    /// reversal and original. The fact is the caller's.
    pub(crate) fn post(self, book: &mut Book, ctx: &Context) -> Result<(Entry, Entry), Stop> {
        voiding::release_corrected(book, ctx, &self.original, self.date, self.reason)?;
        self.post_linked(book, ctx, None)
    }

    /// Posts the reversal that the original itself asked for; the schedule stays, to tell it from others.
    pub(crate) fn post_scheduled(self, book: &mut Book, ctx: &Context) -> Result<(Entry, Entry), Stop> {
        let scheduled = self.original.auto_reverse_on;
        self.post_linked(book, ctx, scheduled)
    }

    fn post_linked(self, book: &mut Book, ctx: &Context, scheduled: Option<Date>) -> Result<(Entry, Entry), Stop> {
        let mut header = self.header(ctx);
        if let (Some(_), Some(poster)) = (scheduled, self.original.posted_by) {
            // Who posted an entry asked for the reversal that it schedules.
            duties::add(&mut header.prepared_by, poster);
        }
        let period = self.period;
        post_under(book, ctx, header, self.original, period, scheduled)
    }

    /// No policy wants an approval of this reversal, and the caller may take back the entry.
    pub(crate) fn require_posted_alone(&self, book: &Book, ctx: &Context) -> Result<(), Stop> {
        duties::require_other_voider(book, ctx, &self.original)?;
        require_unneeded(book, &self.original)
    }

    /// Stores the reversal as a draft with the lines that it is going to have. The fact is the caller's.
    pub(crate) fn draft(self, book: &mut Book, ctx: &Context) -> Result<Entry, Stop> {
        let base = book.organization()?.base_currency;
        let lines: Vec<DraftLine> =
            book.lines(&self.original)?.into_iter().map(|line| drafted(voiding::swapped(line), base)).collect();
        let mut draft = Entry {
            draft_lines: entry_drafts::encode_drafts(&lines),
            posted_at: None,
            posted_by: None,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
            ..self.header(ctx)
        };
        duties::note_preparer(book, ctx, &mut draft)?;
        book.entries.put(draft.clone());
        Ok(draft)
    }

    /// Same journal, currency and defaults; neither source nor external id nor other links.
    fn header(&self, ctx: &Context) -> Entry {
        let original = &self.original;
        let number = original.number.as_deref().unwrap_or_default();
        Entry {
            id: ctx.ids.next(),
            number: None,
            sequence: None,
            date: self.date,
            period_id: None,
            status: EntryStatus::Draft,
            entry_type: EntryType::Reversal,
            description: match self.description {
                Some(text) => text.to_owned(),
                None => format!("Reversal of {number}: {}", self.reason),
            },
            source: String::new(),
            external_id: None,
            reverses_entry_id: Some(original.id),
            corrects_entry_id: None,
            corrected_by_entry_id: None,
            reason: Some(self.reason.to_owned()),
            prior_period_adjustment: self.prior_period_adjustment,
            auto_reverse_on: None,
            metadata: "{}".to_owned(),
            hash: None,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            ..duties::without_approval(original.clone())
        }
    }
}

/// The entry can be reversed on this date: answers the period, and whether the entry's own one is closed.
pub(crate) fn require_ready(book: &Book, ctx: &Context, original: &Entry, date: Date) -> Result<(Period, bool), Stop> {
    if date < original.date {
        let message = format!(
            "a reversal cannot be dated before its entry, which is of {}: choose that day or a later one",
            IsoDate(original.date)
        );
        let rejection = Rejection::new(Code::DateBeforeEntry, message).at("/date");
        return Err(rejection.with("entryDate", original.date).into());
    }
    let period = periods::period_for(book, date, None)?;
    voidable::require_reversible(book, original)?;
    periods::require_open(book, ctx, &period, date)?;
    let own = periods::period_for(book, original.date, original.period_id)?;
    Ok((period, own.status == PeriodStatus::Closed))
}

/// No active policy asks for the approval of the reversal of this entry; where one does, a draft of it is the way.
pub(crate) fn require_unneeded(book: &Book, original: &Entry) -> Result<(), Stop> {
    let collection = format!("{}/reverse", entries::path(original));
    approval::require_unneeded_in(book, original, original.total_debit, &collection)
}

/// The entry that a draft reverses, if it is the draft of a reversal.
pub(crate) fn reversed_by_draft(book: &Book, draft: &Entry) -> Result<Option<Entry>, Stop> {
    let Some(id) = draft.reverses_entry_id else { return Ok(None) };
    Ok(Some(book.entry(id)?.ok_or_else(Rejection::not_found)?.clone()))
}

/// Posts the draft of a reversal, and returns reversal and original. The caller checks the approval and records the
/// fact; this checks that the poster may take back the original.
pub(crate) fn post_draft(
    book: &mut Book,
    ctx: &Context,
    draft: Entry,
    original: Entry,
) -> Result<(Entry, Entry), Stop> {
    let (period, prior_period_adjustment) = require_ready(book, ctx, &original, draft.date)?;
    duties::require_other_voider(book, ctx, &original)?;
    voiding::release_corrected(book, ctx, &original, draft.date, draft.reason.as_deref().unwrap_or_default())?;
    let header = Entry { status: EntryStatus::Draft, prior_period_adjustment, ..draft };
    post_under(book, ctx, header, original, &period, None)
}

/// A draft of a reversal stays as it was proposed: its lines are those of the original.
pub(crate) fn require_no_draft(entry: &Entry) -> Result<(), Stop> {
    let Some(original) = entry.reverses_entry_id else { return Ok(()) };
    let message = "the draft reverses an entry, so its lines cannot change: delete it, and draft another reversal";
    Err(Rejection::new(Code::EntrySystemGenerated, message)
        .with("reversesEntryId", original.to_string())
        .offer("delete", "Delete the draft", "DELETE", entries::path(entry))
        .into())
}

/// The keys that `post_draft` needs in addition to the draft itself.
pub(crate) fn hint_draft(book: &Book, draft: EntryId, keys: &mut Vec<Key>) {
    let Ok(Some(draft)) = book.entry(draft) else { return };
    let Some(original) = draft.reverses_entry_id else { return };
    crate::ledger::entries::reversing::hint_reversal(book, Some(original), |_| draft.date, keys);
    if let Ok(Some(original)) = book.entry(original) {
        duties::hint_voider(book, original, keys);
    }
}

/// Posts this header with the lines of the original, their sides swapped, and links both.
fn post_under(
    book: &mut Book,
    ctx: &Context,
    header: Entry,
    original: Entry,
    period: &Period,
    scheduled: Option<Date>,
) -> Result<(Entry, Entry), Stop> {
    invoice_numbers::release_entry(book, &original)?;
    let lines = book.lines(&original)?.into_iter().map(voiding::swapped).collect();
    let class = posting::class_of(EntryType::Reversal, period);
    let reversal = posting::Posting { entry: header, lines, class, voids: false }.post(book, ctx, period)?;
    halves::settle(book, ctx, MatchSource::Reversal, &original, &reversal)?;
    let original = Entry { reversed_by_entry_id: Some(reversal.id), auto_reverse_on: scheduled, ..original };
    let original = voiding::write(book, ctx, original);
    Ok((reversal, original))
}

/// A line as a draft shows it; the posted one is copied from the original.
fn drafted(line: Line, base: Currency) -> DraftLine {
    let in_base = line.base_debit.saturating_sub(line.base_credit);
    DraftLine {
        account_id: Some(line.account_id),
        debit: line.debit,
        credit: line.credit,
        currency: line.currency,
        exchange_rate: line.exchange_rate,
        base: (line.currency != base).then_some(if line.credit == 0 { in_base } else { -in_base }),
        description: line.description,
        party_id: line.party_id,
        due_date: line.due_date,
        dimensions: line.dimensions,
    }
}

/// The keys that posting the lines of an entry again, on the date that follows from it, certainly needs.
pub(crate) fn hint_reversal(book: &Book, entry: Option<EntryId>, date: impl Fn(&Entry) -> Date, keys: &mut Vec<Key>) {
    keys.extend([Key::Journals, Key::Periods]);
    let Some(id) = entry else { return };
    keys.push(Key::Entry(id));
    if let Ok(Some(entry)) = book.entry(id)
        && let Some(sequence) = entry.sequence
    {
        keys.push(Key::Lines(sequence));
        crate::ledger::matching::unmatched::hint(book, entry, keys);
        let accounts: Vec<_> = book.lines(entry).unwrap_or_default().iter().map(|line| line.account_id).collect();
        keys.extend(accounts.iter().copied().map(Key::Account));
        crate::ledger::entries::rules::hint_posting(
            book,
            Some(entry.journal_id),
            date(entry),
            accounts.into_iter(),
            keys,
        );
    }
}
