//! Deletes a recurring entry that has made nothing.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::recurring::{hint_days, require_recurring};
use crate::rows::{Occurrence, OccurrenceStatus, Reply};
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::RecurringEntryId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Deletes a recurring entry with its days.
#[derive(Clone, Debug)]
pub struct DeleteRecurringEntry {
    /// The recurring entry.
    pub recurring: Sought<RecurringEntryId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteRecurringEntry {
    const PERMISSION: Permission = Permission::RecurringEntriesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        hint_days(&self.recurring, keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let recurring = require_recurring(book, &self.recurring)?;
        require_version(self.if_match.as_deref(), recurring.version)?;
        let days: Vec<Occurrence> = book.occurrences(recurring.id)?.cloned().collect();
        let made = days.iter().filter(|day| day.status == OccurrenceStatus::Made).count();
        if made > 0 {
            let entries = counted(made, "entry, which refers", "entries, which refer");
            let message = format!("{} has made {entries} to it: pause it instead", recurring.name);
            let path = format!("/accounting/recurring-entries/{}", recurring.id);
            return Err(Rejection::new(Code::RecurringEntryInUse, message)
                .with("entries", i64::try_from(made).unwrap_or(i64::MAX))
                .offer("pause", "Pause it", "PUT", path)
                .body(vec![("isActive", false.into())])
                .into());
        }
        for day in days {
            book.occurrences.set((day.recurring_entry_id, day.date), None);
        }
        book.recurring_entries.set((recurring.id,), None);
        let recorded = book.record(ctx, FactKind::RecurringEntryDeleted, recurring.id);
        Ok(Reply::new(recurring.id, recurring.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::commands::recurring_entries::create::tests::rent;
    use crate::commands::recurring_entries::run::RunOccurrence;
    use crate::rows::RecurringEntry;
    use crate::testing::Stage;

    #[test]
    fn what_made_nothing_goes_with_its_days_and_what_made_entries_stays() {
        let mut stage = Stage::new();
        let delete = |id: &str| DeleteRecurringEntry { recurring: Sought::of(id), if_match: None };
        let unused = stage.run(rent(&stage)).expect("created").subject;
        stage.run(delete(&unused)).expect("deleted");
        assert!(stage.rows::<RecurringEntry>().is_empty() && stage.rows::<Occurrence>().is_empty());
        assert_eq!(stage.run(delete(&unused)).expect_err("gone").code, Code::NotFound);
        let used = stage.run(rent(&stage)).expect("created").subject;
        let run = RunOccurrence { recurring: Sought::of(&used), date: date(2010, 1, 31), is_scheduled: false };
        stage.run(run).expect("made");
        assert_eq!(stage.run(delete(&used)).expect_err("in use").code, Code::RecurringEntryInUse);
    }
}
