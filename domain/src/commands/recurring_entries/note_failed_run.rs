//! Notes why the run of a day failed, so that readers of the recurring entry see it.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::recurring::{hint_days, require_due, require_recurring};
use crate::rows::{Occurrence, Reply};
use crate::value::id::RecurringEntryId;
use crate::value::permission::Permission;
use crate::value::{Date, Sought};

/// Notes on a day why its run failed; it stays due.
#[derive(Clone, Debug)]
pub struct NoteFailedRun {
    /// The recurring entry.
    pub recurring: Sought<RecurringEntryId>,
    /// One of its days.
    pub date: Date,
    /// The code and text of the rejection.
    pub problem: String,
}

impl Decide for NoteFailedRun {
    const PERMISSION: Permission = Permission::RecurringEntriesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        hint_days(&self.recurring, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let recurring = require_recurring(book, &self.recurring)?;
        let due = require_due(book, &recurring, self.date)?;
        // The same failure again is no news: it writes nothing.
        book.occurrences.put(Occurrence { problem: Some(self.problem.clone()), ..due });
        let recorded = book.record(ctx, FactKind::OccurrenceFailed, recurring.id);
        Ok(Reply::new(recurring.id, recurring.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::recurring_entries::create::tests::rent;
    use crate::commands::recurring_entries::run::RunOccurrence;
    use crate::testing::Stage;

    #[test]
    fn a_failure_is_noted_once_and_forgotten_when_the_day_runs() {
        let mut stage = Stage::new();
        let id = stage.run(rent(&stage)).expect("created").subject;
        let day = date(2010, 1, 31);
        let note = NoteFailedRun { recurring: Sought::of(&id), date: day, problem: "period_closed: …".to_owned() };
        assert!(stage.run(note.clone()).expect("noted").facts.is_some());
        assert_eq!(stage.run(note).expect("no news").facts, None);
        stage.run(RunOccurrence { recurring: Sought::of(&id), date: day, is_scheduled: true }).expect("made");
        assert_eq!(stage.rows::<Occurrence>()[0].problem, None);
    }
}
