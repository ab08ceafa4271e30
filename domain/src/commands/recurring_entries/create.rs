//! Creates a recurring entry with all its days.

use crate::access::duties;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::entries::draft::{self, NewLine};
use crate::ledger::entries::header::{require_currency, require_rate_makes_sense};
use crate::ledger::entries::{conversion, rules};
use crate::ledger::journals;
use crate::ledger::recurring::{Schedule, permission_of, require_makes_sense};
use crate::ledger::spread;
use crate::rows::{
    EntryType, Occurrence, OccurrenceStatus, RecurringAmounts, RecurringEntry, RecurringOutcome, Reply, entry_drafts,
};
use crate::value::id::{JournalId, RecurringEntryId};
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{IdOrCode, Rate, limits};

/// A new recurring entry.
#[derive(Clone, Debug)]
pub struct CreateRecurringEntry {
    pub name: String,
    pub schedule: Schedule,
    pub outcome: RecurringOutcome,
    pub amounts: RecurringAmounts,
    /// `None` takes the only active general one, else the only active one.
    pub journal: Option<IdOrCode<JournalId>>,
    pub entry_type: EntryType,
    pub description: String,
    pub reference: Option<String>,
    /// The currency of lines that name none; `None` is the base currency.
    pub currency: Option<String>,
    /// The rate of lines in that currency that name none; `None` takes the one in effect on each day.
    pub exchange_rate: Option<Rate>,
    /// Defaults for lines, canonical JSON; empty for none.
    pub dimensions: String,
    pub lines: Vec<NewLine>,
    /// A JSON object in canonical text.
    pub metadata: String,
}

impl Decide for CreateRecurringEntry {
    const PERMISSION: Permission = Permission::RecurringEntriesManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::RecurringEntriesCount]);
        for line in &self.lines {
            line.hint(book, keys);
            let currency = line.currency.as_deref().or(self.currency.as_deref());
            conversion::hint(book, currency, self.schedule.start_date, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let base = book.organization()?.base_currency;
        ctx.require(book, permission_of(self.outcome))?;
        self.schedule.require_usable()?;
        let journal = journals::of_entry(book, self.journal.as_ref())?;
        rules::require_metadata_fits(&self.metadata)?;
        let mut findings = Findings::default();
        let known = findings.note(require_currency(book, self.currency.as_deref()))?;
        let currency = known.unwrap_or(base);
        // Of a currency that is not known nothing more can be said.
        findings.note(require_rate_makes_sense(self.exchange_rate.filter(|_| known.is_some()), currency, base))?;
        let drafts = findings.note(draft::resolve(book, ctx, &self.lines, known))?.unwrap_or_default();
        findings.verdict()?;
        let id: RecurringEntryId = ctx.ids.next();
        let mut recurring = RecurringEntry {
            id,
            name: self.name.clone(),
            rule: self.schedule.rule.clone(),
            start_date: self.schedule.start_date,
            outcome: self.outcome,
            amounts: self.amounts,
            is_active: true,
            journal_id: journal.id,
            entry_type: self.entry_type,
            description: self.description.clone(),
            reference: self.reference.clone(),
            transaction_currency: currency,
            exchange_rate: self.exchange_rate.filter(|_| currency != base),
            dimensions: self.dimensions.clone(),
            draft_lines: entry_drafts::encode_drafts(&drafts),
            metadata: self.metadata.clone(),
            prepared_by: String::new(),
            key_owners: String::new(),
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        };
        duties::note(book, ctx, &mut recurring.prepared_by, &mut recurring.key_owners)?;
        require_makes_sense(book, ctx, &recurring, &drafts)?;
        if self.amounts == RecurringAmounts::Total {
            spread::require_spreadable(&drafts, self.schedule.dates.len())?;
        }
        if usize::try_from(book.recurring_entries_count()?).unwrap_or(usize::MAX) >= limits::RECURRING_ENTRIES {
            let message =
                format!("an organization has at most {} recurring entries: delete one", limits::RECURRING_ENTRIES);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        book.recurring_entries.put(recurring);
        for date in &self.schedule.dates {
            book.occurrences.put(Occurrence {
                recurring_entry_id: id,
                date: *date,
                status: OccurrenceStatus::Due,
                entry_id: None,
                problem: None,
            });
        }
        let recorded = book.record(ctx, FactKind::RecurringEntryCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::testing::{Stage, line};

    /// Rent on the last days of January, February and March 2010.
    pub fn rent(stage: &Stage) -> CreateRecurringEntry {
        CreateRecurringEntry {
            name: "Rent".to_owned(),
            schedule: Schedule {
                rule: "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3".to_owned(),
                start_date: date(2010, 1, 31),
                dates: vec![date(2010, 1, 31), date(2010, 2, 28), date(2010, 3, 31)],
            },
            outcome: RecurringOutcome::Posted,
            amounts: RecurringAmounts::Each,
            journal: Some(IdOrCode::Id(crate::value::Sought::of(&stage.journal))),
            entry_type: EntryType::Standard,
            description: "Rent {year}-{month}".to_owned(),
            reference: None,
            currency: None,
            exchange_rate: None,
            dimensions: String::new(),
            lines: vec![line("5000", "100.00", "0"), line("1000", "0", "100.00")],
            metadata: "{}".to_owned(),
        }
    }

    #[test]
    fn all_days_of_the_rule_are_kept_as_due() {
        let mut stage = Stage::new();
        let reply = stage.run(rent(&stage)).expect("created");
        assert_eq!((reply.version, stage.rows::<RecurringEntry>().len()), (1, 1));
        let days = stage.rows::<Occurrence>();
        assert_eq!(days.len(), 3);
        assert!(days.iter().all(|day| day.status == OccurrenceStatus::Due && day.entry_id.is_none()));
    }

    #[test]
    fn what_could_not_be_posted_is_refused_at_once_and_as_a_draft_it_may_be_incomplete() {
        let mut stage = Stage::new();
        let mut lopsided = rent(&stage);
        lopsided.lines = vec![line("5000", "100.00", "0"), line("1000", "0", "99.00")];
        assert_eq!(stage.run(lopsided.clone()).expect_err("unbalanced").code, Code::EntryUnbalanced);
        lopsided.outcome = RecurringOutcome::Draft;
        stage.run(lopsided).expect("a draft may wait for its amount");
        let mut unknown = rent(&stage);
        unknown.lines[0] = line("9999", "1", "0");
        assert_eq!(stage.run(unknown).expect_err("unknown account").code, Code::UnknownReference);
    }

    #[test]
    fn a_schedule_has_1_to_1000_days_in_order() {
        let mut stage = Stage::new();
        let with = |stage: &Stage, dates: Vec<crate::value::Date>| {
            let mut new = rent(stage);
            new.schedule.dates = dates;
            new
        };
        let many = |count: usize| date(2010, 1, 1).series(jiff::Span::new().days(1)).take(count).collect::<Vec<_>>();
        for refused in [vec![], many(1_001), vec![date(2010, 1, 2), date(2010, 1, 2)]] {
            let command = with(&stage, refused);
            assert_eq!(stage.run(command).expect_err("refused").code, Code::LimitReached);
        }
        let command = with(&stage, many(1_000));
        stage.run(command).expect("1000 days");
    }
}
