//! An event: a pure projection of a fact.

use super::data::{self, EventData};
use crate::http::journal_entries::view::hex;
use crate::http::output::{At, Id};
use domain::rows::FactRow;
use domain::value::BadCell;
use domain::value::id::PrincipalId;
use domain::value::permission::{Permission, PermissionSet};

crate::output! {
    /// An event. Sequences are gapless for everyone.
    pub struct EventView {
        pub seq: i64,
        pub at: At,
        /// `journalEntry.posted` and the like.
        pub r#type: String,
        /// The id of the subject.
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
        /// On the last part: the ids of the written records, by noun (`warehouseIds`), and `journalEntries` with the
        /// number, date, status and totals of each written entry and its posted lines, if you may read journal entries
        /// or costs. Null if you may not read its subject, or have no access to its warehouses.
        pub data: Option<EventData>,
    }
}

/// The permission to read the data of this type of event.
#[must_use]
pub fn needed(kind: &str) -> Permission {
    match kind.split('.').next().unwrap_or_default() {
        "journalEntry" | "entryTemplate" | "match" | "revaluation" => Permission::JournalEntriesRead,
        "account" => Permission::AccountsRead,
        "party" => Permission::PartiesRead,
        "approvalPolicy" => Permission::ApprovalPoliciesRead,
        "controlChange" => Permission::ControlChangesRead,
        "dimension" | "dimensionValue" => Permission::DimensionsRead,
        "chart" | "statementMapping" => Permission::AccountsRead,
        "recurringEntry" => Permission::RecurringEntriesRead,
        "currency" => Permission::CurrenciesRead,
        "exchangeRate" => Permission::ExchangeRatesRead,
        "journal" => Permission::JournalsRead,
        "fiscalYear" | "period" => Permission::PeriodsRead,
        "warehouse" | "location" => Permission::WarehousesRead,
        "movement" | "pool" => Permission::MovementsRead,
        "reservation" => Permission::ReservationsRead,
        "count" => Permission::CountsRead,
        "item" | "itemCategory" | "lot" | "serial" | "reasonCode" => Permission::ItemsRead,
        "organization" => Permission::OrganizationRead,
        "role" => Permission::RolesRead,
        // Memberships, and later kinds that are not listed yet.
        _ => Permission::UsersRead,
    }
}

/// The amounts in entries of goods are their cost: they are for callers who may read either.
fn for_rights(mut data: EventData, rights: PermissionSet) -> EventData {
    let tells = rights.has(Permission::JournalEntriesRead) || rights.has(Permission::CostsRead);
    if let Some(found) = data.0.as_object_mut().filter(|_| !tells) {
        found.remove("journalEntries");
    }
    data
}

impl EventView {
    /// The event of a fact; `payload` is that of all its parts, where this is the last one.
    pub fn of(fact: FactRow, payload: Option<&[u8]>, rights: PermissionSet) -> Result<Self, BadCell> {
        let data = match payload {
            Some(payload) if rights.has(needed(&fact.kind)) => Some(for_rights(data::of(payload)?, rights)),
            _ => None,
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
