//! Creates a journal entry: a draft, or posted in the same call.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::closing::periods;
use crate::ledger::dimensions::lines;
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entries::rules::{as_named, blank, hint_posting, require_known_dimensions, totals};
use crate::ledger::entries::{approval, conversion};
use crate::ledger::{currencies, posting};
use crate::rows::entry_drafts::{self, DraftLine};
use crate::rows::{Entry, EntryType, Journal, Line, Period, Reply};
use crate::value::cell::IsoDate;
use crate::value::id::{EntryId, JournalId, PeriodId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, Rate, Sought};

/// A new entry.
#[derive(Clone, Debug)]
pub struct CreateEntry {
    pub date: Date,
    pub document_date: Option<Date>,
    pub journal: Sought<JournalId>,
    /// An adjustment period; `None` takes the date's standard period.
    pub period: Option<Sought<PeriodId>>,
    /// The day on which it is reversed by itself, later than `date`.
    pub auto_reverse_on: Option<Date>,
    /// Whether it is posted at once.
    pub post: bool,
    pub entry_type: EntryType,
    pub description: String,
    pub reference: Option<String>,
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

impl Decide for CreateEntry {
    fn permission(&self) -> Permission {
        if self.post { Permission::JournalEntriesPost } else { Permission::JournalEntriesDraft }
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears]);
        for line in &self.lines {
            line.hint(book, keys);
            conversion::hint(book, line.currency.as_deref().or(self.currency.as_deref()), self.date, keys);
        }
        lines::hint(book, &self.dimensions, keys);
        if let Some(external_id) = &self.external_id {
            keys.push(Key::EntryByExternal(self.source.clone(), external_id.clone()));
        }
        if self.post {
            keys.push(Key::ApprovalPolicies);
            let accounts = self.lines.iter().filter_map(|line| line.known_account(book));
            hint_posting(book, self.journal.id(), self.date, accounts, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let (id, kind) = self.write(book, ctx)?;
        let recorded = book.record(ctx, kind, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

impl CreateEntry {
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
        let journal = require_journal(book, &self.journal)?;
        let (mut entry, drafts) = self.drafted(book, ctx, journal.id)?;
        before.prepared_by.clone_into(&mut entry.prepared_by);
        before.key_owners.clone_into(&mut entry.key_owners);
        require_free_external_id(book, &self.source, self.external_id.as_deref(), None)?;
        let id = entry.id;
        if let Some(external_id) = &self.external_id {
            book.external_ids.set((self.source.clone(), external_id.clone()), Some(id));
        }
        if self.post {
            post(book, ctx, entry, &drafts).map_err(|stop| as_named(stop, &self.lines))?;
            return Ok((id, FactKind::EntryPosted));
        }
        entry.draft_lines = entry_drafts::encode_drafts(&drafts);
        duties::note_preparer(book, ctx, &mut entry)?;
        book.entries.put(entry);
        Ok((id, FactKind::EntryDrafted))
    }
}

impl CreateEntry {
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

/// Posts a checked draft that needs no approval: period, lines, number, balances.
pub(super) fn post(book: &mut Book, ctx: &Context, entry: Entry, drafts: &[DraftLine]) -> Result<Entry, Stop> {
    let (posting, period) = ready(book, ctx, entry, drafts)?;
    let debit = posting.lines.iter().fold(0, |sum: i64, line| sum.saturating_add(line.base_debit));
    approval::require_unneeded(book, &posting.entry, debit)?;
    posting.post(book, ctx, &period)
}

/// Checks all that posting asks of a draft, and writes nothing.
pub(super) fn ready(
    book: &Book,
    ctx: &Context,
    entry: Entry,
    drafts: &[DraftLine],
) -> Result<(posting::Posting, Period), Stop> {
    let period = periods::period_for(book, entry.date, entry.period_id)?;
    let lines: Vec<Line> = draft::postable(book, drafts, &entry, &[])?;
    posting::require_balanced(book, &lines)?;
    periods::require_open(book, ctx, &period, entry.date)?;
    let class = posting::class_of(entry.entry_type, &period);
    Ok((posting::Posting { entry, lines, class, voids: false }, period))
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

/// A reversal of itself is scheduled for a later day than the entry's own.
pub(super) fn require_later(auto_reverse_on: Option<Date>, date: Date) -> Result<(), Stop> {
    match auto_reverse_on {
        Some(day) if day <= date => {
            let message = format!(
                "an entry of {} cannot be reversed on {}: choose a later day, or leave it out",
                IsoDate(date),
                IsoDate(day)
            );
            Err(Rejection::new(Code::DateBeforeEntry, message).at("/autoReverseOn").with("entryDate", date).into())
        }
        _ => Ok(()),
    }
}

/// The adjustment period that the caller names.
pub(super) fn require_named_period(book: &Book, sought: Option<&Sought<PeriodId>>) -> Result<Option<PeriodId>, Stop> {
    let Some(sought) = sought else { return Ok(None) };
    let found = sought.find(|id| book.period(id))?.map(|period| period.id);
    let unknown =
        || Rejection::new(Code::UnknownReference, format!("there is no period with the id {sought}")).at("/periodId");
    found.ok_or_else(|| unknown().into()).map(Some)
}

/// The currency that the entry gives its lines; the base currency where it names none.
pub(crate) fn require_currency(book: &Book, code: Option<&str>) -> Result<Currency, Stop> {
    let base = book.organization()?.base_currency;
    let Some(code) = code else { return Ok(base) };
    let found = currencies::named(book, code, "/currency")?;
    found.map_err(|fault| Rejection::new(fault.code, fault.message).at(fault.pointer).into())
}

/// A rate leads from another currency to the base currency.
pub(crate) fn require_rate_makes_sense(rate: Option<Rate>, currency: Currency, base: Currency) -> Result<(), Stop> {
    if rate.is_none() || currency != base || rate == Rate::parse("1").ok() {
        return Ok(());
    }
    let message = format!(
        "the entry is in base currency {base}, so its rate is 1: leave it out, or choose another \
         currency"
    );
    Err(Rejection::new(Code::ConversionConflict, message).at("/exchangeRate").into())
}

/// No living entry has this external id yet, but for the one that is edited or replaced.
pub(super) fn require_free_external_id(
    book: &Book,
    source: &str,
    external_id: Option<&str>,
    edited: Option<EntryId>,
) -> Result<(), Stop> {
    let Some(external_id) = external_id else { return Ok(()) };
    match book.entry_by_external(source, external_id)? {
        Some(other) if Some(other) != edited => {
            let message = format!(
                "there is already an entry with the external id {external_id}: use that entry, or \
                 another external id"
            );
            Err(Rejection::new(Code::DuplicateExternalId, message)
                .at("/externalId")
                .with("id", other.to_string())
                .offer("existing", "See the entry that has it", "GET", format!("/accounting/journal-entries/{other}"))
                .into())
        }
        _ => Ok(()),
    }
}
