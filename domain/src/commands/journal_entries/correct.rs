//! Corrects a posted entry in one commit: the caller states its intended form.
//!
//! Where the entry's period is open, it is voided and the replacement posted. Where it is closed, the entry stays
//! posted, and the difference per account, currency, party and dimension set is posted in the first open period. A
//! difference is corrected by another one, against the replacement that it carries.

#[cfg(test)]
mod items;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::closing::periods;
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entries::found::require_entry;
use crate::ledger::entries::header::{require_free_external_id, require_later};
use crate::ledger::entries::new::NewEntry;
use crate::ledger::entries::ready::require_opens_a_year;
use crate::ledger::entries::{approval, difference, replacement, rules, voidable, voiding};
use crate::ledger::invoice_numbers::{self, Holder, NumberUse};
use crate::ledger::journals::require_journal;
use crate::ledger::matching::corrections;
use crate::ledger::posting;
use crate::rows::{Entry, EntryStatus, EntryType, Line, Period, Reply};
use crate::value::id::{AccountId, EntryId, JournalId, PartyId, PeriodId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, IdOrCode, Patch, Rate, Sought};

/// Corrects a posted entry.
#[derive(Clone, Debug)]
pub struct CorrectEntry {
    pub entry: Sought<EntryId>,
    /// Why, trimmed.
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    /// The intended form.
    pub replacement: NewReplacement,
}

/// The intended form of an entry. Fields that are `None` or absent among the first ones stay as they were.
#[derive(Clone, Debug, Default)]
pub struct NewReplacement {
    pub date: Option<Date>,
    pub journal: Option<IdOrCode<JournalId>>,
    pub entry_type: Option<EntryType>,
    pub source: Option<String>,
    pub external_id: Patch<String>,
    /// The currency of lines that name none.
    pub currency: Option<String>,
    /// The rate of lines in that currency that name none; the original's is kept with its currency.
    pub exchange_rate: Option<Rate>,
    /// Kept only while it is later than the date.
    pub auto_reverse_on: Patch<Date>,
    /// An adjustment period; `None` keeps the entry's own where the date stays.
    pub period: Option<Sought<PeriodId>>,
    pub document_date: Option<Date>,
    pub description: String,
    pub reference: Option<String>,
    /// Whether the reference is the number of a supplier's invoice.
    pub number_use: NumberUse,
    /// Defaults for lines, canonical JSON; empty for none.
    pub dimensions: String,
    pub lines: Vec<NewLine>,
    /// A JSON object in canonical text.
    pub metadata: String,
}

/// The replacement, checked, and not posted yet.
struct Wanted {
    entry: Entry,
    lines: Vec<Line>,
    period: Period,
}

impl Decide for CorrectEntry {
    const PERMISSION: Permission = Permission::JournalEntriesCorrect;

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        crate::ledger::entries::reversing::hint_reversal(
            book,
            self.entry.id(),
            |entry| self.replacement.date.unwrap_or(entry.date),
            keys,
        );
        keys.push(Key::ApprovalPolicies);
        for line in &self.replacement.lines {
            line.hint(book, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let original = require_entry(book, &self.entry)?;
        version::require_version(self.if_match.as_deref(), original.version)?;
        let wanted = self.wanted(book, ctx, &original).map_err(below_replacement)?;
        if original.corrected_by_entry_id.is_some() {
            let rejection = voidable::already_corrected(book, &original)?;
            let newest = voidable::newest(book, &original)?.id;
            let path = format!("/accounting/journal-entries/{newest}/correct");
            let rejection = rejection.offer("correct-newest", "Correct the latest correction", "POST", path);
            return Err(rejection.repeating(Vec::new()).into());
        }
        voidable::require_voidable(book, &original)?;
        duties::require_other_voider(book, ctx, &original)?;
        let Wanted { entry, lines, .. } = &wanted;
        let debit = lines.iter().fold(0, |sum: i64, line| sum.saturating_add(line.base_debit));
        approval::require_unneeded(book, entry, debit).map_err(|stop| self.by_drafts(&original, stop))?;
        require_free_external_id(book, &entry.source, entry.external_id.as_deref(), Some(original.id))
            .map_err(below_replacement)?;
        let period = periods::period_for(book, original.date, original.period_id)?;
        let is_difference = replacement::replaced_by(book, &original)?.is_some();
        if is_difference || !periods::is_open_to(book, ctx, &period)? {
            voidable::require_reversible(book, &original)?;
            return self.post_difference(book, ctx, original, &wanted);
        }
        self.post_instead(book, ctx, original, &period, wanted)
    }
}

impl CorrectEntry {
    /// Checks the replacement as posting would.
    fn wanted(&self, book: &mut Book, ctx: &Context, original: &Entry) -> Result<Wanted, Stop> {
        let new = self.as_new(original);
        let journal_id = match &self.replacement.journal {
            Some(text) => require_journal(book, text)?.id,
            None => original.journal_id,
        };
        let (mut entry, drafts) = new.drafted(book, ctx, journal_id)?;
        if entry.period_id.is_none() && entry.date == original.date {
            entry.period_id = original.period_id;
        }
        let period = periods::period_for(book, entry.date, entry.period_id)?;
        require_opens_a_year(book, &entry, &period)?;
        let lines = replacement::lines_in_effect(book, original)?;
        let kept: Vec<AccountId> = lines.iter().map(|line| line.account_id).collect();
        let lines = draft::postable(book, &drafts, &entry, &kept)
            .map_err(|stop| rules::as_named(stop, &self.replacement.lines))?;
        posting::require_balanced(book, &lines)?;
        Ok(Wanted { entry, lines, period })
    }

