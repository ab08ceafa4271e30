//! A new entry as a caller writes it, and how it is written into the books: as a draft, or posted at once.

use std::collections::BTreeSet;

use crate::access::duties;
use crate::book::Book;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entries::header::{
    require_currency, require_free_external_id, require_later, require_named_period, require_rate_makes_sense,
};
use crate::ledger::entries::ready::post;
use crate::ledger::entries::rules::{as_named, blank, require_known_dimensions, totals};
use crate::ledger::invoice_numbers::{self, NumberUse};
use crate::ledger::journals;
use crate::rows::entry_drafts::{self, DraftLine};
use crate::rows::{Entry, EntryType};
use crate::value::id::{EntryId, JournalId, PeriodId};
use crate::value::{Date, IdOrCode, Rate, Sought};

/// A new entry.
#[derive(Clone, Debug)]
pub struct NewEntry {
    pub date: Date,
    pub document_date: Option<Date>,
    /// `None` takes the only active general one, else the only active one.
    pub journal: Option<IdOrCode<JournalId>>,
    /// An adjustment period; `None` takes the date's standard period.
    pub period: Option<Sought<PeriodId>>,
    /// The day on which it is reversed by itself, later than `date`.
    pub auto_reverse_on: Option<Date>,
    /// Whether it is posted at once.
    pub post: bool,
    pub entry_type: EntryType,
    pub description: String,
    pub reference: Option<String>,
    /// Whether the reference is the number of a supplier's invoice.
    pub number_use: NumberUse,
    pub source: String,
    pub external_id: Option<String>,
    /// What lines are in that name no currency; `None` is the base currency.
    pub currency: Option<String>,
    /// The rate of lines in that currency that name none; `None` takes the one in effect.
    pub exchange_rate: Option<Rate>,
    /// Defaults for lines by dimension, canonical JSON; empty for none.
    pub dimensions: String,
    pub lines: Vec<NewLine>,
    /// A JSON object in canonical text.
    pub metadata: String,
}

/// Those who prepared an entry before it is written, as rows store them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Preparers<'a> {
    pub prepared_by: &'a str,
    /// Those who answered for the service accounts among them.
    pub key_owners: &'a str,
}

impl NewEntry {
    /// Writes the entry; what kind of fact it is, and the fact itself, is the caller's.
    pub(crate) fn write(&self, book: &mut Book, ctx: &Context) -> Result<(EntryId, FactKind), Stop> {
        self.write_prepared(book, ctx, Preparers::default())
    }

    /// As [`Self::write`], of an entry that others prepared before.
    pub(crate) fn write_prepared(
        &self,
        book: &mut Book,
        ctx: &Context,
        before: Preparers<'_>,
    ) -> Result<(EntryId, FactKind), Stop> {
        let journal = journals::of_entry(book, self.journal.as_ref())?;
        let (mut entry, drafts) = self.drafted(book, ctx, journal.id)?;
        before.prepared_by.clone_into(&mut entry.prepared_by);
        before.key_owners.clone_into(&mut entry.key_owners);
        require_free_external_id(book, &self.source, self.external_id.as_deref(), None)?;
        let id = entry.id;
        if let Some(external_id) = &self.external_id {
            book.external_ids.set((self.source.clone(), external_id.clone()), Some(id));
        }
        let numbers = invoice_numbers::of_draft(book, &entry, &drafts)?;
        invoice_numbers::move_entry(book, &entry, &BTreeSet::new(), &numbers, self.number_use)?;
        if self.post {
            post(book, ctx, entry, &drafts).map_err(|stop| as_named(stop, &self.lines))?;
            return Ok((id, FactKind::EntryPosted));
        }
        entry.draft_lines = entry_drafts::encode_drafts(&drafts);
        duties::note_preparer(book, ctx, &mut entry)?;
        book.entries.put(entry);
        Ok((id, FactKind::EntryDrafted))
    }

    /// The entry as a draft that is not stored yet, with its lines resolved. Its external id may be taken.
    pub(crate) fn drafted(
        &self,
        book: &mut Book,
        ctx: &Context,
        journal_id: JournalId,
    ) -> Result<(Entry, Vec<DraftLine>), Stop> {
        let base = book.organization()?.base_currency;
        let named = require_named_period(book, self.period.as_ref())?;
        require_later(self.auto_reverse_on, self.date)?;
        let mut findings = Findings::default();
        findings.note(require_known_dimensions(book, &self.dimensions))?;
        let known = findings.note(require_currency(book, self.currency.as_deref()))?;
        let currency = known.unwrap_or(base);
        // Of a currency that is not known nothing more can be said.
        findings.note(require_rate_makes_sense(self.exchange_rate.filter(|_| known.is_some()), currency, base))?;
        let drafts = findings.note(draft::resolve(book, ctx, &self.lines, known))?.unwrap_or_default();
        findings.verdict()?;
        let mut entry = Entry {
            transaction_currency: currency,
            exchange_rate: self.exchange_rate.filter(|_| currency != base),
            document_date: self.document_date,
            period_id: named,
            entry_type: self.entry_type,
            description: self.description.clone(),
            reference: self.reference.clone(),
            source: self.source.clone(),
            external_id: self.external_id.clone(),
            line_count: i64::try_from(drafts.len()).unwrap_or(i64::MAX),
            dimensions: self.dimensions.clone(),
            auto_reverse_on: self.auto_reverse_on,
            metadata: self.metadata.clone(),
            ..blank(ctx, journal_id, self.date, base)
        };
        (entry.total_debit, entry.total_credit) = totals(&entry, &drafts)?;
        Ok((entry, drafts))
    }
}
