//! The data of an event: a pure projection of its fact.
//!
//! Always the ids of the written rows; for entries also the amounts posted on each account. Balances are no part of a
//! fact, so an event shows the movement, and never the later balance.

use std::collections::BTreeMap;

use domain::rows::items::Item;
use domain::rows::{
    Account, ApprovalPolicy, ControlChange, Count, CustomCurrency, Dimension, DimensionValue, Entry, EntryStatus,
    EntryTemplate, EntryType, ExchangeRate, FiscalYear, FrozenPool, ItemCategory, Journal, Line, Location, Lot, Match,
    Membership, Party, Period, ReasonCode, RecurringEntry, Reservation, Revaluation, Role, Row, Serial,
    StatementMapping, StockMovement, StoredWrite, Warehouse, payload,
};
use domain::value::id::{self, AccountId, EntryId, JournalId, PartyId, PrincipalId, RoleId};
use domain::value::{BadCell, Cell, Currency, Decimal, TypedId};
use serde::{Serialize, Serializer};
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, Type};

use crate::http::control_changes::view::ControlChangeView;
use crate::http::input::{Schemas, reference};
use crate::http::journal_entries::view::texts;
use crate::http::output::{CurrencyCode, Day, DecimalText, Encode, Id, Named, RateText};

crate::output! {
    /// An entry as an event left it.
    pub struct EventEntry {
        pub id: Id<EntryId>,
        /// The number in the journal's series; null in a draft.
        pub number: Option<String>,
        /// Position in the organization's one gapless series; null in a draft.
        pub sequence: Option<i64>,
        pub journal_id: Id<JournalId>,
        pub date: Day,
        pub status: Named<EntryStatus>,
        pub entry_type: Named<EntryType>,
        /// The currency of lines that give none.
        pub currency: CurrencyCode,
        /// Of the totals and of the lines' base amounts.
        pub base_currency: CurrencyCode,
        pub total_debit: DecimalText,
        pub total_credit: DecimalText,
        pub reverses_entry_id: Option<Id<EntryId>>,
        pub reversed_by_entry_id: Option<Id<EntryId>>,
        pub corrects_entry_id: Option<Id<EntryId>>,
        pub corrected_by_entry_id: Option<Id<EntryId>>,
        pub voids_entry_id: Option<Id<EntryId>>,
        pub voided_by_entry_id: Option<Id<EntryId>>,
        pub submitted_by: Option<Id<PrincipalId>>,
        pub approved_by: Option<Id<PrincipalId>>,
        /// The time of the last rejection, if any.
        pub rejected_by: Option<Id<PrincipalId>>,
        pub rejection_reason: Option<String>,
        pub version: i64,
        /// The lines that the event posted; null if it posted nothing for this entry: a draft, or the original of a
        /// void.
        pub lines: Option<Vec<EventLine>>,
    }

    /// A line that an event posted on one account.
    pub struct EventLine {
        pub line_number: i64,
        pub account_id: Id<AccountId>,
        pub party_id: Option<Id<PartyId>>,
        pub debit: DecimalText,
        pub credit: DecimalText,
        pub currency: CurrencyCode,
        /// Null in base currency, or if the base amount was given.
        pub exchange_rate: Option<RateText>,
        pub base_debit: DecimalText,
        pub base_credit: DecimalText,
        /// Dimension values by dimension code.
        pub dimensions: BTreeMap<String, String>,
    }
}

crate::output! {
    /// Who somebody is in the organization, as an event left it.
    pub struct EventMembership {
        pub principal_id: Id<PrincipalId>,
        /// Names of built-in roles and ids of custom ones.
        pub roles: Vec<String>,
        pub is_active: bool,
        /// Who answers for a service account; null for everybody else.
        pub owner_id: Option<Id<PrincipalId>>,
        /// The warehouses assigned to it; null is all.
        pub warehouse_ids: Option<Vec<String>>,
    }

    /// A custom role, as an event left it.
    pub struct EventRole {
        pub id: Id<RoleId>,
        pub name: String,
        pub permissions: Vec<String>,
    }
}

/// The data of an event, as `of` makes it.
#[derive(Clone, Debug)]
pub struct EventData(pub Value);

