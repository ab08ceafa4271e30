//! Codes and names beside the ids of answers: one query per table for a whole page, and only of what the caller may
//! read.

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::replies::{EntryNames, RowName};
use domain::rows::{Account, Journal, Party, PartyName};
use domain::value::TypedId;
use domain::value::id::{AccountId, JournalId, PartyId};
use domain::value::permission::Permission;
use store::Snapshot;
use store::read::by_id;

use super::caller::Caller;
use super::problem::Problem;
use super::writing::{Done, Writing};

/// An answer with ids beside which codes and names stand.
pub trait Naming {
    /// The rows that it names by their ids.
    fn ask(&self, wanted: &mut Wanted);

    /// Takes over what they are called.
    fn name(&mut self, names: &Names);
}

/// Rows whose codes and names are wanted.
#[derive(Debug, Default)]
pub struct Wanted {
    pub accounts: BTreeSet<AccountId>,
    pub parties: BTreeSet<PartyId>,
    pub journals: BTreeSet<JournalId>,
}

/// What rows are called; those that the caller may not read are missing.
#[derive(Debug, Default)]
pub struct Names {
    accounts: BTreeMap<AccountId, Called>,
    parties: BTreeMap<PartyId, Called>,
    journals: BTreeMap<JournalId, Called>,
}

/// The code and the name of a row, as far as it has them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Called {
    pub code: Option<String>,
    pub name: Option<String>,
}

/// Names everything in these answers.
pub async fn fill<V: Naming>(snapshot: &mut Snapshot, caller: &Caller, views: &mut [V]) -> Result<(), Problem> {
    let mut wanted = Wanted::default();
    views.iter().for_each(|view| view.ask(&mut wanted));
    let names = wanted.read(snapshot, caller).await?;
    views.iter_mut().for_each(|view| view.name(&names));
    Ok(())
}

/// As [`fill`], of one answer.
pub async fn filled<V: Naming>(snapshot: &mut Snapshot, caller: &Caller, mut view: V) -> Result<V, Problem> {
    fill(snapshot, caller, std::slice::from_mut(&mut view)).await?;
    Ok(view)
}

/// Names everything in the answer to a write: with the names that the decision knew, else by reading.
pub async fn answered<V: Naming>(writing: &Writing, done: &Done, mut view: V) -> Result<V, Problem> {
    if let Some(known) = &done.reply.names {
        view.name(&Names::known(known));
        return Ok(view);
    }
    let mut snapshot = writing.app.database.snapshot().await?;
    filled(&mut snapshot, &writing.caller, view).await
}

impl Wanted {
    /// Reads them.
    async fn read(self, snapshot: &mut Snapshot, caller: &Caller) -> Result<Names, Problem> {
        let organization = caller.organization;
        let rights = caller.rights(snapshot).await?;
        let mut names = Names::default();
        if rights.has(Permission::AccountsRead) {
            let rows: Vec<Account> = by_id::rows(snapshot, organization, self.accounts.into_iter()).await?;
            names.accounts = rows.into_iter().map(|row| (row.id, called(row.code, row.name))).collect();
        }
        if rights.has(Permission::PartiesRead) && !self.parties.is_empty() {
            let rows: Vec<Party> = by_id::rows(snapshot, organization, self.parties.iter().copied()).await?;
            let of = |row: Party| (row.id, Called { code: row.code, name: None });
            names.parties = rows.into_iter().map(of).collect();
            // Their names may be erased.
            let rows: Vec<PartyName> =
                by_id::rows_by(snapshot, organization, "party_id", self.parties.into_iter()).await?;
            for row in rows {
                names.parties.entry(row.party_id).or_default().name = Some(row.name);
            }
        }
        if rights.has(Permission::JournalsRead) {
            let rows: Vec<Journal> = by_id::rows(snapshot, organization, self.journals.into_iter()).await?;
            names.journals = rows.into_iter().map(|row| (row.id, called(row.code, row.name))).collect();
        }
        Ok(names)
    }
}

fn called(code: String, name: String) -> Called {
    Called { code: Some(code), name: Some(name) }
}

impl Names {
    /// Those that a decision knew, as far as the caller may read them.
    fn known(known: &EntryNames) -> Self {
        Self {
            accounts: allowed(known, Permission::AccountsRead, &known.accounts),
            parties: allowed(known, Permission::PartiesRead, &known.parties),
            journals: allowed(known, Permission::JournalsRead, &known.journals),
        }
    }

    /// The account with this id.
    #[must_use]
    pub fn account(&self, id: Option<AccountId>) -> Called {
        of(&self.accounts, id)
    }

    /// The party with this id.
    #[must_use]
    pub fn party(&self, id: Option<PartyId>) -> Called {
        of(&self.parties, id)
    }

    /// The journal with this id.
    #[must_use]
    pub fn journal(&self, id: JournalId) -> Called {
        of(&self.journals, Some(id))
    }
}

fn of<I: TypedId>(rows: &BTreeMap<I, Called>, id: Option<I>) -> Called {
    id.and_then(|id| rows.get(&id)).cloned().unwrap_or_default()
}

fn allowed<I: TypedId>(known: &EntryNames, permission: Permission, rows: &[RowName<I>]) -> BTreeMap<I, Called> {
    let rows = rows.iter().filter(|_| known.rights.has(permission));
    rows.map(|row| (row.id, Called { code: row.code.clone(), name: row.name.clone() })).collect()
}
