//! Leaves out one day of a recurring entry.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::recurring::{hint_days, require_due, require_recurring};
use crate::rows::{Occurrence, OccurrenceStatus, RecurringAmounts, Reply};
use crate::value::id::RecurringEntryId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Date, Sought};

/// Leaves out one day.
#[derive(Clone, Debug)]
pub struct SkipOccurrence {
    /// The recurring entry.
    pub recurring: Sought<RecurringEntryId>,
    /// One of its days.
    pub date: Date,
}

impl Decide for SkipOccurrence {
    const PERMISSION: Permission = Permission::RecurringEntriesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        hint_days(&self.recurring, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let recurring = require_recurring(book, &self.recurring)?;
        let due = require_due(book, &recurring, self.date)?;
        if recurring.amounts == RecurringAmounts::Total {
            let message = format!(
                "{} is spread over all its days, and would not reach its total without this one: run it, or pause the recurring entry",
                recurring.name
            );
            return Err(Rejection::new(Code::SpreadHasBegun, message).at("/date").into());
        }
        book.occurrences.put(Occurrence { status: OccurrenceStatus::Skipped, problem: None, ..due });
        let recorded = book.record(ctx, FactKind::OccurrenceSkipped, recurring.id);
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
    use crate::value::rejection::Code;

    #[test]
    fn a_skipped_day_makes_nothing_any_more() {
        let mut stage = Stage::new();
        let id = stage.run(rent(&stage)).expect("created").subject;
        let day = date(2010, 1, 31);
        let skip = SkipOccurrence { recurring: Sought::of(&id), date: day };
        stage.run(skip.clone()).expect("skipped");
        assert_eq!(stage.run(skip).expect_err("twice").code, Code::OccurrenceNotDue);
        let run = RunOccurrence { recurring: Sought::of(&id), date: day, is_scheduled: false };
        assert_eq!(stage.run(run).expect_err("skipped").code, Code::OccurrenceNotDue);
    }
}
