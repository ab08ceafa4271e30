//! Keys: everything that a book can be asked to load.

use super::query::{Is, Query};
use crate::access::{Membership, PrincipalName, Role};
use crate::ledger::dimensions::{Dimension, DimensionSet, DimensionValue};
use crate::ledger::{
    Account, Balance, BalanceClass, Entry, EntryStatus, FiscalYear, Journal, Line, NumberSeries, Party, PartyName,
    Period,
};
use crate::settings::{Organization, Receipt};
use crate::value::id::{
    AccountId, DimensionId, DimensionSetId, DimensionValueId, EntryId, JournalId, PartyId, PrincipalId,
};
use crate::value::{Cell, CellValue, Currency, Date};
use crate::warehouses::Warehouse;

/// One thing to load: a row, an index look-up, a range, or an aggregate.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Key {
    // Rows.
    Organization,
    Membership(PrincipalId),
    PrincipalName(PrincipalId),
    Account(AccountId),
    Party(PartyId),
    PartyName(PartyId),
    DimensionValue(DimensionValueId),
    Series(JournalId, String),
    Entry(EntryId),
    Balance(AccountId, Date, Currency, BalanceClass),
    Receipt([u8; 16]),
    // Index look-ups.
    AccountByCode(String),
    PartyByName(String),
    PartyByCode(String),
    DimensionValueByCode(DimensionId, String),
    EntryByExternal(String, String),
    // Ranges: small sets of master data are loaded whole, each bounded in `limits`.
    Roles,
    Memberships,
    Dimensions,
    Journals,
    FiscalYears,
    Periods,
    Warehouses,
    Lines(i64),
    AccountChildren(AccountId),
    AccountsWithRequiredDimensions,
    AccountsWithDefaultDimensions,
    DimensionValueChildren(DimensionValueId),
    DimensionSet(DimensionSetId),
    // Aggregates.
    DraftsBetween(Date, Date),
    EntriesOfJournal(JournalId),
    ValuesOfDimension(DimensionId),
    SetsOfDimension(DimensionId),
    SetsOfDimensionValue(DimensionId, DimensionValueId),
}

impl Key {
    /// The rows that answer this key.
    #[must_use]
    pub fn query(&self) -> Query {
        let text = |text: &str| Cell::Text(text.to_owned());
        match self {
            Self::Organization => Query::row::<Organization>(&()),
            Self::Membership(id) => Query::row::<Membership>(&(*id,)),
            Self::PrincipalName(id) => Query::row::<PrincipalName>(&(*id,)),
            Self::Account(id) => Query::row::<Account>(&(*id,)),
            Self::Party(id) => Query::row::<Party>(&(*id,)),
            Self::PartyName(id) => Query::row::<PartyName>(&(*id,)),
            Self::DimensionValue(id) => Query::row::<DimensionValue>(&(*id,)),
            Self::Series(journal, bucket) => Query::row::<NumberSeries>(&(*journal, bucket.clone())),
            Self::Entry(id) => Query::row::<Entry>(&(*id,)),
            Self::Balance(account, date, currency, class) => {
                Query::row::<Balance>(&(*account, *date, *currency, *class))
            }
            Self::Receipt(hash) => Query::row::<Receipt>(&(*hash,)),
            Self::AccountByCode(code) => Query::all::<Account>().when("code", Is::Equal, text(code)),
            Self::PartyByName(name) => Query::all::<PartyName>().when("name", Is::Equal, text(name)),
            Self::PartyByCode(code) => Query::all::<Party>().when("code", Is::Equal, text(code)),
            Self::DimensionValueByCode(dimension, code) => Query::all::<DimensionValue>()
                .when("dimension_id", Is::Equal, dimension.to_cell())
                .when("code", Is::Equal, text(code)),
            Self::EntryByExternal(source, external_id) => Query::all::<Entry>()
                .when("source", Is::Equal, text(source))
                .when("external_id", Is::Equal, text(external_id))
                .when("status", Is::Not, EntryStatus::Voided.to_cell())
                .when("voids_entry_id", Is::Null, Cell::Null),
            Self::Roles => Query::all::<Role>(),
            Self::Memberships => Query::all::<Membership>(),
            Self::Dimensions => Query::all::<Dimension>(),
            Self::Journals => Query::all::<Journal>(),
            Self::FiscalYears => Query::all::<FiscalYear>(),
            Self::Periods => Query::all::<Period>(),
            Self::Warehouses => Query::all::<Warehouse>(),
            Self::Lines(sequence) => Query::all::<Line>().when("entry_sequence", Is::Equal, Cell::Int(*sequence)),
            Self::AccountChildren(id) => Query::all::<Account>().when("parent_id", Is::Equal, id.to_cell()),
            Self::AccountsWithRequiredDimensions => {
                Query::all::<Account>().when("required_dimensions", Is::Not, text(""))
            }
            Self::AccountsWithDefaultDimensions => {
                Query::all::<Account>().when("default_dimensions", Is::Not, text(""))
            }
            Self::DimensionValueChildren(id) => {
                Query::all::<DimensionValue>().when("parent_id", Is::Equal, id.to_cell())
            }
            Self::DimensionSet(id) => Query::all::<DimensionSet>().when("id", Is::Equal, id.to_cell()),
            Self::DraftsBetween(from, to) => Query::all::<Entry>()
                .when("status", Is::Equal, EntryStatus::Draft.to_cell())
                .when("date", Is::AtLeast, from.to_cell())
                .when("date", Is::AtMost, to.to_cell())
                .count(),
            Self::EntriesOfJournal(id) => Query::all::<Entry>().when("journal_id", Is::Equal, id.to_cell()).count(),
            Self::ValuesOfDimension(id) => {
                Query::all::<DimensionValue>().when("dimension_id", Is::Equal, id.to_cell()).count()
            }
            Self::SetsOfDimension(id) => {
                Query::all::<DimensionSet>().when("dimension_id", Is::Equal, id.to_cell()).count()
            }
            Self::SetsOfDimensionValue(dimension, value) => Query::all::<DimensionSet>()
                .when("dimension_id", Is::Equal, dimension.to_cell())
                .when("value_id", Is::Equal, value.to_cell())
                .count(),
        }
    }
}
