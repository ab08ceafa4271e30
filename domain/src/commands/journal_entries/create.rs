//! Creates a journal entry: a draft, or posted in the same call.

use std::collections::BTreeMap;

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
use crate::rows::replies::{EntryNames, RowName};
use crate::value::IdOrCode;
use crate::value::id::EntryId;
use crate::value::permission::Permission;

/// A new entry, posted at once or kept as a draft.
pub type CreateEntry = NewEntry;

impl Decide for CreateEntry {
    const PERMISSION: Permission = Permission::JournalEntriesDraft;

    fn permission(&self) -> Permission {
        Self::needed(self.post)
    }

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Journals, Key::Periods, Key::FiscalYears]);
        for line in &self.lines {
            line.hint(book, keys);
            if let Some(IdOrCode::Id(party)) = &line.party {
                keys.extend(party.id().map(Key::PartyName));
            }
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
        let names = Some(Box::new(self.names(book, ctx, id)?));
        Ok(Reply { names, ..Reply::new(id, 1, recorded) })
    }
}

impl CreateEntry {
    /// The codes and names for the answer.
    ///
    /// # Errors
    /// `Missing` where a row is not loaded.
    fn names(&self, book: &Book, ctx: &Context, id: EntryId) -> Result<EntryNames, Stop> {
        let (mut accounts, mut parties) = (BTreeMap::new(), BTreeMap::new());
        for line in &self.lines {
            let account = match &line.account {
                Some(IdOrCode::Id(sought)) => sought.id(),
                Some(IdOrCode::Code(code)) => book.account_by_code(code)?,
                None => None,
            };
            if let Some(account) = account.map(|id| book.account(id)).transpose()?.flatten() {
                let (code, name) = (Some(account.code.clone()), Some(account.name.clone()));
                accounts.insert(account.id, RowName { id: account.id, code, name });
            }
            let party = match &line.party {
                Some(IdOrCode::Id(sought)) => sought.id(),
                Some(IdOrCode::Code(name)) => book.party_by_name(name)?,
                None => None,
            };
            if let Some(id) = party.map(|id| book.party_meant(id)).transpose()? {
                let code = book.party(id)?.and_then(|party| party.code.clone());
                let name = book.party_name(id)?.map(|party| party.name.clone());
                parties.insert(id, RowName { id, code, name });
            }
        }
        let journal = book.entry(id)?.map(|entry| book.journal(entry.journal_id)).transpose()?.flatten();
        let journal = journal.map(|row| {
            let (code, name) = (Some(row.code.clone()), Some(row.name.clone()));
            RowName { id: row.id, code, name }
        });
        Ok(EntryNames {
            rights: ctx.rights(book)?,
            journals: journal.into_iter().collect(),
            accounts: accounts.into_values().collect(),
            parties: parties.into_values().collect(),
        })
    }

    /// The permission to create an entry, as a draft or posted at once.
    #[must_use]
    pub fn needed(post: bool) -> Permission {
        if post { Permission::JournalEntriesPost } else { Self::PERMISSION }
    }
}
