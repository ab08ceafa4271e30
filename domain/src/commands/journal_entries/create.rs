//! Creates a journal entry: a draft, or posted in the same call.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::dimensions::lines;
use crate::ledger::entries::conversion;
use crate::ledger::entries::new::NewEntry;
use crate::ledger::entries::rules::hint_posting;
use crate::ledger::journals;
use crate::rows::Reply;
use crate::value::permission::Permission;

/// A new entry, posted at once or kept as a draft.
pub type CreateEntry = NewEntry;

impl CreateEntry {
    /// The permission to create an entry, as a draft or posted at once.
    #[must_use]
    pub fn needed(post: bool) -> Permission {
        if post { Permission::JournalEntriesPost } else { Self::PERMISSION }
    }
}

impl Decide for CreateEntry {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn permission(&self) -> Permission {
        Self::needed(self.post)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears]);
        for line in &self.lines {
            line.hint(book, keys);
            conversion::hint(book, line.currency.as_deref().or(self.currency.as_deref()), self.date, keys);
        }
        lines::hint(book, &self.dimensions, keys);
        if let Some(external_id) = &self.external_id {
            keys.push(Key::EntryByExternal(self.source.clone(), external_id.clone()));
        }
        if self.post {
            keys.push(Key::ApprovalPolicies);
            let accounts = self.lines.iter().filter_map(|line| line.known_account(book));
            hint_posting(book, journals::known(book, self.journal.as_ref()), self.date, accounts, keys);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let (id, kind) = self.write(book, ctx)?;
        let recorded = book.record(ctx, kind, id);
        Ok(Reply::new(id, 1, recorded))
    }
}