impl Serialize for EventData {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

/// All members are lists, and each is there only where the event wrote such records.
impl Encode for EventData {
    fn field_schema(schemas: &mut Schemas) -> RefOr<Schema> {
        let ids = || ArrayBuilder::new().items(String::field_schema(&mut Vec::new()));
        let mut data = ObjectBuilder::new()
            .schema_type(Type::Object)
            .description(Some("What an event wrote. Each list is there only where the event wrote such records."))
            .property("journalEntries", Vec::<EventEntry>::field_schema(schemas))
            .property("memberships", Vec::<EventMembership>::field_schema(schemas))
            .property("roles", Vec::<EventRole>::field_schema(schemas))
            .property("controlChanges", Vec::<ControlChangeView>::field_schema(schemas));
        for noun in NOUNS {
            data = data.property(*noun, ids());
        }
        schemas.push(("EventData".to_owned(), data.build().into()));
        reference("EventData")
    }
}

/// The data of a payload: lists of ids by noun, and `journalEntries`, `memberships`, `roles` and `controlChanges` where there are any.
pub fn of(payload: &[u8]) -> Result<EventData, BadCell> {
    let mut found: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    let (mut entries, mut lines): (Vec<Entry>, BTreeMap<i64, Vec<Line>>) = Default::default();
    for write in payload::decode_writes(payload)? {
        if let Some((noun, id)) = named(&write) {
            found.entry(noun).or_default().push(Value::String(id));
        }
        if let Some(membership) = row::<Membership>(&write)? {
            let view = serde_json::to_value(EventMembership::of(membership)).map_err(|_| no_json())?;
            found.entry("memberships").or_default().push(view);
        } else if let Some(role) = row::<Role>(&write)? {
            let view = serde_json::to_value(EventRole::of(role)).map_err(|_| no_json())?;
            found.entry("roles").or_default().push(view);
        } else if let Some(change) = row::<ControlChange>(&write)? {
            let at = change.proposed_at;
            let view = serde_json::to_value(ControlChangeView::of(change, at)).map_err(|_| no_json())?;
            found.entry("controlChanges").or_default().push(view);
        } else if let Some(entry) = row::<Entry>(&write)? {
            entries.push(entry);
        } else if let Some(line) = row::<Line>(&write)? {
            lines.entry(line.entry_sequence).or_default().push(line);
        }
    }
    for entry in entries {
        let posted = entry.sequence.and_then(|sequence| lines.remove(&sequence));
        let view = serde_json::to_value(EventEntry::of(entry, posted)).map_err(|_| no_json())?;
        found.entry("journalEntries").or_default().push(view);
    }
    serde_json::to_value(found).map(EventData).map_err(|_| no_json())
}

/// The row that was written, where it is one of this table and was not deleted.
fn row<R: Row>(write: &StoredWrite) -> Result<Option<R>, BadCell> {
    let table = R::table();
    // A row of an older version is shown by its id alone.
    let is_own = write.table == table.number && write.version == table.version && !write.deleted;
    is_own.then(|| R::from_cells(&write.cells)).transpose()
}

fn no_json() -> BadCell {
    BadCell { wanted: "the data of an event", found: "no JSON".to_owned() }
}

impl EventMembership {
    /// The view of a row.
    pub fn of(membership: Membership) -> Self {
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Self {
            principal_id: Id(membership.principal_id),
            roles: words(&membership.roles),
            is_active: membership.is_active,
            owner_id: membership.owner_id.map(Id),
            warehouse_ids: membership.warehouse_ids.as_deref().map(words),
        }
    }
}

impl EventRole {
    fn of(role: Role) -> Self {
        let permissions = role.permissions.split_whitespace().map(str::to_owned).collect();
        Self { id: Id(role.id), name: role.name, permissions }
    }
}

impl EventEntry {
    fn of(entry: Entry, lines: Option<Vec<Line>>) -> Self {
        let base = entry.currency;
        let amount = |units| DecimalText(Decimal::from_units(units, base.decimals()));
        let lines = lines.map(|lines| lines.iter().map(|line| EventLine::of(line, base)).collect());
        Self {
            total_debit: amount(entry.total_debit),
            total_credit: amount(entry.total_credit),
            id: Id(entry.id),
            number: entry.number,
            sequence: entry.sequence,
            journal_id: Id(entry.journal_id),
            date: Day(entry.date),
            status: Named(entry.status),
            entry_type: Named(entry.entry_type),
            currency: CurrencyCode(entry.transaction_currency),
            base_currency: CurrencyCode(base),
            reverses_entry_id: entry.reverses_entry_id.map(Id),
            reversed_by_entry_id: entry.reversed_by_entry_id.map(Id),
            corrects_entry_id: entry.corrects_entry_id.map(Id),
            corrected_by_entry_id: entry.corrected_by_entry_id.map(Id),
            voids_entry_id: entry.voids_entry_id.map(Id),
            voided_by_entry_id: entry.voided_by_entry_id.map(Id),
            submitted_by: entry.submitted_by.map(Id),
            approved_by: entry.approved_by.map(Id),
            rejected_by: entry.rejected_by.map(Id),
            rejection_reason: entry.rejection_reason,
            version: entry.version,
            lines,
        }
    }
}

impl EventLine {
    fn of(line: &Line, base: Currency) -> Self {
        let amount = |units| DecimalText(Decimal::from_units(units, line.currency.decimals()));
        let in_base = |units| DecimalText(Decimal::from_units(units, base.decimals()));
        Self {
            line_number: line.line_number,
            account_id: Id(line.account_id),
            party_id: line.party_id.map(Id),
            debit: amount(line.debit),
            credit: amount(line.credit),
            currency: CurrencyCode(line.currency),
            exchange_rate: line.exchange_rate.map(RateText),
            base_debit: in_base(line.base_debit),
            base_credit: in_base(line.base_credit),
            dimensions: texts(&line.dimensions),
        }
    }
}

/// The nouns under which writes are shown.
const NOUNS: &[&str] = &[
    "journalEntryIds",
    "accountIds",
    "partyIds",
    "dimensionIds",
    "dimensionValueIds",
    "currencyCodes",
    "exchangeRateIds",
    "journalIds",
    "approvalPolicyIds",
    "controlChangeIds",
    "statementMappingIds",
    "fiscalYearIds",
    "periodIds",
    "matchIds",
    "entryTemplateIds",
    "recurringEntryIds",
    "revaluationIds",
    "warehouseIds",
    "itemCategoryIds",
    "itemIds",
    "locationIds",
    "lotIds",
    "serialIds",
    "movementIds",
    "reservationIds",
    "frozenPoolIds",
    "countIds",
    "reasonCodeIds",
];

/// The noun under which a write is shown, and the id of its row.
pub fn named(write: &StoredWrite) -> Option<(&'static str, String)> {
    fn text<I: TypedId + std::fmt::Display>(cells: &[Cell]) -> Option<String> {
        match cells.first() {
            Some(Cell::Id(bytes)) => Some(I::from_bytes(*bytes).to_string()),
            _ => None,
        }
    }
    let cells = write.cells.as_slice();
    let code = |cells: &[Cell]| match cells.first() {
        Some(Cell::Text(code)) => Some(code.clone()),
        _ => None,
    };
    let is = |number: u16| number == write.table;
    Some(match () {
        () if is(Entry::TABLE.number) => ("journalEntryIds", text::<EntryId>(cells)?),
        () if is(Account::TABLE.number) => ("accountIds", text::<AccountId>(cells)?),
        () if is(Party::TABLE.number) => ("partyIds", text::<PartyId>(cells)?),
        () if is(Dimension::TABLE.number) => ("dimensionIds", text::<id::DimensionId>(cells)?),
        () if is(DimensionValue::TABLE.number) => ("dimensionValueIds", text::<id::DimensionValueId>(cells)?),
        () if is(CustomCurrency::TABLE.number) => ("currencyCodes", code(cells)?),
        () if is(ExchangeRate::TABLE.number) => ("exchangeRateIds", text::<id::ExchangeRateId>(cells.get(4..)?)?),
        () if is(Journal::TABLE.number) => ("journalIds", text::<JournalId>(cells)?),
        () if is(ApprovalPolicy::TABLE.number) => ("approvalPolicyIds", text::<id::ApprovalPolicyId>(cells)?),
        () if is(ControlChange::TABLE.number) => ("controlChangeIds", text::<id::ControlChangeId>(cells)?),
        () if is(StatementMapping::TABLE.number) => ("statementMappingIds", text::<id::StatementMappingId>(cells)?),
        () if is(FiscalYear::TABLE.number) => ("fiscalYearIds", text::<id::FiscalYearId>(cells)?),
        () if is(Period::TABLE.number) => ("periodIds", text::<id::PeriodId>(cells)?),
        () if is(Match::TABLE.number) => ("matchIds", text::<id::MatchId>(cells)?),
        () if is(EntryTemplate::TABLE.number) => ("entryTemplateIds", text::<id::EntryTemplateId>(cells)?),
        () if is(RecurringEntry::TABLE.number) => ("recurringEntryIds", text::<id::RecurringEntryId>(cells)?),
        () if is(Revaluation::TABLE.number) => ("revaluationIds", text::<id::RevaluationId>(cells)?),
        () if is(Warehouse::TABLE.number) => ("warehouseIds", text::<id::WarehouseId>(cells)?),
        () if is(ItemCategory::TABLE.number) => ("itemCategoryIds", text::<id::ItemCategoryId>(cells)?),
        () if is(Item::TABLE.number) => ("itemIds", text::<id::ItemId>(cells)?),
        () if is(Location::TABLE.number) => ("locationIds", text::<id::LocationId>(cells)?),
        () if is(Lot::TABLE.number) => ("lotIds", text::<id::LotId>(cells)?),
        () if is(Serial::TABLE.number) => ("serialIds", text::<id::SerialId>(cells)?),
        () if is(StockMovement::TABLE.number) => ("movementIds", text::<id::MovementId>(cells)?),
        () if is(Reservation::TABLE.number) => ("reservationIds", text::<id::ReservationId>(cells)?),
        () if is(FrozenPool::TABLE.number) => ("frozenPoolIds", text::<id::FrozenPoolId>(cells)?),
        () if is(Count::TABLE.number) => ("countIds", text::<id::CountId>(cells)?),
        () if is(ReasonCode::TABLE.number) => ("reasonCodeIds", text::<id::ReasonCodeId>(cells)?),
        () => return None,
    })
}
