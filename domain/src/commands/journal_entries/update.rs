//! Edits a draft by merge: absent leaves, null clears, objects merge by key, lines replace.
//!
//! An edit of an entry that waits for approval ends its submission: an approval is valid only for the submitted
//! version.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entries::found::{require_draft, require_entry};
use crate::ledger::entries::header::{
    require_currency, require_free_external_id, require_later, require_named_period, require_rate_makes_sense,
};
use crate::ledger::entries::rules::{self, require_metadata_fits};
use crate::ledger::entries::{approval, reversing};
use crate::ledger::invoice_numbers::{self, NumberUse};
use crate::ledger::journals::require_journal;
use crate::rows::{Entry, EntryStatus, EntryType, Reply, entry_drafts};
use crate::value::id::{EntryId, JournalId, PeriodId};
use crate::value::permission::Permission;
use crate::value::{Currency, Date, IdOrCode, Json, Patch, Rate, Sought};

/// Changes the fields of a draft that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateEntry {
    /// The draft.
    pub entry: Sought<EntryId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub date: Option<Date>,
    pub document_date: Patch<Date>,
    pub journal: Option<IdOrCode<JournalId>>,
    /// An adjustment period; null takes the date's standard period again.
    pub period: Patch<Sought<PeriodId>>,
    /// The day on which it is reversed by itself, later than its date.
    pub auto_reverse_on: Patch<Date>,
    pub entry_type: Option<EntryType>,
    pub description: Option<String>,
    pub reference: Patch<String>,
    /// Whether the reference is the number of a supplier's invoice.
    pub number_use: NumberUse,
    pub source: Option<String>,
    pub external_id: Patch<String>,
    /// The currency of sent lines that name none; lines that stay keep theirs.
    pub currency: Option<String>,
    /// The rate of lines in that currency that name none.
    pub exchange_rate: Patch<Rate>,
    /// Defaults for lines: an object of texts, merged by key.
    pub dimensions: Patch<Json>,
    /// All lines anew.
    pub lines: Option<Vec<NewLine>>,
    /// An object, merged by key.
    pub metadata: Patch<Json>,
}

impl Decide for UpdateEntry {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods]);
        let id = self.entry.id();
        keys.extend(id.map(Key::Entry));
        for line in self.lines.iter().flatten() {
            line.hint(book, keys);
        }
        if let Patch::Set(dimensions) = &self.dimensions {
            crate::ledger::dimensions::lines::hint(book, &dimensions.to_string(), keys);
        }
        if let (Some(source), Some(external_id)) = (&self.source, self.external_id.value()) {
            keys.push(Key::EntryByExternal(source.clone(), external_id.clone()));
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_entry(book, &self.entry)?;
        version::require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut findings = Findings::default();
        self.apply_header(book, &mut after, &mut findings)?;
        let currency = self.apply_currency(book, &mut after, &mut findings)?;
        if let Some(lines) = &self.lines {
            let resolved = draft::resolve(book, ctx, lines, currency);
            if let Some(drafts) = findings.note(resolved)? {
                after.line_count = i64::try_from(drafts.len()).unwrap_or(i64::MAX);
                after.draft_lines = entry_drafts::encode_drafts(&drafts);
            }
        }
        if after.draft_lines != before.draft_lines || after.exchange_rate != before.exchange_rate {
            // Stored lines can be read; a damaged store is found by `verify`.
            let drafts = entry_drafts::decode_drafts(&after.draft_lines)
                .map_err(|bad| Stop::unreadable("entries", after.id, &bad))?;
            if let Some((debit, credit)) = findings.note(rules::totals(&after, &drafts))? {
                after.total_debit = debit;
                after.total_credit = credit;
            }
        }
        findings.verdict()?;

        if before.status != EntryStatus::PendingApproval {
            require_draft(&before)?;
        }
        if after != before {
            reversing::require_no_draft(&before)?;
        }
        move_external_id(book, &before, &after)?;
        self.move_numbers(book, &before, &after)?;
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        approval::end_submission(&mut after);
        duties::note_preparer(book, ctx, &mut after)?;
        Ok(book.update(ctx, FactKind::EntryEdited, after))
    }
}

