//! Keys: everything that a book can be asked to load.

use crate::book::in_transit::InTransit;
use crate::book::named::Named;
use crate::book::{Is, Query, Sums, counts_usage};
use crate::costing::Place;
use crate::named_enum;
use crate::rows::items::Item;
use crate::rows::{
    Account, AccountSubtype, AccountType, ApprovalPolicy, Balance, BalanceClass, ConsignedLine, ControlChange,
    ControlChangeStatus, Count, CountLine, CountOverrun, CountStatus, CountedGoods, CustomCurrency, Dimension,
    DimensionSet, DimensionValue, Entry, EntryStatus, ExchangeRate, FiscalYear, FrozenPool, FrozenPoolStatus,
    ItemCategory, ItemGtin, Journal, Line, Location, Lot, Match, MatchItem, MatchSource, MatchStatus, MatchedLine,
    Membership, MovementLine, MovementStatus, NumberSeries, Occurrence, Organization, Party, PartyName, Period, Pool,
    PoolCheckpoint, PoolDay, PoolLayer, PoolMovement, PoolTie, PrincipalName, RateType, ReasonCode, Receipt,
    ReceivedLine, RecurringEntry, Replacement, Reservation, ReservationStatus, ReservedGoods, Revaluation,
    RevaluationItem, Role, Row, Serial, StatementMapping, StockDay, StockLevel, StockMovement, TransitLine, ValueEntry,
    Warehouse,
};
use crate::value::id::{
    AccountId, ControlChangeId, CountId, DimensionId, DimensionSetId, DimensionValueId, EntryId, FrozenPoolId,
    ItemCategoryId, ItemId, JournalId, LocationId, LotId, MatchId, MovementId, PartyId, PeriodId, PoolId, PrincipalId,
    RecurringEntryId, ReservationId, RevaluationId, SerialId, WarehouseId,
};
use crate::value::movement_kind::MovementKind;
use crate::value::{Cell, CellValue, Currency, Date, Instant, limits};

