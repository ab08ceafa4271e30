//! Leaves out one day of a recurring entry.

use super::{hint_days, require_due, require_recurring};
use crate::access::Permission;
use crate::book::{Book, Key};
use crate::command::Decide;
use crate::context::Context;
use crate::fact::FactKind;
use crate::ledger::{Occurrence, OccurrenceStatus};
use crate::reply::Reply;
use crate::stop::Stop;
use crate::value::Date;

/// Leaves out one day.
#[derive(Clone, Debug)]
pub struct SkipOccurrence {
    /// Wire id of the recurring entry.
    pub recurring: String,
    /// One of its days.
    pub date: Date,
}

impl Decide for SkipOccurrence {
    fn permission(&self) -> Permission {
        Permission::RecurringEntriesManage
    }

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        hint_days(&self.recurring, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let recurring = require_recurring(book, &self.recurring)?;
        let due = require_due(book, &recurring, self.date)?;
        book.occurrences.put(Occurrence { status: OccurrenceStatus::Skipped, problem: None, ..due });
        let recorded = book.record(ctx, FactKind::OccurrenceSkipped, recurring.id);
        Ok(Reply::new(recurring.id, recurring.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::recurring::create::tests::rent;
    use crate::ledger::recurring::run::RunOccurrence;
    use crate::rejection::Code;
    use crate::testing::Stage;
    use jiff::civil::date;

    #[test]
    fn a_skipped_day_makes_nothing_any_more() {
        let mut stage = Stage::new();
        let id = stage.run(rent(&stage)).expect("created").subject;
        let day = date(2010, 1, 31);
        let skip = SkipOccurrence { recurring: id.clone(), date: day };
        stage.run(skip.clone()).expect("skipped");
        assert_eq!(stage.run(skip).expect_err("twice").code, Code::OccurrenceNotDue);
        let run = RunOccurrence { recurring: id, date: day, is_scheduled: false };
        assert_eq!(stage.run(run).expect_err("skipped").code, Code::OccurrenceNotDue);
    }
}
