//! Reversing as a verb: the entry's lines with their sides swapped, on a later date, as ordinary turnover.

use super::matching::{self, MatchSource};
use super::{Entry, EntryStatus, EntryType, Period, duties, posting, voiding};
use crate::book::Book;
use crate::context::Context;
use crate::stop::Stop;
use crate::value::Date;

/// The reversal of an entry that was found reversible, in a period that was found open.
pub(super) struct Reversal<'a> {
    /// What is reversed.
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
    pub(super) fn post(self, book: &mut Book, ctx: &Context) -> Result<(Entry, Entry), Stop> {
        voiding::release_corrected(book, ctx, &self.original)?;
        self.post_linked(book, ctx, None)
    }

    /// Posts the reversal that the original itself asked for; the schedule stays, to tell it from others.
    pub(super) fn post_scheduled(self, book: &mut Book, ctx: &Context) -> Result<(Entry, Entry), Stop> {
        let scheduled = self.original.auto_reverse_on;
        self.post_linked(book, ctx, scheduled)
    }

    fn post_linked(self, book: &mut Book, ctx: &Context, scheduled: Option<Date>) -> Result<(Entry, Entry), Stop> {
        let header = self.header(ctx);
        let lines = book.lines(&self.original)?.into_iter().map(voiding::swapped).collect();
        let class = posting::class_of(EntryType::Reversal, self.period);
        let reversal = posting::Posting { entry: header, lines, class, voids: false }.post(book, ctx, self.period)?;
        matching::halves::settle(book, ctx, MatchSource::Reversal, &self.original, &reversal)?;
        let original = Entry { reversed_by_entry_id: Some(reversal.id), auto_reverse_on: scheduled, ..self.original };
        let original = voiding::write(book, ctx, original);
        Ok((reversal, original))
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