impl UpdateEntry {
    /// Numbers of suppliers that are new to the draft must be free; those that it no longer has are.
    fn move_numbers(&self, book: &mut Book, before: &Entry, after: &Entry) -> Result<(), Stop> {
        let of = |book: &Book, entry: &Entry| {
            let drafts = entry_drafts::decode_drafts(&entry.draft_lines)
                .map_err(|bad| Stop::unreadable("entries", entry.id, &bad))?;
            invoice_numbers::of_draft(book, entry, &drafts)
        };
        let (old, new) = (of(book, before)?, of(book, after)?);
        invoice_numbers::move_entry(book, after, &old, &new, self.number_use)
    }

    fn apply_header(&self, book: &Book, entry: &mut Entry, findings: &mut Findings) -> Result<(), Stop> {
        if let Some(text) = &self.journal
            && let Some(journal) = findings.note(require_journal(book, text))?
        {
            entry.journal_id = journal.id;
        }
        match &self.period {
            Patch::Absent => {}
            Patch::Null => entry.period_id = None,
            Patch::Set(text) => {
                if let Some(named) = findings.note(require_named_period(book, Some(text)))? {
                    entry.period_id = named;
                }
            }
        }
        entry.date = self.date.unwrap_or(entry.date);
        self.auto_reverse_on.clone().apply(&mut entry.auto_reverse_on);
        findings.note(require_later(entry.auto_reverse_on, entry.date))?;
        self.document_date.clone().apply(&mut entry.document_date);
        entry.entry_type = self.entry_type.unwrap_or(entry.entry_type);
        self.reference.clone().apply(&mut entry.reference);
        self.external_id.clone().apply(&mut entry.external_id);
        if let Some(description) = &self.description {
            entry.description.clone_from(description);
        }
        if let Some(source) = &self.source {
            entry.source.clone_from(source);
        }
        entry.dimensions = self.dimensions.merged_into(&entry.dimensions, "");
        if self.dimensions != Patch::Absent {
            findings.note(rules::require_known_dimensions(book, &entry.dimensions))?;
        }
        entry.metadata = self.metadata.merged_into(&entry.metadata, "{}");
        findings.note(require_metadata_fits(&entry.metadata))?;
        Ok(())
    }

    /// The currency that it has then; `None` where the one that is sent is not known.
    fn apply_currency(
        &self,
        book: &Book,
        entry: &mut Entry,
        findings: &mut Findings,
    ) -> Result<Option<Currency>, Stop> {
        if let Some(code) = &self.currency {
            let Some(currency) = findings.note(require_currency(book, Some(code)))? else {
                return Ok(None);
            };
            if currency != entry.transaction_currency {
                // A rate belongs to its currency.
                entry.exchange_rate = None;
            }
            entry.transaction_currency = currency;
        }
        self.exchange_rate.clone().apply(&mut entry.exchange_rate);
        let (currency, base) = (entry.transaction_currency, entry.currency);
        findings.note(require_rate_makes_sense(entry.exchange_rate, currency, base))?;
        entry.exchange_rate = entry.exchange_rate.filter(|_| currency != base);
        Ok(Some(currency))
    }
}

