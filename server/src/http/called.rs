//! Codes and names beside the ids of answers: one query per table for a whole page.
//!
//! Only of what the caller may read. Parties are also named to those who may look them up, and to those who read entries or
//! reports, which are about them,
//! and people to everybody who reads what they did.

mod rows;

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::items::Item;
use domain::rows::replies::{EntryNames, RowName};
use domain::rows::{
    Account, Entry, ItemCategory, Journal, Location, Lot, Party, PartyName, PrincipalName, ReasonCode, Role, Serial,
    Warehouse,
};
use domain::value::TypedId;
use domain::value::id::{
    AccountId, EntryId, ItemCategoryId, ItemId, JournalId, LocationId, LotId, OrganizationId, PartyId, PrincipalId,
    ReasonCodeId, RoleId, SerialId, WarehouseId,
};
use domain::value::permission::{Permission, PermissionSet};
use store::Snapshot;
use store::read::by_id;

use self::rows::CalledRow;
use super::caller::Caller;
use super::output::Id;
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
    pub categories: BTreeSet<ItemCategoryId>,
    pub parties: BTreeSet<PartyId>,
    pub journals: BTreeSet<JournalId>,
    pub entries: BTreeSet<EntryId>,
    pub items: BTreeSet<ItemId>,
    pub warehouses: BTreeSet<WarehouseId>,
    pub locations: BTreeSet<LocationId>,
    pub lots: BTreeSet<LotId>,
    pub serials: BTreeSet<SerialId>,
    pub reasons: BTreeSet<ReasonCodeId>,
    pub people: BTreeSet<PrincipalId>,
    pub roles: BTreeSet<RoleId>,
}

/// What rows are called; those that the caller may not read are missing. An entry is called by its number, and so are a
/// lot and a piece; an item by its SKU. People have a name alone, and users and service accounts are both people.
#[derive(Clone, Debug, Default)]
pub struct Names {
    pub accounts: CalledBy<AccountId>,
    pub categories: CalledBy<ItemCategoryId>,
    pub parties: CalledBy<PartyId>,
    pub journals: CalledBy<JournalId>,
    pub entries: CalledBy<EntryId>,
    pub items: CalledBy<ItemId>,
    pub warehouses: CalledBy<WarehouseId>,
    pub locations: CalledBy<LocationId>,
    pub lots: CalledBy<LotId>,
    pub serials: CalledBy<SerialId>,
    pub reasons: CalledBy<ReasonCodeId>,
    pub people: CalledBy<PrincipalId>,
    pub roles: CalledBy<RoleId>,
}

/// What the rows of a table are called, by their ids.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalledBy<I>(BTreeMap<I, Called>);

/// The code and the name of a row, as far as it has them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Called {
    pub code: Option<String>,
    pub name: Option<String>,
}

/// Names everything in these answers.
pub async fn fill<V: Naming>(snapshot: &mut Snapshot, caller: &Caller, views: &mut [V]) -> Result<(), Problem> {
    let rights = caller.rights(snapshot).await?;
    let names = wanted(views).read(snapshot, caller.organization, rights).await?;
    views.iter_mut().for_each(|view| view.name(&names));
    Ok(())
}

/// Notes the row with this id, if there is one.
pub fn want<I: TypedId + Ord>(wanted: &mut BTreeSet<I>, id: impl Into<Option<Id<I>>>) {
    wanted.extend(id.into().map(|id| id.0));
}

/// What these rows are called, as far as the caller may read it.
pub async fn names(snapshot: &mut Snapshot, caller: &Caller, wanted: Wanted) -> Result<Names, Problem> {
    let rights = caller.rights(snapshot).await?;
    wanted.read(snapshot, caller.organization, rights).await
}

/// As [`fill`], of one answer.
pub async fn filled<V: Naming>(snapshot: &mut Snapshot, caller: &Caller, mut view: V) -> Result<V, Problem> {
    fill(snapshot, caller, std::slice::from_mut(&mut view)).await?;
    Ok(view)
}

/// Names everything in the answer to a write: with the names that the decision knew, which are none of people, else by
/// reading.
pub async fn answered<V: Naming>(writing: &Writing, done: &Done, mut view: V) -> Result<V, Problem> {
    if let Some(known) = &done.reply.names {
        view.name(&Names::known(known));
        return Ok(view);
    }
    let mut snapshot = writing.app.database.snapshot().await?;
    let rights = writing.caller.rights(&mut snapshot).await?;
    let wanted = wanted(std::slice::from_ref(&view));
    let mut names = wanted.read(&mut snapshot, writing.caller.organization, rights).await?;
    names.add_previewed(done, rights)?;
    view.name(&names);
    Ok(view)
}

fn wanted<V: Naming>(views: &[V]) -> Wanted {
    let mut wanted = Wanted::default();
    views.iter().for_each(|view| view.ask(&mut wanted));
    wanted
}

