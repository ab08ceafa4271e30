//! Posts the reversal that an entry asked for with `autoReverseOn`, once its day has come.
//!
//! Two requests, or two nodes at once, get one reversal: an entry that was reversed, voided or changed since is left as
//! it is.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::closing::periods;
use crate::ledger::entries::found::require_entry;
use crate::ledger::entries::reversing::{self, Reversal};
use crate::rows::{Entry, EntryStatus, Period, PeriodStatus, PrincipalKind, Reply};
use crate::value::cell::IsoDate;
use crate::value::id::EntryId;
use crate::value::permission::Permission;
use crate::value::{Date, Sought};

/// Posts a scheduled reversal on the day that the entry names.
#[derive(Clone, Debug)]
pub struct AutoReverseEntry {
    pub entry: Sought<EntryId>,
    /// The day that counts as today: reversals of later days wait.
    pub as_of: Date,
}

impl Decide for AutoReverseEntry {
    const PERMISSION: Permission = Permission::JournalEntriesPost;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        let day = |entry: &Entry| entry.auto_reverse_on.unwrap_or(self.as_of);
        reversing::hint_reversal(book, self.entry.id(), day, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let original = require_entry(book, &self.entry)?;
        let Some(date) = due(&original, self.as_of) else {
            return Ok(Reply::new(original.id, original.version, Default::default()));
        };
        let id = original.id;
        let period = open_period(book, ctx, date).map_err(|stop| match stop {
            // Many are asked for at once: each refusal says whose it is.
            Stop::Rejected(rejection) => rejection.with("entryId", id.to_string()).into(),
            missing @ (Stop::Missing(_) | Stop::MissingAll(_) | Stop::Damaged(_)) => missing,
        })?;
        let reason = format!("scheduled for {}", IsoDate(date));
        let reversal = Reversal {
            original,
            date,
            period: &period,
            reason: &reason,
            description: None,
            prior_period_adjustment: false,
        };
        let (reversal, original) = reversal.post_scheduled(book, ctx)?;
        let recorded = book.record(ctx, FactKind::EntryReversed, original.id);
        Ok(Reply::new(original.id, original.version, recorded).with_related(reversal.id))
    }
}

/// The day of the reversal, where one is still due.
fn due(entry: &Entry, as_of: Date) -> Option<Date> {
    let waits = entry.status == EntryStatus::Posted && entry.reversed_by_entry_id.is_none();
    entry.auto_reverse_on.filter(|day| waits && *day <= as_of)
}

