//! Changes a recurring entry: its future entries, and their days.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entries::header::{require_currency, require_rate_makes_sense};
use crate::ledger::entries::rules;
use crate::ledger::journals::require_journal;
use crate::ledger::recurring::{Schedule, permission_of, require_makes_sense, require_recurring};
use crate::ledger::spread;
use crate::rows::{
    EntryType, Occurrence, OccurrenceStatus, RecurringAmounts, RecurringEntry, RecurringOutcome, Reply, entry_drafts,
};
use crate::value::id::{JournalId, RecurringEntryId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, IdOrCode, Json, Patch, Rate, Sought};

/// Changes the fields of a recurring entry that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateRecurringEntry {
    /// The recurring entry.
    pub recurring: Sought<RecurringEntryId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub name: Option<String>,
    /// Replaces the days that are still due; a day after the last one that ran or was skipped is added.
    pub schedule: Option<Schedule>,
    pub outcome: Option<RecurringOutcome>,
    pub amounts: Option<RecurringAmounts>,
    pub is_active: Option<bool>,
    pub journal: Option<IdOrCode<JournalId>>,
    pub entry_type: Option<EntryType>,
    pub description: Option<String>,
    pub reference: Patch<String>,
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

impl Decide for UpdateRecurringEntry {
    const PERMISSION: Permission = Permission::RecurringEntriesManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Journals);
        if let Some(id) = self.recurring.id() {
            keys.push(Key::RecurringEntry(id));
            keys.push(Key::Occurrences(id));
        }
        for line in self.lines.iter().flatten() {
            line.hint(book, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_recurring(book, &self.recurring)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        self.apply(book, ctx, &mut after)?;
        self.require_accounts(book, &after)?;
        ctx.require(book, permission_of(after.outcome))?;
        let is_spread = [before.amounts, after.amounts].contains(&RecurringAmounts::Total);
        if is_spread && self.changes_shares() {
            spread::require_not_begun(book, &before)?;
        }
        let moved = self.move_days(book, before.id)?;
        if after.amounts == RecurringAmounts::Total && self.changes_shares() {
            let drafts = entry_drafts::decode_drafts(&after.draft_lines)
                .map_err(|bad| Stop::unreadable("recurring_entries", after.id, &bad))?;
            spread::require_spreadable(&drafts, book.occurrences(before.id)?.count())?;
        }
        if after == before && !moved {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        duties::note(book, ctx, &mut after.prepared_by, &mut after.key_owners)?;
        Ok(book.update(ctx, FactKind::RecurringEntryUpdated, after))
    }
}

impl UpdateRecurringEntry {
    /// Whether what a day takes of amounts that are spread may be another one then.
    fn changes_shares(&self) -> bool {
        self.schedule.is_some() || self.lines.is_some() || self.amounts.is_some() || self.currency.is_some()
    }

    fn apply(&self, book: &mut Book, ctx: &Context, after: &mut RecurringEntry) -> Result<(), Stop> {
        if let Some(text) = &self.journal {
            after.journal_id = require_journal(book, text)?.id;
        }
        if let Some(name) = &self.name {
            after.name.clone_from(name);
        }
        if let Some(description) = &self.description {
            after.description.clone_from(description);
        }
        if let Some(schedule) = &self.schedule {
            schedule.require_usable()?;
            after.rule.clone_from(&schedule.rule);
            after.start_date = schedule.start_date;
        }
        after.outcome = self.outcome.unwrap_or(after.outcome);
        after.amounts = self.amounts.unwrap_or(after.amounts);
        after.is_active = self.is_active.unwrap_or(after.is_active);
        after.entry_type = self.entry_type.unwrap_or(after.entry_type);
        self.reference.clone().apply(&mut after.reference);
        after.dimensions = self.dimensions.merged_into(&after.dimensions, "");
        after.metadata = self.metadata.merged_into(&after.metadata, "{}");
        rules::require_metadata_fits(&after.metadata)?;
        let mut findings = Findings::default();
        let currency = self.apply_currency(book, after, &mut findings)?;
        if let Some(lines) = &self.lines {
            let resolved = draft::resolve(book, ctx, lines, currency);
            if let Some(drafts) = findings.note(resolved)? {
                after.draft_lines = entry_drafts::encode_drafts(&drafts);
            }
        }
        findings.verdict()?;
        let is_other = self.lines.is_some() || self.outcome.is_some() || self.entry_type.is_some();
        let is_other = is_other || self.currency.is_some() || self.exchange_rate != Patch::Absent;
        if is_other || self.dimensions != Patch::Absent {
            let drafts = entry_drafts::decode_drafts(&after.draft_lines)
                .map_err(|bad| Stop::unreadable("recurring_entries", after.id, &bad))?;
            require_makes_sense(book, ctx, after, &drafts)?;
        }
        Ok(())
    }

    /// Accounts may be deleted once no day is due: days that come anew need them again.
    fn require_accounts(&self, book: &Book, after: &RecurringEntry) -> Result<(), Stop> {
        if self.schedule.is_none() {
            return Ok(());
        }
        for account in entry_drafts::accounts_of(&after.draft_lines) {
            if book.account(account)?.is_none() {
                let message = format!(
                    "the lines use the account {account}, which was deleted: also send the lines \
                     again"
                );
                return Err(Rejection::new(Code::UnknownReference, message).at("/lines").into());
            }
        }
        Ok(())
    }

    /// The currency that it has then; `None` where the one that is sent is not known.
    fn apply_currency(
        &self,
        book: &Book,
        after: &mut RecurringEntry,
        findings: &mut Findings,
    ) -> Result<Option<Currency>, Stop> {
        let base = book.organization()?.base_currency;
        if let Some(code) = &self.currency {
            let Some(currency) = findings.note(require_currency(book, Some(code)))? else {
                return Ok(None);
            };
            if currency != after.transaction_currency {
                // A rate belongs to its currency.
                after.exchange_rate = None;
            }
            after.transaction_currency = currency;
        }
        self.exchange_rate.clone().apply(&mut after.exchange_rate);
        let currency = after.transaction_currency;
        findings.note(require_rate_makes_sense(after.exchange_rate, currency, base))?;
        after.exchange_rate = after.exchange_rate.filter(|_| currency != base);
        Ok(Some(currency))
    }

    /// Keeps days that ran or were skipped; returns whether anything changed.
    fn move_days(&self, book: &mut Book, id: RecurringEntryId) -> Result<bool, Stop> {
        let Some(schedule) = &self.schedule else { return Ok(false) };
        let days: Vec<Occurrence> = book.occurrences(id)?.cloned().collect();
        let done = |day: &&Occurrence| day.status != OccurrenceStatus::Due;
        let last_done: Option<Date> = days.iter().filter(done).map(|day| day.date).max();
        let mut moved = false;
        for day in days.iter().filter(|day| day.status == OccurrenceStatus::Due) {
            if schedule.dates.binary_search(&day.date).is_err() {
                book.occurrences.set((id, day.date), None);
                moved = true;
            }
        }
        for date in &schedule.dates {
            let is_new = days.binary_search_by_key(date, |day| day.date).is_err();
            if is_new && last_done.is_none_or(|last| *date > last) {
                book.occurrences.put(Occurrence {
                    recurring_entry_id: id,
                    date: *date,
                    status: OccurrenceStatus::Due,
                    entry_id: None,
                    problem: None,
                });
                moved = true;
            }
        }
        Ok(moved)
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::recurring_entries::create::tests::rent;
    use crate::commands::recurring_entries::run::RunOccurrence;
    use crate::testing::{Stage, line};

    fn update(id: &str) -> UpdateRecurringEntry {
        UpdateRecurringEntry { recurring: Sought::of(id), ..Default::default() }
    }

    #[test]
    fn a_change_of_the_rule_keeps_what_ran_and_adds_no_day_before_it() {
        let mut stage = Stage::new();
        let id = stage.run(rent(&stage)).expect("created").subject;
        let run = RunOccurrence { recurring: Sought::of(&id), date: date(2010, 2, 28), is_scheduled: false };
        stage.run(run).expect("made");
        let schedule = Schedule {
            rule: "FREQ=MONTHLY;COUNT=4".to_owned(),
            start_date: date(2010, 1, 1),
            dates: vec![date(2010, 1, 1), date(2010, 2, 1), date(2010, 3, 1), date(2010, 4, 1)],
        };
        let change = UpdateRecurringEntry { schedule: Some(schedule), ..update(&id) };
        assert_eq!(stage.run(change.clone()).expect("updated").version, 2);
        let days: Vec<_> = stage.rows::<Occurrence>().into_iter().map(|day| (day.date, day.status)).collect();
        assert_eq!(
            days,
            [
                (date(2010, 2, 28), OccurrenceStatus::Made),
                (date(2010, 3, 1), OccurrenceStatus::Due),
                (date(2010, 4, 1), OccurrenceStatus::Due),
            ]
        );
        assert_eq!(stage.run(change).expect("the same again").facts, None);
    }

    #[test]
    fn lines_and_outcome_are_checked_together_and_bad_changes_leave_all_as_it_was() {
        let mut stage = Stage::new();
        let id = stage.run(rent(&stage)).expect("created").subject;
        let lopsided = Some(vec![line("5000", "1.00", "0")]);
        let change = UpdateRecurringEntry { lines: lopsided.clone(), ..update(&id) };
        assert_eq!(stage.run(change).expect_err("one line").code, Code::EntryIncomplete);
        let outcome = Some(RecurringOutcome::Draft);
        stage.run(UpdateRecurringEntry { lines: lopsided, outcome, ..update(&id) }).expect("a draft may");
        let post = UpdateRecurringEntry { outcome: Some(RecurringOutcome::Posted), ..update(&id) };
        assert_eq!(stage.run(post).expect_err("one line").code, Code::EntryIncomplete);
        let stale = UpdateRecurringEntry { if_match: Some(vec![1]), ..update(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        assert_eq!(stage.run(update("rec_x")).expect_err("unknown").code, Code::NotFound);
    }
}