named_enum! {
    /// What may be in a currency, beside drafts.
    CurrencyUse {
        Balances = "balances",
        Accounts = "accounts",
        Parties = "parties",
        RatesFrom = "rates from it",
        RatesTo = "rates to it",
    }
}

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
    Replacement(EntryId),
    Balance(AccountId, Date, Currency, BalanceClass),
    Receipt([u8; 16]),
    RecurringEntry(RecurringEntryId),
    Match(MatchId),
    Item(ItemId),
    /// 14 digits on a label.
    ItemGtin(String),
    Location(LocationId),
    Lot(LotId),
    Serial(SerialId),
    Movement(MovementId),
    Count(CountId),
    /// A line of a count by its number.
    CountLine(CountId, i64),
    Pool(PoolId),
    PoolMovement(PoolId, Place),
    /// Item, warehouse, location, lot, serial.
    StockLevel(ItemId, WarehouseId, [u8; 16], [u8; 16], [u8; 16]),
    StockDay(ItemId, WarehouseId, [u8; 16], [u8; 16], [u8; 16], Date),
    /// What came to one place and left it from a day on.
    StockDaysFrom(ItemId, WarehouseId, [u8; 16], [u8; 16], [u8; 16], Date),
    PoolDay(PoolId, AccountId, Date),
    /// What was received by a line: the receipt's place in the log, and the line.
    ReceivedLine(i64, i64),
    TransitLine(i64, i64),
    ConsignedLine(i64, i64),
    Reservation(ReservationId),
    /// Item, warehouse, lot or piece.
    ReservedGoods(ItemId, WarehouseId, [u8; 16]),
    // Index look-ups.
    AccountByCode(String),
    PartyByName(String),
    PartyByCode(String),
    DimensionValueByCode(DimensionId, String),
    EntryByExternal(String, String),
    /// A sku in lower case.
    ItemBySku(String),
    LocationByCode(WarehouseId, String),
    LotByNumber(ItemId, String),
    SerialByNumber(ItemId, String),
    MovementByExternal(String, String),
    ReservationByExternal(String, String),
    /// Item, scope, lot or serial.
    PoolByName(ItemId, [u8; 16], [u8; 16]),
    FrozenPool(FrozenPoolId),
    // Ranges: small sets of master data are loaded whole, each bounded in `limits`.
    Roles,
    Memberships,
    Dimensions,
    Currencies,
    /// The rates of a pair that are valid from these days on.
    Rates(Currency, Currency, RateType, Date, Date),
    Journals,
    ApprovalPolicies,
    ControlChange(ControlChangeId),
    /// What is proposed and not decided.
    OpenControlChanges,
    /// What let somebody do more, by the wire id of its subject.
    LooseningsOf(String),
    /// What is frozen now.
    FrozenPools,
    StatementMappings,
    /// All of them, with their templates: only for what may never be missed, such as a deletion.
    RecurringEntries,
    FiscalYears,
    Periods,
    Warehouses,
    ItemCategories,
    ItemGtins(ItemId),
    LocationChildren(LocationId),
    ReasonCodes,
    Lines(i64),
    /// Where a piece is, or was.
    LevelsOfSerial(SerialId),
    /// All places of an item in a warehouse.
    LevelsOf(ItemId, WarehouseId),
    /// The active reservations of an item in a warehouse.
    ReservationsOf(ItemId, WarehouseId),
    /// All active reservations in a warehouse: only for what may never be missed.
    ReservationsIn(WarehouseId),
    /// The lines of the movement with this place in the log.
    MovementLines(i64),
    /// Counts of a warehouse that are open.
    OpenCounts(WarehouseId),
    /// 1 where a posted count of a warehouse has its snapshot at this instant or later, else 0.
    PostedCounts(WarehouseId, Instant),
    /// The counts of an item, of a bin, or (zeros) of all in a warehouse, whose snapshot is of this instant or later.
    CountedFrom(WarehouseId, [u8; 16], Instant),
    /// All by which a count is overrun.
    CountOverruns(CountId),
    /// The first lines by which goods are in transit: so many, and as many more as a batch closed of them.
    Transit(InTransit, usize),
    /// What is consigned of an item in a warehouse, of a lot and piece (zeros for none): the first lines.
    ConsignedIn(ItemId, WarehouseId, [u8; 16], [u8; 16]),
    CountLines(CountId),
    CountLinesOfItem(CountId, ItemId),
    /// What lies in a warehouse, of an item or in a location where one is named, as far as a count can hold it.
    StockAt(WarehouseId, Option<ItemId>, Option<LocationId>),
    /// What is below zero in a warehouse, the first of it.
    OwedIn(WarehouseId, usize),
    /// What lies in bins of a warehouse, or with `false` in none, the first of it.
    LyingIn(WarehouseId, bool, usize),
    /// Pools that hold or owe goods: of a warehouse, or with zeros of all that share their costs; of an item; on an account.
    HeldInScope([u8; 16]),
    HeldOfItem(ItemId),
    HeldOnAccount(AccountId),
    /// All drafts of movements: only for what may never be missed.
    MovementDrafts,
    /// Documents that wrote goods down, or took that back, at this instant or later.
    WriteDownsFrom(Instant),
    /// The items that are in a category itself, as far as a count can hold them.
    ItemsInCategory(ItemCategoryId),
    PoolLayers(PoolId),
    PoolsOfItem(ItemId),
    /// All pools of a warehouse; those that several share for zeros.
    PoolsOfScope([u8; 16]),
    PoolCheckpoints(PoolId),
    /// So many movements of a pool, from a place on.
    PoolMovements(PoolId, Option<Place>, usize),
    /// The same, to be costed: what was posted for them and who needs them [goes with them](crate::book::Book::that_go_with).
    PoolCosts(PoolId, Option<Place>, usize),
    /// What was posted for the movements of a pool between two places, both included.
    ValueEntries(PoolId, Place, Place),
    /// Who needs the movement at this place.
    PoolTies(Place),
    /// Who needs the movements of a pool between two places, both included.
    TiesOfPool(PoolId, Place, Place),
    MatchItems(MatchId),
    /// What any match, active or undone, took of the lines of the entry with this sequence.
    MatchItemsOfEntry(i64),
    /// How much is matched of the lines of the entry with this sequence.
    MatchedLines(i64),
    AccountChildren(AccountId),
    Occurrences(RecurringEntryId),
    RevaluedAccounts,
    /// Runs whose gains and losses are taken back on this day.
    RevaluationsUntil(Date),
    RevaluationItems(RevaluationId),
    AccountsOfType(AccountType),
    AccountsOfSubtype(AccountSubtype),
    AccountsWithRequiredDimensions,
    AccountsWithDefaultDimensions,
    DimensionValueChildren(DimensionValueId),
    DimensionSet(DimensionSetId),
    // Aggregates.
    /// Entries in a status before posting, of these dates, that name this period or none.
    Unposted(EntryStatus, Option<PeriodId>, Date, Date),
    UsesOfCurrency(CurrencyUse, Currency),
    EntriesOfJournal(JournalId),
    /// Matches of an account that somebody made and that stand.
    ManualMatchesOfAccount(AccountId),
    AutoReversalsDue(Date),
    /// All entries that have a place in the series.
    EntriesPosted,
    RecurringEntriesCount,
    /// What each account has in each currency on these dates.
    BalanceSums(Date, Date),
    /// The totals of all posted entries of these dates.
    EntryTotals(Date, Date),
    ValuesOfDimension(DimensionId),
    SetsOfDimension(DimensionId),
    SetsOfDimensionValue(DimensionId, DimensionValueId),
    ItemsOfCategory(ItemCategoryId),
    LocationsOfWarehouse(WarehouseId),
    LotsOfItem(ItemId),
    SerialsOfItem(ItemId),
    /// How many movements name it, or places that goods were in, as far as this many: where a batch took the name out of some,
    /// one more than those says whether any is left.
    NamedByMovements(Named, usize),
    /// 1 where goods were ever in transit to a warehouse, else 0.
    NamedByTransit(WarehouseId),
    /// 1 where a posted line names a warehouse, also one by which no goods moved, else 0. All lines are read for it.
    NamedByLines(WarehouseId),
    /// How many counts as a whole name it, as far as this many.
    NamedByCounts(Named, usize),
    /// How many lines of counts name it, as far as this many.
    NamedByCountLines(Named, usize),
}