/// The period of the day. People who may override decide themselves to post into a soft-closed one; the service does
/// not do so by itself.
fn open_period(book: &Book, ctx: &Context, date: Date) -> Result<Period, Stop> {
    let period = periods::period_for(book, date, None)?;
    let by_itself = ctx.actor.kind == PrincipalKind::System;
    if by_itself && period.status == PeriodStatus::SoftClosed {
        return Err(periods::closed(book, ctx, &period, date)?.into());
    }
    periods::require_open(book, ctx, &period, date)?;
    Ok(period)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::book::context::Actor;
    use crate::commands::journal_entries::create::CreateEntry;
    use crate::commands::journal_entries::post::PostEntry;
    use crate::commands::journal_entries::reverse::ReverseEntry;
    use crate::commands::journal_entries::update::UpdateEntry;
    use crate::commands::journal_entries::void::VoidEntry;
    use crate::commands::periods::close::ClosePeriod;
    use crate::commands::periods::soft_close::SoftClosePeriod;
    use crate::rows::{EntryType, FactRow, Line};
    use crate::testing::Stage;
    use crate::value::Patch;
    use crate::value::id::PrincipalId;
    use crate::value::permission::BuiltInRole;
    use crate::value::rejection::Code;

    /// An accrual of 31 January that is reversed on 1 February.
    fn accrual(stage: &Stage, post: bool) -> CreateEntry {
        let entry = stage.entry(date(2010, 1, 31), &[("5000", "90", "0"), ("1000", "0", "90")], post);
        CreateEntry { auto_reverse_on: Some(date(2010, 2, 1)), ..entry }
    }

    fn auto_reverse(entry: &str, as_of: Date) -> AutoReverseEntry {
        AutoReverseEntry { entry: Sought::of(entry), as_of }
    }

    fn system() -> Actor {
        Actor { principal: PrincipalId([0; 16]), kind: PrincipalKind::System, claimed_roles: None, scope: None }
    }

    fn void(entry: &str) -> VoidEntry {
        VoidEntry { entry: Sought::of(entry), reason: "wrong".to_owned(), if_match: None }
    }

    fn find(stage: &Stage, id: &str) -> Entry {
        stage.rows::<Entry>().into_iter().find(|entry| entry.id.to_string() == id).expect("entry")
    }

    #[test]
    fn the_reversal_is_posted_on_its_day_and_only_once() {
        let mut stage = Stage::new();
        let id = stage.run(accrual(&stage, true)).expect("posted").subject;
        let early = stage.run_as(system(), auto_reverse(&id, date(2010, 1, 31))).expect("waits");
        assert_eq!((early.facts, early.related), (None, None));
        // Days that were missed are caught up: the reversal keeps its own date.
        let reversal = stage.run_as(system(), auto_reverse(&id, date(2010, 2, 9))).expect("reversed").related.unwrap();
        let (original, reversal) = (find(&stage, &id), find(&stage, &reversal));
        assert_eq!((reversal.entry_type, reversal.date), (EntryType::Reversal, date(2010, 2, 1)));
        assert_eq!((reversal.reverses_entry_id, original.reversed_by_entry_id), (Some(original.id), Some(reversal.id)));
        assert_eq!(reversal.description, "Reversal of GJ-2010-000001: scheduled for 2010-02-01");
        assert_eq!((reversal.auto_reverse_on, reversal.prior_period_adjustment), (None, false));
        assert_eq!(original.auto_reverse_on, Some(date(2010, 2, 1)), "it tells the scheduled reversal from others");
        let facts = stage.rows::<FactRow>().len();
        let again = stage.run_as(system(), auto_reverse(&id, date(2010, 2, 9))).expect("nothing to do");
        assert_eq!((again.facts, stage.rows::<FactRow>().len()), (None, facts));
        let sides: Vec<_> = stage.rows::<Line>().iter().map(|line| (line.base_debit, line.base_credit)).collect();
        assert_eq!(sides, [(9000, 0), (0, 9000), (0, 9000), (9000, 0)]);
    }

    #[test]
    fn a_draft_waits_until_it_is_posted_and_a_schedule_can_be_edited_until_then() {
        let mut stage = Stage::new();
        let id = stage.run(accrual(&stage, false)).expect("draft").subject;
        let edit = |auto_reverse_on| UpdateEntry { entry: Sought::of(&id), auto_reverse_on, ..UpdateEntry::default() };
        let refused = stage.run(edit(Patch::Set(date(2010, 1, 31)))).expect_err("the same day");
        assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::DateBeforeEntry, "/autoReverseOn"));
        stage.run(edit(Patch::Set(date(2010, 2, 2)))).expect("a later day");
        let none = stage.run_as(system(), auto_reverse(&id, date(2010, 3, 1))).expect("a draft");
        assert_eq!(none.facts, None);
        stage.run(PostEntry { entry: Sought::of(&id), if_match: None }).expect("posted");
        stage.run_as(system(), auto_reverse(&id, date(2010, 3, 1))).expect("reversed").related.expect("a reversal");
    }

    #[test]
    fn a_day_that_is_not_later_than_the_entry_is_refused() {
        let mut stage = Stage::new();
        for day in [date(2010, 1, 30), date(2010, 1, 31)] {
            let wrong = CreateEntry { auto_reverse_on: Some(day), ..accrual(&stage, true) };
            let refused = stage.run(wrong).expect_err("refused");
            assert_eq!((refused.code, refused.errors[0].pointer.as_str()), (Code::DateBeforeEntry, "/autoReverseOn"));
        }
    }

    #[test]
    fn what_was_voided_or_reversed_by_hand_is_not_reversed_by_itself() {
        let mut stage = Stage::new();
        let voided = stage.run(accrual(&stage, true)).expect("posted").subject;
        stage.run(void(&voided)).expect("voided");
        let by_hand = stage.run(accrual(&stage, true)).expect("posted").subject;
        let reverse = ReverseEntry {
            post: true,
            entry: Sought::of(&by_hand),
            date: date(2010, 1, 31),
            reason: "not due".to_owned(),
            description: None,
            if_match: None,
        };
        let reversal = stage.run(reverse).expect("reversed").subject;
        for id in [&voided, &by_hand] {
            assert_eq!(find(&stage, id).auto_reverse_on, None, "the schedule is cancelled");
            assert_eq!(stage.run_as(system(), auto_reverse(id, date(2010, 3, 1))).expect("nothing").facts, None);
        }
        // Also if the reversal is taken back: to have it reversed again, somebody must ask for it.
        stage.run(void(&reversal)).expect("voided");
        assert_eq!(stage.run_as(system(), auto_reverse(&by_hand, date(2010, 3, 1))).expect("nothing").facts, None);
    }

    #[test]
    fn the_reversal_waits_while_its_period_is_closed_or_missing() {
        let mut stage = Stage::new();
        let id = stage.run(accrual(&stage, true)).expect("posted").subject;
        let mut late = accrual(&stage, true);
        late.auto_reverse_on = Some(date(2011, 1, 1));
        let late = stage.run(late).expect("posted").subject;
        let missing = stage.run_as(system(), auto_reverse(&late, date(2011, 1, 1))).expect_err("no year 2011");
        assert_eq!(missing.code, Code::NoPeriod);
        let months: Vec<_> = stage.rows::<Period>().into_iter().filter(|period| period.number <= 2).collect();
        let month = |number: i64| months.iter().find(|month| month.number == number).unwrap().id.to_string();
        stage
            .run(SoftClosePeriod { period: Sought::of(&month(2)), reason: None, if_match: None })
            .expect("soft-closed");
        let day = date(2010, 2, 1);
        let refused = stage.run_as(system(), auto_reverse(&id, day)).expect_err("the service does not override");
        assert_eq!(refused.code, Code::PeriodSoftClosed);
        let accountant = Actor {
            principal: PrincipalId([5; 16]),
            kind: PrincipalKind::Foreign,
            claimed_roles: Some(vec![BuiltInRole::Accountant]),
            scope: None,
        };
        let refused = stage.run_as(accountant, auto_reverse(&id, day)).expect_err("nor may he");
        assert_eq!(refused.code, Code::PeriodSoftClosed);
        let close = |number: i64| ClosePeriod {
            period: Sought::of(&month(number)),
            reason: None,
            force: false,
            if_match: None,
        };
        stage.run(close(1)).expect("closed");
        let due = stage.run(close(2)).expect_err("a reversal of February is due");
        assert_eq!((due.code, due.resolutions[0].rel), (Code::PeriodNotReady, "autoReversals"));
        let mut february = months.iter().find(|month| month.number == 2).unwrap().clone();
        february.status = PeriodStatus::Closed;
        stage.model.put(&february);
        assert_eq!(stage.run(auto_reverse(&id, day)).expect_err("closed").code, Code::PeriodClosed);
        assert_eq!(find(&stage, &id).reversed_by_entry_id, None);
    }

    #[test]
    fn voiding_the_entry_voids_its_posted_reversal_in_the_same_commit() {
        let mut stage = Stage::new();
        let id = stage.run(accrual(&stage, true)).expect("posted").subject;
        let reversal = stage.run_as(system(), auto_reverse(&id, date(2010, 2, 1))).expect("reversed").related.unwrap();
        let facts = stage.rows::<FactRow>().len();
        let reply = stage.run(void(&id)).expect("voided");
        assert_eq!(stage.rows::<FactRow>().len(), facts + 1, "one fact for both");
        let (original, reversal) = (find(&stage, &id), find(&stage, &reversal));
        assert_eq!((original.status, reversal.status), (EntryStatus::Voided, EntryStatus::Voided));
        assert_eq!((original.reversed_by_entry_id, original.auto_reverse_on), (None, None));
        assert_eq!(reply.related, original.voided_by_entry_id.map(|id| id.to_string()));
        assert_eq!(reversal.void_reason.as_deref(), Some("wrong"));
    }

    #[test]
    fn a_posted_reversal_in_a_closed_period_holds_the_void_and_says_what_to_reopen() {
        let mut stage = Stage::new();
        // Adjustments of December stay open while the months, and with them the reversal's, are closed.
        let adjustments = stage.rows::<Period>().into_iter().find(|period| period.number == 13).unwrap();
        stage
            .run(crate::commands::fiscal_years::create::CreateFiscalYear {
                name: "2011".to_owned(),
                start_date: date(2011, 1, 1),
                end_date: date(2011, 12, 31),
                cut: crate::commands::fiscal_years::create::Cut::Monthly,
                adjustment_period: false,
            })
            .expect("2011");
        let mut entry = accrual(&stage, true);
        entry.date = date(2010, 12, 31);
        entry.period = Some(Sought::Id(adjustments.id));
        entry.auto_reverse_on = Some(date(2011, 1, 1));
        let id = stage.run(entry).expect("posted").subject;
        let reversal = stage.run_as(system(), auto_reverse(&id, date(2011, 1, 1))).expect("reversed").related.unwrap();
        stage.wait_until(date(2011, 2, 1));
        let mut months = stage.rows::<Period>();
        months.retain(|month| month.number <= 12 && month.start_date <= date(2011, 1, 1));
        months.sort_by_key(|month| month.start_date);
        for month in &months {
            let close = ClosePeriod { period: Sought::Id(month.id), reason: None, force: false, if_match: None };
            stage.run(close).expect("closed");
        }
        let refused = stage.run(void(&id)).expect_err("its reversal cannot go");
        assert_eq!((refused.code, refused.resolutions[0].rel), (Code::PeriodClosed, "reopen-period"));
        assert!(refused.context.contains(&("reversedByEntryId", reversal.as_str().into())));
    }

    #[test]
    fn due_reversals_are_counted_up_to_a_day() {
        let mut stage = Stage::new();
        let id = stage.run(accrual(&stage, true)).expect("posted").subject;
        stage.run(accrual(&stage, false)).expect("a draft does not count");
        let count = |stage: &Stage, day| {
            let mut book = stage.model.book().unwrap();
            let key = Key::AutoReversalsDue(day);
            let rows = stage.model.load(&key.query());
            book.fill(&key, &rows).unwrap();
            book.auto_reversals_due(day).unwrap()
        };
        assert_eq!((count(&stage, date(2010, 1, 31)), count(&stage, date(2010, 2, 1))), (0, 1));
        stage.run_as(system(), auto_reverse(&id, date(2010, 2, 1))).expect("reversed");
        assert_eq!(count(&stage, date(2010, 2, 1)), 0);
    }
}
