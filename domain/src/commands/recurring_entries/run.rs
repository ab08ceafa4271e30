//! Makes the entry of one day: exactly once, because the day's row states its outcome.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::entries::new::{NewEntry, Preparers};
use crate::ledger::invoice_numbers::NumberUse;
use crate::ledger::recurring::{hint_days, line_on, permission_of, require_due, require_recurring, text_on};
use crate::ledger::spread;
use crate::rows::{
    Occurrence, OccurrenceStatus, RecurringAmounts, RecurringEntry, RecurringOutcome, Reply, entry_drafts,
};
use crate::value::id::RecurringEntryId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Currency, Date, Sought};

/// The namespace of the external ids of entries that recurring entries make.
pub const SOURCE: &str = "recurring";

/// Makes the entry of one day of a recurring entry.
#[derive(Clone, Debug)]
pub struct RunOccurrence {
    /// The recurring entry.
    pub recurring: Sought<RecurringEntryId>,
    /// One of its days.
    pub date: Date,
    /// Whether it runs by itself: then a paused one does not.
    pub is_scheduled: bool,
}

impl Decide for RunOccurrence {
    const PERMISSION: Permission = Permission::RecurringEntriesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears, Key::ApprovalPolicies]);
        hint_days(&self.recurring, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let recurring = require_recurring(book, &self.recurring)?;
        ctx.require(book, permission_of(recurring.outcome))?;
        let due = require_due(book, &recurring, self.date)?;
        if self.is_scheduled && !recurring.is_active {
            let message = format!("{} is paused: activate it, or run the day manually", recurring.name);
            return Err(Rejection::new(Code::OccurrenceNotDue, message).into());
        }
        let base = book.organization()?.base_currency;
        // The author of the template prepared its entries, whoever or whatever runs it.
        let before = Preparers { prepared_by: &recurring.prepared_by, key_owners: &recurring.key_owners };
        let share = match recurring.amounts {
            RecurringAmounts::Each => None,
            RecurringAmounts::Total => Some(spread::place_of(book, &recurring, self.date)?),
        };
        let (id, kind) = entry_on(&recurring, self.date, base, share)?.write_prepared(book, ctx, before)?;
        book.occurrences.put(Occurrence { status: OccurrenceStatus::Made, entry_id: Some(id), problem: None, ..due });
        let recorded = book.record(ctx, kind, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

/// The entry of one day; `share` is its place among the days over which the amounts are spread, and their number.
fn entry_on(
    recurring: &RecurringEntry,
    date: Date,
    base: Currency,
    share: Option<(usize, usize)>,
) -> Result<NewEntry, Stop> {
    let drafts = entry_drafts::decode_drafts(&recurring.draft_lines)
        .map_err(|bad| Stop::unreadable("recurring_entries", recurring.id, &bad))?;
    let drafts = match share {
        Some((place, days)) => spread::shares(&drafts, place, days),
        None => drafts,
    };
    let lines =
        drafts.into_iter().map(|line| line_on(recurring, line, date, base)).collect::<Result<Vec<_>, Stop>>()?;
    Ok(NewEntry {
        date,
        document_date: None,
        journal: Some(recurring.journal_id.into()),
        period: None,
        auto_reverse_on: None,
        post: recurring.outcome == RecurringOutcome::Posted,
        entry_type: recurring.entry_type,
        description: text_on(&recurring.description, date),
        reference: recurring.reference.as_deref().map(|text| text_on(text, date)),
        number_use: NumberUse::NotOne,
        source: SOURCE.to_owned(),
        // One living entry per day, whatever happens to the day's row.
        external_id: Some(format!("{}/{}", recurring.id, crate::value::cell::IsoDate(date))),
        currency: Some(recurring.transaction_currency.code().to_owned()),
        exchange_rate: recurring.exchange_rate,
        dimensions: recurring.dimensions.clone(),
        lines,
        metadata: recurring.metadata.clone(),
    })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::recurring_entries::create::tests::rent;
    use crate::commands::recurring_entries::update::UpdateRecurringEntry;
    use crate::rows::{Entry, EntryStatus, Line, Period, PeriodStatus};
    use crate::testing::Stage;

    fn run(recurring: &str, date: Date) -> RunOccurrence {
        RunOccurrence { recurring: Sought::of(recurring), date, is_scheduled: true }
    }

    #[test]
    fn a_day_makes_its_entry_once_with_its_own_texts_and_due_dates() {
        let mut stage = Stage::new();
        let mut new = rent(&stage);
        new.lines[0].due_date = Some(date(2010, 2, 10));
        let id = stage.run(new).expect("created").subject;
        let made = stage.run(run(&id, date(2010, 2, 28))).expect("made");
        let entry = stage.rows::<Entry>().remove(0);
        assert_eq!(made.subject, entry.id.to_string());
        assert_eq!((entry.status, entry.date), (EntryStatus::Posted, date(2010, 2, 28)));
        assert_eq!(entry.description, "Rent 2010-02");
        assert_eq!(entry.external_id, Some(format!("{id}/2010-02-28")));
        assert_eq!(stage.rows::<Line>()[0].due_date, Some(date(2010, 3, 10)), "ten days later, as in the template");
        assert_eq!(stage.rows::<Occurrence>()[1].entry_id, Some(entry.id));
        let again = stage.run(run(&id, date(2010, 2, 28))).expect_err("once");
        assert_eq!(again.code, Code::OccurrenceNotDue);
        assert!(again.context.contains(&("entryId", entry.id.to_string().into())));
        for (wrong, code) in
            [(run(&id, date(2010, 2, 27)), Code::OccurrenceNotDue), (run("rec_x", date(2010, 1, 31)), Code::NotFound)]
        {
            assert_eq!(stage.run(wrong).expect_err("refused").code, code);
        }
    }

    #[test]
    fn a_draft_is_made_where_that_is_asked_for() {
        let mut stage = Stage::new();
        let mut new = rent(&stage);
        new.outcome = RecurringOutcome::Draft;
        let id = stage.run(new).expect("created").subject;
        stage.run(run(&id, date(2010, 1, 31))).expect("made");
        assert_eq!(stage.rows::<Entry>()[0].status, EntryStatus::Draft);
    }

    #[test]
    fn amounts_that_are_spread_add_up_to_their_total_in_whatever_order_their_days_run() {
        let mut stage = Stage::new();
        let mut new = rent(&stage);
        new.amounts = RecurringAmounts::Total;
        let id = stage.run(new.clone()).expect("created").subject;
        for day in [date(2010, 3, 31), date(2010, 1, 31)] {
            stage.run(run(&id, day)).expect("made");
        }
        let of = |stage: &Stage| {
            stage.rows::<Line>().iter().map(|line| line.debit).filter(|debit| *debit > 0).collect::<Vec<_>>()
        };
        let mut made = of(&stage);
        made.sort_unstable();
        assert_eq!(made, [3_333, 3_334]);
        let skip = crate::commands::recurring_entries::skip::SkipOccurrence {
            recurring: Sought::of(&id),
            date: date(2010, 2, 28),
        };
        assert_eq!(stage.run(skip).expect_err("it would not add up").code, Code::SpreadHasBegun);
        let more =
            UpdateRecurringEntry { recurring: Sought::of(&id), lines: Some(new.lines.clone()), ..Default::default() };
        assert_eq!(stage.run(more).expect_err("it would not add up").code, Code::SpreadHasBegun);
        let pause = UpdateRecurringEntry { recurring: Sought::of(&id), is_active: Some(false), ..Default::default() };
        stage.run(pause).expect("paused");
        stage.run(RunOccurrence { is_scheduled: false, ..run(&id, date(2010, 2, 28)) }).expect("by hand");
        assert_eq!(of(&stage).iter().sum::<i64>(), 10_000);
        new.schedule.dates.truncate(1);
        assert_eq!(stage.run(new).expect_err("one day").code, Code::NotSpreadable);
        let each = stage.run(rent(&stage)).expect("created").subject;
        stage.run(run(&each, date(2010, 1, 31))).expect("made");
        let late = UpdateRecurringEntry {
            recurring: Sought::of(&each),
            amounts: Some(RecurringAmounts::Total),
            ..Default::default()
        };
        assert_eq!(stage.run(late).expect_err("it has begun with whole amounts").code, Code::SpreadHasBegun);
    }

    #[test]
    fn what_is_paused_runs_by_hand_only() {
        let mut stage = Stage::new();
        let id = stage.run(rent(&stage)).expect("created").subject;
        let pause = UpdateRecurringEntry { recurring: Sought::of(&id), is_active: Some(false), ..Default::default() };
        stage.run(pause).expect("paused");
        assert_eq!(stage.run(run(&id, date(2010, 1, 31))).expect_err("paused").code, Code::OccurrenceNotDue);
        stage.run(RunOccurrence { is_scheduled: false, ..run(&id, date(2010, 1, 31)) }).expect("by hand");
    }

    #[test]
    fn a_closed_period_refuses_the_day_and_leaves_it_due() {
        let mut stage = Stage::new();
        let id = stage.run(rent(&stage)).expect("created").subject;
        let mut january = stage.rows::<Period>().into_iter().find(|period| period.number == 1).expect("january");
        january.status = PeriodStatus::Closed;
        stage.model.put(&january);
        assert_eq!(stage.run(run(&id, date(2010, 1, 31))).expect_err("closed").code, Code::PeriodClosed);
        assert_eq!(stage.rows::<Occurrence>()[0].status, OccurrenceStatus::Due);
    }
}