/// Per account and currency, what its balances of some days come to.
const BALANCES: Sums = Sums { by: &["account_id", "currency"], of: &["debit", "credit", "base_debit", "base_credit"] };

/// What entries come to; the group only keeps them apart by the currency in which they were written.
const ENTRIES: Sums = Sums { by: &["currency"], of: &["total_debit", "total_credit"] };

impl Key {
    /// Whether it is a range of rows that belong to entries: such rows are forgotten after each commit.
    pub(super) fn is_of_entries(&self) -> bool {
        matches!(
            self,
            Self::Lines(_)
                | Self::MatchItems(_)
                | Self::MatchItemsOfEntry(_)
                | Self::MatchedLines(_)
                | Self::Occurrences(_)
                | Self::OpenControlChanges
                | Self::LooseningsOf(_)
                | Self::RevaluationsUntil(_)
                | Self::RevaluationItems(_)
                | Self::MovementLines(_)
                | Self::MovementDrafts
                | Self::WriteDownsFrom(_)
                | Self::OpenCounts(_)
                | Self::CountedFrom(..)
                | Self::CountOverruns(_)
                | Self::Transit(..)
                | Self::StockDaysFrom(..)
                | Self::CountLines(_)
                | Self::CountLinesOfItem(..)
                | Self::PoolCheckpoints(_)
                | Self::PoolMovements(..)
                | Self::PoolCosts(..)
                | Self::ValueEntries(..)
                | Self::PoolTies(_)
                | Self::TiesOfPool(..)
        )
    }

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
            Self::Replacement(id) => Query::row::<Replacement>(&(*id,)),
            Self::Balance(account, date, currency, class) => {
                Query::row::<Balance>(&(*account, *date, *currency, *class))
            }
            Self::Receipt(hash) => Query::row::<Receipt>(&(*hash,)),
            Self::RecurringEntry(id) => Query::row::<RecurringEntry>(&(*id,)),
            Self::Match(id) => Query::row::<Match>(&(*id,)),
            Self::Item(id) => Query::row::<Item>(&(*id,)),
            Self::ItemGtin(gtin) => Query::row::<ItemGtin>(&(gtin.clone(),)),
            Self::ItemBySku(sku) => Query::all::<Item>().when("sku_key", Is::Equal, text(sku)),
            Self::ItemCategories => Query::all::<ItemCategory>(),
            Self::Location(id) => Query::row::<Location>(&(*id,)),
            Self::Lot(id) => Query::row::<Lot>(&(*id,)),
            Self::Serial(id) => Query::row::<Serial>(&(*id,)),
            Self::Movement(id) => Query::row::<StockMovement>(&(*id,)),
            Self::Pool(id) => Query::row::<Pool>(&(*id,)),
            Self::StockLevel(item, warehouse, location, lot, serial) => {
                Query::row::<StockLevel>(&(*item, *warehouse, *location, *lot, *serial))
            }
            Self::StockDaysFrom(item, warehouse, location, lot, serial, date) => Query::all::<StockDay>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("location_id", Is::Equal, Cell::Id(*location))
                .when("lot_id", Is::Equal, Cell::Id(*lot))
                .when("serial_id", Is::Equal, Cell::Id(*serial))
                .when("date", Is::AtLeast, date.to_cell()),
            Self::StockDay(item, warehouse, location, lot, serial, date) => {
                Query::row::<StockDay>(&(*item, *warehouse, *location, *lot, *serial, *date))
            }
            Self::Reservation(id) => Query::row::<Reservation>(&(*id,)),
            Self::ReservedGoods(item, warehouse, tracked) => {
                Query::row::<ReservedGoods>(&(*item, *warehouse, *tracked))
            }
            Self::ReservationByExternal(source, external_id) => Query::all::<Reservation>()
                .when("source", Is::Equal, text(source))
                .when("external_id", Is::Equal, text(external_id))
                .when("status", Is::Not, ReservationStatus::Released.to_cell())
                .when("status", Is::Not, ReservationStatus::Expired.to_cell()),
            Self::LevelsOf(item, warehouse) => Query::all::<StockLevel>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("warehouse_id", Is::Equal, warehouse.to_cell()),
            Self::ReservationsOf(item, warehouse) => Query::all::<Reservation>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("status", Is::Equal, ReservationStatus::Active.to_cell()),
            Self::ReservationsIn(warehouse) => Query::all::<Reservation>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("status", Is::Equal, ReservationStatus::Active.to_cell()),
            Self::PoolMovement(pool, place) => Query::row::<PoolMovement>(&(*pool, *place)),
            Self::PoolDay(pool, account, date) => Query::row::<PoolDay>(&(*pool, *account, *date)),
            Self::ReceivedLine(seq, line) => Query::row::<ReceivedLine>(&(*seq, *line)),
            Self::TransitLine(seq, line) => Query::row::<TransitLine>(&(*seq, *line)),
            Self::ConsignedLine(seq, line) => Query::row::<ConsignedLine>(&(*seq, *line)),
            Self::ConsignedIn(item, warehouse, lot, serial) => Query::all::<ConsignedLine>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("is_open", Is::Equal, true.to_cell())
                .when("lot_id", Is::Equal, Cell::Id(*lot))
                .when("serial_id", Is::Equal, Cell::Id(*serial))
                .first(limits::LINES_PER_MOVEMENT),
            Self::PoolsOfItem(id) => Query::all::<Pool>().when("item_id", Is::Equal, id.to_cell()),
            Self::PoolsOfScope(scope) => Query::all::<Pool>().when("scope_id", Is::Equal, Cell::Id(*scope)),
            Self::PoolByName(item, scope, tracked) => Query::all::<Pool>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("scope_id", Is::Equal, Cell::Id(*scope))
                .when("tracked_id", Is::Equal, Cell::Id(*tracked)),
            Self::MovementByExternal(source, external_id) => Query::all::<StockMovement>()
                .when("source", Is::Equal, text(source))
                .when("external_id", Is::Equal, text(external_id))
                .when("status", Is::Not, MovementStatus::Voided.to_cell()),
            Self::LevelsOfSerial(id) => Query::all::<StockLevel>().when("serial_id", Is::Equal, id.to_cell()),
            Self::NamedByMovements(named, most) => named.query().first(*most),
            Self::NamedByTransit(warehouse) => {
                Query::all::<TransitLine>().when("to_warehouse_id", Is::Equal, warehouse.to_cell()).first(1)
            }
            Self::NamedByLines(warehouse) => {
                Query::all::<MovementLine>().when("warehouse_id", Is::Equal, warehouse.to_cell()).first(1)
            }
            Self::NamedByCounts(named, most) => counts_usage::of_counts(*named).first(*most),
            Self::NamedByCountLines(named, most) => counts_usage::of_lines(*named).first(*most),
            Self::Count(id) => Query::row::<Count>(&(*id,)),
            Self::CountLine(id, number) => Query::row::<CountLine>(&(*id, *number)),
            Self::FrozenPool(id) => Query::row::<FrozenPool>(&(*id,)),
            Self::FrozenPools => {
                Query::all::<FrozenPool>().when("status", Is::Equal, FrozenPoolStatus::Frozen.to_cell())
            }
            Self::Transit(goods, most) => goods.query().first(*most),
            Self::OpenCounts(warehouse) => Query::all::<Count>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("is_open", Is::Equal, true.to_cell()),
            Self::PostedCounts(warehouse, at) => Query::all::<Count>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("status", Is::Equal, CountStatus::Posted.to_cell())
                .when("snapshot_at", Is::AtLeast, at.to_cell())
                .first(1),
            Self::CountedFrom(warehouse, about, at) => Query::all::<CountedGoods>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("about_id", Is::Equal, about.to_cell())
                .when("snapshot_at", Is::AtLeast, at.to_cell()),
            Self::CountOverruns(id) => Query::all::<CountOverrun>().when("count_id", Is::Equal, id.to_cell()),
            Self::CountLines(id) => Query::all::<CountLine>().when("count_id", Is::Equal, id.to_cell()),
            Self::CountLinesOfItem(id, item) => Query::all::<CountLine>()
                .when("count_id", Is::Equal, id.to_cell())
                .when("item_id", Is::Equal, item.to_cell()),
            Self::StockAt(warehouse, item, location) => {
                let mut all = Query::all::<StockLevel>();
                if let Some(item) = item {
                    all = all.when("item_id", Is::Equal, item.to_cell());
                }
                all = all.when("warehouse_id", Is::Equal, warehouse.to_cell());
                if let Some(location) = location {
                    all = all.when("location_id", Is::Equal, location.to_cell());
                }
                all.when("quantity", Is::Not, Cell::Int(0)).first(limits::LINES_PER_COUNT + 1)
            }
            Self::OwedIn(warehouse, most) => Query::all::<StockLevel>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("quantity", Is::AtMost, Cell::Int(-1))
                .first(*most),
            Self::LyingIn(warehouse, in_bins, most) => Query::all::<StockLevel>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("location_id", if *in_bins { Is::Not } else { Is::Equal }, Cell::Id([0; 16]))
                .when("quantity", Is::Not, Cell::Int(0))
                .first(*most),
            Self::HeldInScope(scope) => held("scope_id", Cell::Id(*scope)),
            Self::HeldOfItem(item) => held("item_id", item.to_cell()),
            Self::HeldOnAccount(account) => held("account_id", account.to_cell()),
            Self::MovementDrafts => Query::all::<StockMovement>().when("seq", Is::Null, Cell::Null),
            Self::WriteDownsFrom(at) => Query::all::<StockMovement>()
                .when("kind", Is::Equal, MovementKind::WriteDown.to_cell())
                .when("occurred_at", Is::AtLeast, at.to_cell()),
            Self::ItemsInCategory(id) => {
                let all = Query::all::<Item>().when("category_id", Is::Equal, id.to_cell());
                all.first(limits::LINES_PER_COUNT + 1)
            }
            Self::MovementLines(seq) => Query::all::<MovementLine>().when("movement_seq", Is::Equal, Cell::Int(*seq)),
            Self::PoolLayers(id) => Query::all::<PoolLayer>().when("pool_id", Is::Equal, id.to_cell()),
            Self::PoolCheckpoints(id) => Query::all::<PoolCheckpoint>().when("pool_id", Is::Equal, id.to_cell()),
            Self::PoolMovements(id, from, most) | Self::PoolCosts(id, from, most) => {
                let all = Query::all::<PoolMovement>().when("pool_id", Is::Equal, id.to_cell());
                match from {
                    Some(from) => all.when("place", Is::AtLeast, from.to_cell()),
                    None => all,
                }
                .first(*most)
            }
            Self::ValueEntries(id, from, to) => Query::all::<ValueEntry>()
                .when("pool_id", Is::Equal, id.to_cell())
                .when("place", Is::AtLeast, from.to_cell())
                .when("place", Is::AtMost, to.to_cell()),
            Self::TiesOfPool(id, from, to) => Query::all::<PoolTie>()
                .when("source_pool_id", Is::Equal, id.to_cell())
                .when("source", Is::AtLeast, from.to_cell())
                .when("source", Is::AtMost, to.to_cell()),
            Self::PoolTies(source) => Query::all::<PoolTie>().when("source", Is::Equal, source.to_cell()),
            Self::LocationByCode(warehouse, code) => Query::all::<Location>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("code", Is::Equal, text(code)),
            Self::LotByNumber(item, number) => {
                Query::all::<Lot>().when("item_id", Is::Equal, item.to_cell()).when("number", Is::Equal, text(number))
            }
            Self::SerialByNumber(item, number) => Query::all::<Serial>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("number", Is::Equal, text(number)),
            Self::LocationChildren(id) => Query::all::<Location>().when("parent_id", Is::Equal, id.to_cell()),
            Self::ReasonCodes => Query::all::<ReasonCode>(),
            Self::LocationsOfWarehouse(id) => {
                Query::all::<Location>().when("warehouse_id", Is::Equal, id.to_cell()).count()
            }
            Self::LotsOfItem(id) => Query::all::<Lot>().when("item_id", Is::Equal, id.to_cell()).count(),
            Self::SerialsOfItem(id) => Query::all::<Serial>().when("item_id", Is::Equal, id.to_cell()).count(),
            Self::ItemGtins(id) => Query::all::<ItemGtin>().when("item_id", Is::Equal, id.to_cell()),
            Self::ItemsOfCategory(id) => Query::all::<Item>().when("category_id", Is::Equal, id.to_cell()).count(),
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
            Self::Currencies => Query::all::<CustomCurrency>(),
            Self::Rates(from, to, rate_type, first, last) => Query::all::<ExchangeRate>()
                .when("from_currency", Is::Equal, from.to_cell())
                .when("to_currency", Is::Equal, to.to_cell())
                .when("rate_type", Is::Equal, rate_type.to_cell())
                .when("valid_from", Is::AtLeast, first.to_cell())
                .when("valid_from", Is::AtMost, last.to_cell()),
            Self::UsesOfCurrency(by, currency) => match by {
                CurrencyUse::Balances => Query::all::<Balance>().when("currency", Is::Equal, currency.to_cell()),
                CurrencyUse::Accounts => Query::all::<Account>().when("currency", Is::Equal, currency.to_cell()),
                CurrencyUse::Parties => Query::all::<Party>().when("currency", Is::Equal, currency.to_cell()),
                CurrencyUse::RatesFrom => {
                    Query::all::<ExchangeRate>().when("from_currency", Is::Equal, currency.to_cell())
                }
                CurrencyUse::RatesTo => Query::all::<ExchangeRate>().when("to_currency", Is::Equal, currency.to_cell()),
            }
            .count(),
            Self::Journals => Query::all::<Journal>(),
            Self::ApprovalPolicies => Query::all::<ApprovalPolicy>(),
            Self::ControlChange(id) => Query::row::<ControlChange>(&(*id,)),
            Self::OpenControlChanges => {
                Query::all::<ControlChange>().when("status", Is::Equal, ControlChangeStatus::Proposed.to_cell())
            }
            Self::LooseningsOf(subject) => Query::all::<ControlChange>()
                .when("subject_id", Is::Equal, text(subject))
                .when("loosens", Is::Equal, true.to_cell()),
            Self::StatementMappings => Query::all::<StatementMapping>(),
            Self::RecurringEntries => Query::all::<RecurringEntry>(),
            Self::FiscalYears => Query::all::<FiscalYear>(),
            Self::Periods => Query::all::<Period>(),
            Self::Warehouses => Query::all::<Warehouse>(),
            Self::Lines(sequence) => Query::all::<Line>().when("entry_sequence", Is::Equal, Cell::Int(*sequence)),
            Self::MatchItems(id) => Query::all::<MatchItem>().when("match_id", Is::Equal, id.to_cell()),
            Self::MatchItemsOfEntry(sequence) => {
                Query::all::<MatchItem>().when("entry_sequence", Is::Equal, Cell::Int(*sequence))
            }
            Self::MatchedLines(sequence) => {
                Query::all::<MatchedLine>().when("entry_sequence", Is::Equal, Cell::Int(*sequence))
            }
            Self::AccountChildren(id) => Query::all::<Account>().when("parent_id", Is::Equal, id.to_cell()),
            Self::Occurrences(id) => Query::all::<Occurrence>().when("recurring_entry_id", Is::Equal, id.to_cell()),
            Self::RevaluedAccounts => Query::all::<Account>().when("revalue", Is::Equal, true.to_cell()),
            Self::RevaluationsUntil(day) => Query::all::<Revaluation>().when("reversed_on", Is::Equal, day.to_cell()),
            Self::RevaluationItems(id) => {
                Query::all::<RevaluationItem>().when("revaluation_id", Is::Equal, id.to_cell())
            }
            Self::AccountsOfType(kind) => Query::all::<Account>().when("account_type", Is::Equal, kind.to_cell()),
            Self::AccountsOfSubtype(kind) => Query::all::<Account>().when("subtype", Is::Equal, kind.to_cell()),
            Self::Unposted(status, period, from, to) => {
                let named = if period.is_some() { Is::Equal } else { Is::Null };
                dated::<Entry>(*from, *to)
                    .when("status", Is::Equal, status.to_cell())
                    .when("period_id", named, period.to_cell())
                    .count()
            }
            Self::EntriesOfJournal(id) => Query::all::<Entry>().when("journal_id", Is::Equal, id.to_cell()).count(),
            Self::ManualMatchesOfAccount(id) => Query::all::<Match>()
                .when("account_id", Is::Equal, id.to_cell())
                .when("status", Is::Equal, MatchStatus::Active.to_cell())
                .when("source", Is::Equal, MatchSource::Manual.to_cell())
                .count(),
            Self::AutoReversalsDue(until) => Query::all::<Entry>()
                .when("auto_reverse_on", Is::AtMost, until.to_cell())
                .when("reversed_by_entry_id", Is::Null, Cell::Null)
                .when("status", Is::Equal, EntryStatus::Posted.to_cell())
                .count(),
            Self::EntriesPosted => Query::all::<Entry>().when("sequence", Is::AtLeast, Cell::Int(1)).count(),
            Self::RecurringEntriesCount => Query::all::<RecurringEntry>().count(),
            Self::BalanceSums(from, to) => dated::<Balance>(*from, *to).sums(const { &BALANCES }),
            Self::EntryTotals(from, to) => {
                dated::<Entry>(*from, *to).when("sequence", Is::AtLeast, Cell::Int(1)).sums(const { &ENTRIES })
            }
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

/// The pools with goods that have this in a column, as far as they are looked at.
fn held(column: &'static str, cell: Cell) -> Query {
    let all = Query::all::<Pool>().when(column, Is::Equal, cell);
    all.when("quantity", Is::Not, Cell::Int(0)).first(limits::POOLS_LOOKED_AT + 1)
}

/// The rows of these dates.
fn dated<R: Row>(from: Date, to: Date) -> Query {
    Query::all::<R>().when("date", Is::AtLeast, from.to_cell()).when("date", Is::AtMost, to.to_cell())
}
