//! Which record an id names: who may read it, and where it stands.

use domain::rows::items::Item;
use domain::rows::{
    Account, ApprovalPolicy, ControlChange, Count, Dimension, DimensionValue, Entry, EntryTemplate, ExchangeRate,
    FiscalYear, FrozenPool, ItemCategory, Journal, Location, Lot, Match, Membership, Organization, Party, Period,
    ReasonCode, RecurringEntry, Reservation, Revaluation, Role, Row, Serial, StatementMapping, StockMovement, TableDef,
    Warehouse,
};
use domain::value::TypedId;
use domain::value::id::{
    AccountId, ApprovalPolicyId, ControlChangeId, CountId, DimensionId, DimensionValueId, EntryId, EntryTemplateId,
    ExchangeRateId, FiscalYearId, FrozenPoolId, ItemCategoryId, ItemId, JournalId, LocationId, LotId, MatchId,
    MovementId, OrganizationId, PartyId, PeriodId, PrincipalId, ReasonCodeId, RecurringEntryId, ReservationId,
    RevaluationId, RoleId, SerialId, StatementMappingId, WarehouseId, decode,
};

/// What records with one prefix are.
#[derive(Clone, Copy, Debug)]
pub struct Noun {
    prefix: &'static str,
    /// As in the types of events.
    pub name: &'static str,
    /// Where they stand.
    pub table: &'static TableDef,
}

impl Noun {
    /// Whose record an id names; `None` for texts that are no id.
    pub fn of(subject: &str) -> Option<(&'static Self, [u8; 16])> {
        let (prefix, digits) = subject.split_once('_')?;
        let noun = NOUNS.iter().find(|noun| noun.prefix == prefix)?;
        Some((noun, decode(digits)?))
    }
}

macro_rules! nouns {
    ($($id:ident: $row:ident = $name:literal),* $(,)?) => {
        const NOUNS: &[Noun] = &[$(Noun { prefix: $id::PREFIX, name: $name, table: &$row::TABLE }),*];
    };
}

nouns! {
    EntryId: Entry = "journalEntry",
    MatchId: Match = "match",
    RevaluationId: Revaluation = "revaluation",
    AccountId: Account = "account",
    PartyId: Party = "party",
    ApprovalPolicyId: ApprovalPolicy = "approvalPolicy",
    ControlChangeId: ControlChange = "controlChange",
    DimensionId: Dimension = "dimension",
    DimensionValueId: DimensionValue = "dimensionValue",
    StatementMappingId: StatementMapping = "statementMapping",
    EntryTemplateId: EntryTemplate = "entryTemplate",
    RecurringEntryId: RecurringEntry = "recurringEntry",
    ExchangeRateId: ExchangeRate = "exchangeRate",
    JournalId: Journal = "journal",
    FiscalYearId: FiscalYear = "fiscalYear",
    PeriodId: Period = "period",
    WarehouseId: Warehouse = "warehouse",
    LocationId: Location = "location",
    MovementId: StockMovement = "movement",
    FrozenPoolId: FrozenPool = "pool",
    ReservationId: Reservation = "reservation",
    CountId: Count = "count",
    ItemId: Item = "item",
    ItemCategoryId: ItemCategory = "itemCategory",
    LotId: Lot = "lot",
    SerialId: Serial = "serial",
    ReasonCodeId: ReasonCode = "reasonCode",
    OrganizationId: Organization = "organization",
    RoleId: Role = "role",
    PrincipalId: Membership = "membership",
}