    /// The new entry that the replacement stands for.
    fn as_new(&self, original: &Entry) -> NewEntry {
        let wanted = &self.replacement;
        let date = wanted.date.unwrap_or(original.date);
        let own_currency = original.transaction_currency.code();
        let currency = wanted.currency.as_deref().unwrap_or(own_currency);
        let own_type = match original.entry_type {
            EntryType::Opening | EntryType::Adjusting => original.entry_type,
            EntryType::Standard
            | EntryType::Closing
            | EntryType::Void
            | EntryType::Reversal
            | EntryType::FxRevaluation
            | EntryType::FxRealised
            | EntryType::Stock
            | EntryType::Import => EntryType::Standard,
        };
        NewEntry {
            date,
            document_date: wanted.document_date,
            journal: None,
            period: wanted.period.clone(),
            auto_reverse_on: match wanted.auto_reverse_on {
                Patch::Absent => original.auto_reverse_on.filter(|day| *day > date),
                Patch::Null => None,
                Patch::Set(day) => Some(day),
            },
            post: true,
            entry_type: wanted.entry_type.unwrap_or(own_type),
            description: wanted.description.clone(),
            reference: wanted.reference.clone(),
            number_use: wanted.number_use,
            source: wanted.source.clone().unwrap_or_else(|| original.source.clone()),
            external_id: wanted.external_id.clone().over(original.external_id.clone()),
            currency: Some(currency.to_owned()),
            exchange_rate: wanted.exchange_rate.or(original.exchange_rate.filter(|_| currency == own_currency)),
            dimensions: wanted.dimensions.clone(),
            lines: wanted.lines.clone(),
            metadata: wanted.metadata.clone(),
        }
    }

    /// The period is open: the wrong entry is voided, with everything that depends on it, and the replacement posted.
    fn post_instead(
        &self,
        book: &mut Book,
        ctx: &Context,
        original: Entry,
        period: &Period,
        wanted: Wanted,
    ) -> Result<Reply, Stop> {
        if says_the_same(&original, &book.lines(&original)?, &wanted) {
            return Err(nothing_to_correct(
                "the replacement is the same as the entry: change something, or leave the \
                 entry as it is",
            )
            .into());
        }
        periods::require_open(book, ctx, &wanted.period, wanted.entry.date)?;
        let before = invoice_numbers::of_lines(book, &original, &book.lines(&original)?)?;
        let mut voided = voiding::void(book, ctx, original, period, &self.reason)?;
        let mut entry = wanted.entry;
        self.take_numbers(book, &entry, &wanted.lines, &before)?;
        if let Some(external_id) = &entry.external_id {
            book.external_ids.set((entry.source.clone(), external_id.clone()), Some(entry.id));
        }
        entry.corrects_entry_id = Some(voided.id);
        entry.reason = Some(self.reason.clone());
        voided.corrected_by_entry_id = Some(entry.id);
        book.entries.put(voided.clone());
        let class = posting::class_of(entry.entry_type, &wanted.period);
        let entry = posting::Posting { entry, lines: wanted.lines, class, voids: false };
        let entry = entry.post(book, ctx, &wanted.period)?;
        let recorded = book.record(ctx, FactKind::EntryCorrected, voided.id);
        Ok(Reply::new(entry.id, entry.version, recorded).with_related(voided.id))
    }

    /// The replacement takes over the numbers of suppliers that the original had; others must be free.
    fn take_numbers(
        &self,
        book: &mut Book,
        entry: &Entry,
        lines: &[Line],
        before: &BTreeSet<(PartyId, String)>,
    ) -> Result<(), Stop> {
        let numbers = invoice_numbers::of_lines(book, entry, lines)?;
        invoice_numbers::move_entry(book, entry, before, &numbers, self.replacement.number_use)
            .map_err(below_replacement)?;
        invoice_numbers::hold(book, Holder::Entry(entry.id), numbers);
        Ok(())
    }

