//! Creates a journal entry: a draft, or posted in the same call.

use super::dimensions::lines as dimension_lines;
use super::draft::{self, AccountRef, DraftLine, NewLine};
use super::{BalanceClass, Entry, EntryStatus, EntryType, Journal, Line, periods, posting};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::findings::Findings;
use crate::rejection::{Code, Rejection};
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::id::{EntryId, JournalId, PeriodId};
use crate::value::{Date, TypedId};

/// A new entry.
#[derive(Clone, Debug)]
pub struct CreateEntry {
    pub date: Date,
    pub document_date: Option<Date>,
    /// Wire id of the journal.
    pub journal: String,
    /// Wire id of an adjustment period; `None` takes the date's standard period.
    pub period: Option<String>,
    /// Whether it is posted at once.
    pub post: bool,
    pub entry_type: EntryType,
    pub description: String,
    pub reference: Option<String>,
    pub source: String,
    pub external_id: Option<String>,
    /// Defaults for lines by dimension, canonical JSON; empty for none.
    pub dimensions: String,
    pub lines: Vec<NewLine>,
    /// A JSON object in canonical text.
    pub metadata: String,
}

impl Decide for CreateEntry {
    fn permission(&self) -> Permission {
        if self.post { Permission::JournalEntriesPost } else { Permission::JournalEntriesDraft }
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods]);
        for line in &self.lines {
            line.hint(book, keys);
        }
        dimension_lines::hint(book, &self.dimensions, keys);
        if let Some(external_id) = &self.external_id {
            keys.push(Key::EntryByExternal(self.source.clone(), external_id.clone()));
        }
        if self.post {
            let accounts = self.lines.iter().filter_map(|line| line.known_account(book));
            hint_posting(book, &self.journal, self.date, accounts, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let base = book.organization()?.base_currency;
        let journal = require_journal(book, &self.journal)?;
        let named = require_named_period(book, self.period.as_deref())?;
        require_free_external_id(book, &self.source, self.external_id.as_deref(), None)?;
        let mut findings = Findings::default();
        findings.note(require_known_dimensions(book, &self.dimensions))?;
        let drafts = findings.note(draft::resolve(book, ctx, &self.lines))?.unwrap_or_default();
        findings.verdict()?;
        let (debit, credit) = totals(&drafts)?;
        let id: EntryId = ctx.ids.next();
        let entry = Entry {
            id,
            number: None,
            sequence: None,
            journal_id: journal.id,
            date: self.date,
            document_date: self.document_date,
            period_id: named,
            status: EntryStatus::Draft,
            entry_type: self.entry_type,
            description: self.description.clone(),
            reference: self.reference.clone(),
            source: self.source.clone(),
            external_id: self.external_id.clone(),
            currency: base,
            total_debit: debit,
            total_credit: credit,
            line_count: i64::try_from(drafts.len()).unwrap_or(i64::MAX),
            dimensions: self.dimensions.clone(),
            draft_lines: Vec::new(),
            reverses_entry_id: None,
            reversed_by_entry_id: None,
            voids_entry_id: None,
            voided_by_entry_id: None,
            void_reason: None,
            voided_at: None,
            voided_by: None,
            owner_type: None,
            owner_id: None,
            posted_at: None,
            posted_by: None,
            metadata: self.metadata.clone(),
            hash: None,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        };
        if let Some(external_id) = &self.external_id {
            book.external_ids.set((self.source.clone(), external_id.clone()), Some(id));
        }
        let kind = if self.post {
            post(book, ctx, entry, &drafts).map_err(|stop| as_named(stop, &self.lines))?;
            FactKind::EntryPosted
        } else {
            let mut entry = entry;
            entry.draft_lines = draft::encode_drafts(&drafts);
            book.entries.put(entry);
            FactKind::EntryDrafted
        };
        let recorded = book.record(ctx, kind, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

/// Points at the code where the caller named the account by its code: a stored line knows the id alone.
fn as_named(stop: Stop, lines: &[NewLine]) -> Stop {
    let Stop::Rejected(mut rejection) = stop else { return stop };
    for error in &mut rejection.errors {
        let index = error.pointer.strip_prefix("/lines/").and_then(|rest| rest.strip_suffix("/accountId"));
        let line = index.and_then(|index| lines.get(index.parse::<usize>().ok()?));
        if line.is_some_and(|line| matches!(line.account, Some(AccountRef::Code(_)))) {
            error.pointer = error.pointer.replace("/accountId", "/accountCode");
        }
    }
    Stop::Rejected(rejection)
}

/// Posts a checked draft: period, lines, number, balances.
pub(super) fn post(book: &mut Book, ctx: &Context, entry: Entry, drafts: &[DraftLine]) -> Result<Entry, Stop> {
    let period = periods::period_for(book, entry.date, entry.period_id)?;
    let lines: Vec<Line> = draft::postable(book, drafts, &entry)?;
    periods::require_open(book, ctx, &period, entry.date)?;
    let class = posting::class_of(entry.entry_type, &period);
    posting::Posting { entry, lines, class, voids: false }.post(book, ctx, &period)
}

/// The balance rows and the series that posting will touch.
pub(super) fn hint_posting(
    book: &Book,
    journal: &str,
    date: Date,
    accounts: impl Iterator<Item = crate::value::id::AccountId>,
    keys: &mut Vec<Key>,
) {
    let Ok(organization) = book.organization() else { return };
    let base = organization.base_currency;
    keys.extend(accounts.map(|account| Key::Balance(account, date, base, BalanceClass::Normal)));
    let found = JournalId::parse(journal).map(|id| book.journal(id));
    if let Some(Ok(Some(journal))) = found {
        keys.push(Key::Series(journal.id, posting::bucket(journal.reset_per, date)));
    }
}

/// The journal exists and is active.
pub(super) fn require_journal(book: &Book, text: &str) -> Result<Journal, Stop> {
    let unknown = || {
        let message = format!("no journal has the id {text}");
        Rejection::new(Code::UnknownReference, message).at("/journalId").offer(
            "journals",
            "See the journals there are",
            "GET",
            "/accounting/journals",
        )
    };
    let id = JournalId::parse(text).ok_or_else(unknown)?;
    let journal = book.journal(id)?.ok_or_else(unknown)?;
    if !journal.is_active {
        let message = format!("journal {} is inactive: reactivate it or choose another", journal.code);
        return Err(Rejection::new(Code::JournalNotUsable, message).at("/journalId").into());
    }
    Ok(journal.clone())
}

/// The adjustment period that the caller names.
pub(super) fn require_named_period(book: &Book, text: Option<&str>) -> Result<Option<PeriodId>, Stop> {
    let Some(text) = text else { return Ok(None) };
    let found = match PeriodId::parse(text) {
        Some(id) => book.period(id)?.map(|period| period.id),
        None => None,
    };
    let unknown = || Rejection::new(Code::UnknownReference, format!("no period has the id {text}")).at("/periodId");
    found.ok_or_else(|| unknown().into()).map(Some)
}

/// Every dimension and value that the entry gives its lines exists.
pub(super) fn require_known_dimensions(book: &Book, text: &str) -> Result<(), Stop> {
    let mut faults = Vec::new();
    dimension_lines::require_known(book, text, "/dimensions", &mut faults)?;
    Rejection::of_errors(faults).map_or(Ok(()), |rejection| Err(rejection.into()))
}

/// No living entry has this external id yet, but for the one that is edited.
pub(super) fn require_free_external_id(
    book: &Book,
    source: &str,
    external_id: Option<&str>,
    edited: Option<EntryId>,
) -> Result<(), Stop> {
    let Some(external_id) = external_id else { return Ok(()) };
    match book.entry_by_external(source, external_id)? {
        Some(other) if Some(other) != edited => {
            let message = format!("another entry has the external id {external_id}: it was booked already");
            Err(Rejection::new(Code::DuplicateExternalId, message)
                .at("/externalId")
                .with("id", other.to_string())
                .offer(
                    "existing",
                    "Look at the entry that has it",
                    "GET",
                    format!("/accounting/journal-entries/{other}"),
                )
                .into())
        }
        _ => Ok(()),
    }
}

/// Both sums of a draft so far.
pub(super) fn totals(drafts: &[DraftLine]) -> Result<(i64, i64), Stop> {
    let sum = |side: fn(&DraftLine) -> i64| {
        i64::try_from(drafts.iter().map(|line| i128::from(side(line))).sum::<i128>()).map_err(|_| {
            Rejection::new(Code::AmountOutOfRange, "the sum of the lines leaves the range of amounts").at("/lines")
        })
    };
    Ok((sum(|line| line.debit)?, sum(|line| line.credit)?))
}