impl Wanted {
    /// Reads them.
    async fn read(self, snapshot: &mut Snapshot, own: OrganizationId, rights: PermissionSet) -> Result<Names, Problem> {
        Ok(Names {
            accounts: read::<Account>(snapshot, own, rights, self.accounts).await?,
            categories: read::<ItemCategory>(snapshot, own, rights, self.categories).await?,
            parties: parties(snapshot, own, rights, &self.parties).await?,
            journals: read::<Journal>(snapshot, own, rights, self.journals).await?,
            entries: read::<Entry>(snapshot, own, rights, self.entries).await?,
            items: read::<Item>(snapshot, own, rights, self.items).await?,
            warehouses: read::<Warehouse>(snapshot, own, rights, self.warehouses).await?,
            locations: read::<Location>(snapshot, own, rights, self.locations).await?,
            lots: read::<Lot>(snapshot, own, rights, self.lots).await?,
            serials: read::<Serial>(snapshot, own, rights, self.serials).await?,
            reasons: read::<ReasonCode>(snapshot, own, rights, self.reasons).await?,
            people: people(snapshot, own, self.people).await?,
            roles: read::<Role>(snapshot, own, rights, self.roles).await?,
        })
    }
}

async fn read<R: CalledRow>(
    snapshot: &mut Snapshot,
    own: OrganizationId,
    rights: PermissionSet,
    ids: BTreeSet<R::Id>,
) -> Result<CalledBy<R::Id>, Problem> {
    if !rights.has(R::PERMISSION) {
        return Ok(CalledBy::default());
    }
    let rows: Vec<R> = by_id::rows(snapshot, own, ids.into_iter()).await?;
    Ok(CalledBy(rows.into_iter().map(CalledRow::called).collect()))
}

/// Names of parties have a table of their own, since they may be erased.
async fn parties(
    snapshot: &mut Snapshot,
    own: OrganizationId,
    rights: PermissionSet,
    ids: &BTreeSet<PartyId>,
) -> Result<CalledBy<PartyId>, Problem> {
    if !names_parties(rights) {
        return Ok(CalledBy::default());
    }
    let rows: Vec<Party> = by_id::rows(snapshot, own, ids.iter().copied()).await?;
    let names: Vec<PartyName> = by_id::rows_by(snapshot, own, "party_id", ids.iter().copied()).await?;
    let mut parties = CalledBy::default();
    parties.add_parties(rows, names);
    Ok(parties)
}

/// Whether parties are named to somebody with these rights.
fn names_parties(rights: PermissionSet) -> bool {
    let naming =
        [Permission::PartiesLookup, Permission::PartiesRead, Permission::JournalEntriesRead, Permission::ReportsRead];
    naming.into_iter().any(|right| rights.has(right))
}

/// Names of people, if they were not erased.
async fn people(
    snapshot: &mut Snapshot,
    own: OrganizationId,
    ids: BTreeSet<PrincipalId>,
) -> Result<CalledBy<PrincipalId>, Problem> {
    let rows: Vec<PrincipalName> = by_id::rows_by(snapshot, own, "principal_id", ids.into_iter()).await?;
    let called = |row: PrincipalName| (row.principal_id, Called { code: None, name: Some(row.name) });
    Ok(CalledBy(rows.into_iter().map(called).collect()))
}

impl Names {
    /// Those that a decision knew, as far as the caller may read them.
    fn known(known: &EntryNames) -> Self {
        Self {
            accounts: called(known.rights.has(Permission::AccountsRead), &known.accounts),
            parties: called(names_parties(known.rights), &known.parties),
            journals: called(known.rights.has(Permission::JournalsRead), &known.journals),
            ..Self::default()
        }
    }

    /// With those of what a preview would make along with its subject: a party, a lot, a piece.
    fn add_previewed(&mut self, done: &Done, rights: PermissionSet) -> Result<(), Problem> {
        if names_parties(rights) {
            self.parties.add_parties(done.previewed()?, done.previewed()?);
        }
        if rights.has(Permission::ItemsRead) {
            self.lots.0.extend(done.previewed::<Lot>()?.into_iter().map(CalledRow::called));
            self.serials.0.extend(done.previewed::<Serial>()?.into_iter().map(CalledRow::called));
        }
        Ok(())
    }
}

impl<I: TypedId + Ord> CalledBy<I> {
    /// What the row with this id is called.
    #[must_use]
    pub fn of(&self, id: Id<I>) -> Called {
        self.0.get(&id.0).cloned().unwrap_or_default()
    }

    /// As [`Self::of`], if there is one.
    #[must_use]
    pub fn maybe(&self, id: Option<Id<I>>) -> Called {
        id.map(|id| self.of(id)).unwrap_or_default()
    }
}

impl CalledBy<PartyId> {
    fn add_parties(&mut self, rows: Vec<Party>, names: Vec<PartyName>) {
        for row in rows {
            self.0.entry(row.id).or_default().code = row.code;
        }
        for row in names {
            self.0.entry(row.party_id).or_default().name = Some(row.name);
        }
    }
}

impl<I> Default for CalledBy<I> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

fn called<I: TypedId + Ord>(is_allowed: bool, rows: &[RowName<I>]) -> CalledBy<I> {
    let rows = rows.iter().filter(|_| is_allowed);
    CalledBy(rows.map(|row| (row.id, Called { code: row.code.clone(), name: row.name.clone() })).collect())
}