    /// The period is closed, or only a difference was posted before: the difference from the state in effect is posted.
    fn post_difference(&self, book: &mut Book, ctx: &Context, original: Entry, wanted: &Wanted) -> Result<Reply, Stop> {
        let in_effect = replacement::lines_in_effect(book, &original)?;
        let lines = difference::between(&in_effect, &wanted.lines, |id| book.party_meant(id))?;
        if lines.is_empty() {
            let message = "no amount per account, currency, party or dimension changes: texts and dates in a closed \
                           period cannot be corrected";
            return Err(nothing_to_correct(message).into());
        }
        let own = periods::period_for(book, original.date, original.period_id)?;
        let Some(date) = periods::first_open_date(book, ctx, original.date)? else {
            return Err(periods::closed(book, ctx, &own, original.date)?.into());
        };
        let period = periods::period_for(book, date, None)?;
        let entry = self.difference_of(ctx, &original, &wanted.entry, date)?;
        let mut corrected = original;
        corrected.corrected_by_entry_id = Some(entry.id);
        let corrected = voiding::write(book, ctx, corrected);
        book.replacements.put(replacement::of(&entry, &wanted.entry, &wanted.lines));
        let class = posting::class_of(entry.entry_type, &period);
        let entry = posting::Posting { entry, lines, class, voids: false }.post(book, ctx, &period)?;
        corrections::settle(book, ctx, &entry, entry.date)?;
        let recorded = book.record(ctx, FactKind::EntryCorrected, corrected.id);
        Ok(Reply::new(entry.id, entry.version, recorded).with_related(corrected.id))
    }

    /// The header of the difference: in the original's journal, without source and external id, which stay with the
    /// original.
    fn difference_of(&self, ctx: &Context, original: &Entry, wanted: &Entry, date: Date) -> Result<Entry, Stop> {
        let auto_reverse_on = match self.replacement.auto_reverse_on {
            // A reversal that the original has still ahead, the difference has, too.
            Patch::Absent => wanted.auto_reverse_on.filter(|day| *day > date),
            Patch::Null | Patch::Set(_) => wanted.auto_reverse_on,
        };
        require_later(auto_reverse_on, date).map_err(below_replacement)?;
        let number = original.number.as_deref().unwrap_or_default();
        Ok(Entry {
            id: ctx.ids.next(),
            date,
            journal_id: original.journal_id,
            period_id: None,
            status: EntryStatus::Draft,
            entry_type: EntryType::Standard,
            description: format!("Correction of {number}: {}", self.reason),
            source: String::new(),
            external_id: None,
            corrects_entry_id: Some(original.id),
            reason: Some(self.reason.clone()),
            prior_period_adjustment: true,
            auto_reverse_on,
            metadata: "{}".to_owned(),
            ..wanted.clone()
        })
    }
}

fn nothing_to_correct(message: &str) -> Rejection {
    Rejection::new(Code::NothingToCorrect, message).at("/replacement")
}

/// Whether the replacement would leave all that a caller writes as it is.
fn says_the_same(original: &Entry, lines: &[Line], wanted: &Wanted) -> bool {
    let unnumbered = |lines: &[Line]| -> Vec<Line> {
        lines.iter().map(|line| Line { entry_sequence: 0, line_number: 0, ..line.clone() }).collect()
    };
    written(&wanted.entry) == written(original)
        && original.period_id == Some(wanted.period.id)
        && unnumbered(lines) == unnumbered(&wanted.lines)
}

/// The fields of a header that a caller writes, without its period.
fn written(entry: &Entry) -> impl PartialEq + '_ {
    let texts = (&entry.description, &entry.reference, &entry.source, &entry.external_id, &entry.metadata);
    (
        entry.journal_id,
        entry.date,
        entry.document_date,
        entry.entry_type,
        (entry.transaction_currency, entry.exchange_rate),
        &entry.dimensions,
        entry.auto_reverse_on,
        texts,
    )
}

impl CorrectEntry {
    /// A correction is posted at once, so it cannot wait for an approval: a reversal and a new entry can.
    fn by_drafts(&self, original: &Entry, stop: Stop) -> Stop {
        let Stop::Rejected(mut rejection) = stop else { return stop };
        rejection.resolutions.clear();
        let fields = vec![
            ("date", original.date.into()),
            ("reason", self.reason.clone().into()),
            ("status", "draft".to_owned().into()),
        ];
        let title = "Draft a reversal of it, and an entry as it should have been, and submit both";
        let path = format!("/accounting/journal-entries/{}/reverse", original.id);
        Stop::Rejected(Box::new(rejection.offer("reverse", title, "POST", path).body(fields)))
    }
}

/// Where a fault lies in the replacement, its pointer says so.
fn below_replacement(stop: Stop) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    for error in &mut rejection.errors {
        if !error.pointer.starts_with("/replacement") {
            error.pointer = format!("/replacement{}", error.pointer);
        }
    }
    Stop::Rejected(rejection)
}
