//! An event: a pure projection of a fact.

use std::collections::BTreeMap;

use domain::access::{Permission, PermissionSet};
use domain::book::{Row, RowWrite, codec};
use domain::ledger::{Account, Entry, FiscalYear, Journal, Party, Period};
use domain::settings::FactRow;
use domain::value::id::PrincipalId;
use domain::value::{BadCell, Cell, TypedId};
use domain::warehouses::Warehouse;
use serde_json::Value;

use crate::http::journal_entries::view::hex;
use crate::http::output::{At, Id};

crate::output! {
    /// Something that happened. Sequences are gapless for everyone.
    pub struct EventView {
        pub seq: i64,
        pub at: At,
        /// `journalEntry.posted` and the like.
        pub r#type: String,
        /// The id of what it is about.
        pub subject: String,
        /// The version of this type of event.
        pub version: i64,
        pub actor: Id<PrincipalId>,
        pub request_id: String,
        /// Large events come in consecutive parts, from 1.
        pub part: i64,
        pub parts: i64,
        /// SHA-256 in hex over this event and the hash before it.
        pub hash: String,
        /// The ids of what it wrote, by noun; with the last part. Null where you may not read its subject.
        pub data: Value,
    }
}

/// What someone must be allowed to read before he sees the data of this type of event.
#[must_use]
pub fn needed(kind: &str) -> Permission {
    match kind.split('.').next().unwrap_or_default() {
        "journalEntry" => Permission::JournalEntriesRead,
        "account" => Permission::AccountsRead,
        "party" => Permission::PartiesRead,
        "journal" => Permission::JournalsRead,
        "fiscalYear" | "period" => Permission::PeriodsRead,
        "warehouse" => Permission::WarehousesRead,
        "organization" => Permission::OrganizationRead,
        "role" => Permission::RolesRead,
        // Memberships, and whatever comes later and is not listed yet.
        _ => Permission::UsersRead,
    }
}

impl EventView {
    /// The event of a fact; `payload` is that of all its parts, where this is the last one.
    ///
    /// # Errors
    /// Where the log is damaged.
    pub fn of(fact: FactRow, payload: Option<&[u8]>, rights: PermissionSet) -> Result<Self, BadCell> {
        let data = match payload {
            Some(payload) if rights.has(needed(&fact.kind)) => ids(payload)?,
            _ => Value::Null,
        };
        Ok(Self {
            data,
            seq: fact.seq,
            at: At(fact.at),
            r#type: fact.kind,
            subject: fact.subject,
            version: fact.version,
            actor: Id(fact.actor),
            request_id: fact.request_id,
            part: fact.part,
            parts: fact.parts,
            hash: hex(&fact.hash),
        })
    }
}

/// The ids of the rows that a payload holds, by noun.
fn ids(payload: &[u8]) -> Result<Value, BadCell> {
    let mut found: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for write in codec::decode_writes(payload)? {
        let Some(table) = store::tables::numbered(write.table) else { continue };
        let write = RowWrite { table, cells: write.cells, deleted: write.deleted };
        if let Some((noun, id)) = named(&write) {
            found.entry(noun).or_default().push(Value::String(id));
        }
    }
    serde_json::to_value(found).map_err(|_| BadCell { wanted: "ids", found: "no JSON".to_owned() })
}

fn named(write: &RowWrite) -> Option<(&'static str, String)> {
    fn id<I: TypedId + std::fmt::Display>(cells: &[Cell]) -> Option<String> {
        match cells.first() {
            Some(Cell::Id(bytes)) => Some(I::from_bytes(*bytes).to_string()),
            _ => None,
        }
    }
    use domain::value::id as ids;
    let number = write.table.number;
    let cells = write.cells.as_slice();
    let is = |table: u16| table == number;
    Some(match () {
        () if is(Entry::TABLE.number) => ("journalEntryIds", id::<ids::EntryId>(cells)?),
        () if is(Account::TABLE.number) => ("accountIds", id::<ids::AccountId>(cells)?),
        () if is(Party::TABLE.number) => ("partyIds", id::<ids::PartyId>(cells)?),
        () if is(Journal::TABLE.number) => ("journalIds", id::<ids::JournalId>(cells)?),
        () if is(FiscalYear::TABLE.number) => ("fiscalYearIds", id::<ids::FiscalYearId>(cells)?),
        () if is(Period::TABLE.number) => ("periodIds", id::<ids::PeriodId>(cells)?),
        () if is(Warehouse::TABLE.number) => ("warehouseIds", id::<ids::WarehouseId>(cells)?),
        () => return None,
    })
}