/// The new external id must be free; the old one is given up.
fn move_external_id(book: &mut Book, before: &Entry, after: &Entry) -> Result<(), Stop> {
    let key = |entry: &Entry| entry.external_id.clone().map(|id| (entry.source.clone(), id));
    let (old, new) = (key(before), key(after));
    if old == new {
        return Ok(());
    }
    require_free_external_id(book, &after.source, after.external_id.as_deref(), Some(before.id))?;
    if let Some((source, external_id)) = old {
        book.entry_by_external(&source, &external_id)?;
        book.external_ids.set((source, external_id), None);
    }
    if let Some(new) = new {
        book.external_ids.set(new, Some(before.id));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::journal_entries::post::PostEntry;
    use crate::rows::FactRow;
    use crate::testing::{Stage, line};
    use crate::value::rejection::Code;

    fn draft(stage: &mut Stage) -> String {
        let mut sale = stage.sale("10.00", false);
        sale.reference = Some("INV-1".to_owned());
        sale.external_id = Some("X1".to_owned());
        sale.metadata = r#"{"a":1,"b":2}"#.to_owned();
        stage.run(sale).expect("draft").subject
    }

    fn edit(entry: &str) -> UpdateEntry {
        UpdateEntry { entry: Sought::of(entry), ..UpdateEntry::default() }
    }

    fn json(text: &str) -> Patch<Json> {
        Patch::Set(Json::parse(text).expect("json"))
    }

    #[test]
    fn only_the_fields_that_are_sent_change() {
        let mut stage = Stage::new();
        let id = draft(&mut stage);
        let before = stage.rows::<Entry>()[0].clone();
        let reply = stage
            .run(UpdateEntry {
                description: Some("another".to_owned()),
                reference: Patch::Null,
                metadata: json(r#"{"a":null,"c":3}"#),
                lines: Some(vec![line("1000", "7.50", "0")]),
                ..edit(&id)
            })
            .expect("edited");
        let after = stage.rows::<Entry>()[0].clone();
        assert_eq!((reply.version, after.version), (2, 2));
        assert_eq!((after.description.as_str(), after.reference.as_deref()), ("another", None));
        assert_eq!(after.metadata, r#"{"b":2,"c":3}"#);
        assert_eq!((after.total_debit, after.total_credit, after.line_count), (750, 0, 1));
        assert_eq!(
            (after.date, &after.external_id, after.journal_id),
            (before.date, &before.external_id, before.journal_id)
        );
    }

    #[test]
    fn a_body_that_changes_nothing_writes_nothing() {
        let mut stage = Stage::new();
        let id = draft(&mut stage);
        let (before, facts) = (stage.rows::<Entry>(), stage.rows::<FactRow>().len());
        let same = UpdateEntry {
            reference: Patch::Set("INV-1".to_owned()),
            lines: Some(vec![line("1000", "10", "0"), line("4000", "0", "10")]),
            metadata: json(r#"{"b":2}"#),
            ..edit(&id)
        };
        for command in [edit(&id), same] {
            let reply = stage.run(command).expect("no change");
            assert_eq!((reply.version, reply.facts), (1, None));
        }
        assert_eq!((stage.rows::<Entry>(), stage.rows::<FactRow>().len()), (before, facts));
    }

    #[test]
    fn all_faults_come_in_one_answer() {
        let mut stage = Stage::new();
        let id = draft(&mut stage);
        let rejection = stage
            .run(UpdateEntry {
                journal: Some(IdOrCode::Id(Sought::of("jnl_x"))),
                period: Patch::Set(Sought::of("per_x")),
                lines: Some(vec![line("1000", "1.001", "0"), line("9999", "0", "1")]),
                ..edit(&id)
            })
            .expect_err("refused");
        let pointers: Vec<&str> = rejection.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/journalId", "/periodId", "/lines/0/debit", "/lines/1/accountCode"]);
        assert_eq!(rejection.code, Code::UnknownReference);
    }

    #[test]
    fn unknown_entries_old_versions_and_posted_entries_are_refused() {
        let mut stage = Stage::new();
        let id = draft(&mut stage);
        assert_eq!(stage.run(edit("je_x")).expect_err("unknown").code, Code::NotFound);
        let stale = UpdateEntry { if_match: Some(vec![9]), ..edit(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(PostEntry { entry: Sought::of(&id), if_match: None }).expect("posted");
        let rejection = stage.run(edit(&id)).expect_err("posted");
        assert_eq!((rejection.code, rejection.resolutions[0].rel), (Code::EntryNotDraft, "void"));
    }

    #[test]
    fn an_external_id_moves_with_the_edit_and_the_old_one_is_free() {
        let mut stage = Stage::new();
        let first = draft(&mut stage);
        let mut other = stage.sale("1", false);
        other.external_id = Some("X2".to_owned());
        stage.run(other.clone()).expect("other");
        let taken = UpdateEntry { external_id: Patch::Set("X2".to_owned()), ..edit(&first) };
        assert_eq!(stage.run(taken).expect_err("taken").code, Code::DuplicateExternalId);
        stage.run(UpdateEntry { source: Some("shop".to_owned()), ..edit(&first) }).expect("moved");
        other.external_id = Some("X1".to_owned());
        stage.run(other).expect("X1 is free again");
        stage.run(UpdateEntry { external_id: Patch::Null, ..edit(&first) }).expect("cleared");
    }
}
