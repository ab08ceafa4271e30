//! Keys: everything that a book can be asked to load, each declared once with its table and its query.

use crate::book::in_transit::InTransit;
use crate::book::key_shapes::keys;
use crate::book::named::Named;
use crate::book::{Book, Is, Query, Sums, counts_usage, fill};
use crate::costing::Place;
use crate::named_enum;
use crate::rows::items::Item;
use crate::rows::{
    Account, AccountSubtype, AccountType, ApprovalPolicy, Balance, BalanceClass, ConsignedLine, ControlChange,
    ControlChangeStatus, Count, CountLine, CountOverrun, CountStatus, CountedGoods, CustomCurrency, Dimension,
    DimensionSet, DimensionValue, Entry, EntryStatus, EntryTemplate, ExchangeRate, FiscalYear, FrozenPool,
    FrozenPoolStatus, InvoiceNumber, ItemCategory, ItemGtin, Journal, Line, Location, Lot, Match, MatchItem,
    MatchSource, MatchStatus, MatchedLine, Membership, MovementLine, MovementStatus, NumberSeries, Occurrence,
    Organization, Party, PartyName, Period, Pool, PoolCheckpoint, PoolDay, PoolLayer, PoolMovement, PoolTie,
    PrincipalName, RateType, ReasonCode, Receipt, ReceivedLine, RecurringEntry, Replacement, Reservation,
    ReservationStatus, ReservedGoods, Revaluation, RevaluationItem, Role, Row, Serial, StatementMapping, StockDay,
    StockLevel, StockMovement, TransitLine, ValueEntry, Warehouse,
};
use crate::value::id::{
    AccountId, ControlChangeId, CountId, DimensionId, DimensionSetId, DimensionValueId, EntryId, FrozenPoolId,
    ItemCategoryId, ItemId, JournalId, LocationId, LotId, MatchId, MovementId, PartyId, PeriodId, PoolId, PrincipalId,
    RecurringEntryId, ReservationId, RevaluationId, SerialId, WarehouseId,
};
use crate::value::{BadCell, Cell, CellValue, Currency, Date, Instant, limits};

named_enum! {
    /// The rows that may be in a currency, other than drafts.
    CurrencyUse {
        Balances = "balances",
        Accounts = "accounts",
        Parties = "parties",
        RatesFrom = "rates from it",
        RatesTo = "rates to it",
    }
}

keys! {
    // Rows.
    Organization { row organization: Organization = () }
    Membership(id: PrincipalId) { row memberships: Membership = (*id,) }
    PrincipalName(id: PrincipalId) { row principal_names: PrincipalName = (*id,) }
    Account(id: AccountId) { row accounts: Account = (*id,) }
    Party(id: PartyId) { row parties: Party = (*id,) }
    PartyName(id: PartyId) { row party_names: PartyName = (*id,) }
    DimensionValue(id: DimensionValueId) { row dimension_values: DimensionValue = (*id,) }
    Series(journal: JournalId, bucket: String) { row series: NumberSeries = (*journal, bucket.clone()) }
    Entry(id: EntryId) { row entries: Entry = (*id,) }
    Replacement(id: EntryId) { row replacements: Replacement = (*id,) }
    Balance(account: AccountId, date: Date, currency: Currency, class: BalanceClass) {
        row balances: Balance = (*account, *date, *currency, *class)
    }
    Receipt(hash: [u8; 16]) { row receipts: Receipt = (*hash,) }
    RecurringEntry(id: RecurringEntryId) { row recurring_entries: RecurringEntry = (*id,) }
    Match(id: MatchId) { row matches: Match = (*id,) }
    Item(id: ItemId) { row items: Item = (*id,) }
    /// 14 digits on a label.
    ItemGtin(gtin: String) { row item_gtins: ItemGtin = (gtin.clone(),) }
    Location(id: LocationId) { row locations: Location = (*id,) }
    Lot(id: LotId) { row lots: Lot = (*id,) }
    Serial(id: SerialId) { row serials: Serial = (*id,) }
    Movement(id: MovementId) { row movements: StockMovement = (*id,) }
    Count(id: CountId) { row stock_counts: Count = (*id,) }
    /// A line of a count by its number.
    CountLine(id: CountId, number: i64) { row count_lines: CountLine = (*id, *number) }
    Pool(id: PoolId) { row pools: Pool = (*id,) }
    PoolMovement(pool: PoolId, place: Place) { row pool_movements: PoolMovement = (*pool, *place) }
    /// Item, warehouse, location, lot, serial.
    StockLevel(item: ItemId, warehouse: WarehouseId, location: [u8; 16], lot: [u8; 16], serial: [u8; 16]) {
        row stock_levels: StockLevel = (*item, *warehouse, *location, *lot, *serial)
    }
    StockDay(item: ItemId, warehouse: WarehouseId, location: [u8; 16], lot: [u8; 16], serial: [u8; 16], date: Date) {
        row stock_days: StockDay = (*item, *warehouse, *location, *lot, *serial, *date)
    }
    /// The quantities that came to one place and left it from a day on.
    StockDaysFrom(
        item: ItemId, warehouse: WarehouseId, location: [u8; 16], lot: [u8; 16], serial: [u8; 16], date: Date,
    ) {
        passing stock_days =
            Query::all::<StockDay>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("location_id", Is::Equal, Cell::Id(*location))
                .when("lot_id", Is::Equal, Cell::Id(*lot))
                .when("serial_id", Is::Equal, Cell::Id(*serial))
                .when("date", Is::AtLeast, date.to_cell())
    }
    PoolDay(pool: PoolId, account: AccountId, date: Date) { row pool_days: PoolDay = (*pool, *account, *date) }
    /// The goods received by a line: the receipt's place in the log, and the line.
    ReceivedLine(seq: i64, line: i64) { row received_lines: ReceivedLine = (*seq, *line) }
    TransitLine(seq: i64, line: i64) { row transit_lines: TransitLine = (*seq, *line) }
    ConsignedLine(seq: i64, line: i64) { row consigned_lines: ConsignedLine = (*seq, *line) }
    Reservation(id: ReservationId) { row reservations: Reservation = (*id,) }
    /// Item, warehouse, lot or piece.
    ReservedGoods(item: ItemId, warehouse: WarehouseId, tracked: [u8; 16]) {
        row reserved_goods: ReservedGoods = (*item, *warehouse, *tracked)
    }
    // Index look-ups.
    AccountByCode(code: String) {
        index account_codes[code.clone()] of accounts = Query::all::<Account>().when("code", Is::Equal, text(code))
    }
    /// A name as it is compared.
    PartyByName(name: String) {
        index party_ids_by_name[name.clone()] of party_names =
            Query::all::<PartyName>().when("name_key", Is::Equal, text(name))
    }
    PartyByCode(code: String) {
        index party_codes[code.clone()] of parties = Query::all::<Party>().when("code", Is::Equal, text(code))
    }
    DimensionValueByCode(dimension: DimensionId, code: String) {
        index dimension_value_codes[(*dimension, code.clone())] of dimension_values =
            Query::all::<DimensionValue>()
                .when("dimension_id", Is::Equal, dimension.to_cell())
                .when("code", Is::Equal, text(code))
    }
    EntryByExternal(source: String, external_id: String) {
        index external_ids[(source.clone(), external_id.clone())] of entries =
            Query::all::<Entry>()
                .when("source", Is::Equal, text(source))
                .when("external_id", Is::Equal, text(external_id))
                .when("status", Is::Not, EntryStatus::Voided.to_cell())
                .when("voids_entry_id", Is::Null, Cell::Null)
    }
    /// A sku in lower case.
    ItemBySku(sku: String) {
        index item_skus[sku.clone()] of items = Query::all::<Item>().when("sku_key", Is::Equal, text(sku))
    }
    LocationByCode(warehouse: WarehouseId, code: String) {
        index location_codes[(*warehouse, code.clone())] of locations =
            Query::all::<Location>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("code", Is::Equal, text(code))
    }
    LotByNumber(item: ItemId, number: String) {
        index lot_numbers[(*item, number.clone())] of lots =
            Query::all::<Lot>().when("item_id", Is::Equal, item.to_cell()).when("number", Is::Equal, text(number))
    }
    SerialByNumber(item: ItemId, number: String) {
        index serial_numbers[(*item, number.clone())] of serials =
            Query::all::<Serial>().when("item_id", Is::Equal, item.to_cell()).when("number", Is::Equal, text(number))
    }
    MovementByExternal(source: String, external_id: String) {
        index movement_external_ids[(source.clone(), external_id.clone())] of movements =
            Query::all::<StockMovement>()
                .when("source", Is::Equal, text(source))
                .when("external_id", Is::Equal, text(external_id))
                .when("status", Is::Not, MovementStatus::Voided.to_cell())
    }
    /// The documents that have this number of this supplier.
    InvoiceNumbers(party: PartyId, number: String) {
        range invoice_numbers =
            Query::all::<InvoiceNumber>()
                .when("party_id", Is::Equal, party.to_cell())
                .when("number", Is::Equal, text(number))
    }
    ReservationByExternal(source: String, external_id: String) {
        index reservation_external_ids[(source.clone(), external_id.clone())] of reservations =
            Query::all::<Reservation>()
                .when("source", Is::Equal, text(source))
                .when("external_id", Is::Equal, text(external_id))
                .when("status", Is::Not, ReservationStatus::Released.to_cell())
                .when("status", Is::Not, ReservationStatus::Expired.to_cell())
    }
    /// Item, scope, lot or serial.
    PoolByName(item: ItemId, scope: [u8; 16], tracked: [u8; 16]) {
        index pool_ids[(*item, *scope, *tracked)] of pools =
            Query::all::<Pool>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("scope_id", Is::Equal, Cell::Id(*scope))
                .when("tracked_id", Is::Equal, Cell::Id(*tracked))
    }
    FrozenPool(id: FrozenPoolId) { row frozen_pools: FrozenPool = (*id,) }
    // Ranges: small sets of master data are loaded whole, each bounded in `limits`.
    Roles { range roles = Query::all::<Role>() }
    Memberships { range memberships = Query::all::<Membership>() }
    Dimensions { range dimensions = Query::all::<Dimension>() }
    Currencies { range currencies = Query::all::<CustomCurrency>() }
    /// The rates of a pair that are valid from these days on.
    Rates(from: Currency, to: Currency, rate_type: RateType, first: Date, last: Date) {
        range exchange_rates =
            Query::all::<ExchangeRate>()
                .when("from_currency", Is::Equal, from.to_cell())
                .when("to_currency", Is::Equal, to.to_cell())
                .when("rate_type", Is::Equal, rate_type.to_cell())
                .when("valid_from", Is::AtLeast, first.to_cell())
                .when("valid_from", Is::AtMost, last.to_cell())
    }
    Journals { range journals = Query::all::<Journal>() }
    ApprovalPolicies { range approval_policies = Query::all::<ApprovalPolicy>() }
    ControlChange(id: ControlChangeId) { row control_changes: ControlChange = (*id,) }
    /// Changes that are proposed and not decided.
    OpenControlChanges {
        range control_changes =
            Query::all::<ControlChange>().when("status", Is::Equal, ControlChangeStatus::Proposed.to_cell())
    }
    /// Changes that let somebody do more, by the wire id of their subject.
    LooseningsOf(subject: String) {
        range control_changes =
            Query::all::<ControlChange>()
                .when("subject_id", Is::Equal, text(subject))
                .when("loosens", Is::Equal, true.to_cell())
    }
    /// The goods that are frozen now.
    FrozenPools {
        range frozen_pools = Query::all::<FrozenPool>().when("status", Is::Equal, FrozenPoolStatus::Frozen.to_cell())
    }
    StatementMappings { range statement_mappings = Query::all::<StatementMapping>() }
    EntryTemplates { range entry_templates = Query::all::<EntryTemplate>() }
    /// All of them, with their templates: only for decisions that may never miss one, such as a deletion.
    RecurringEntries { range recurring_entries = Query::all::<RecurringEntry>() }
    FiscalYears { range years = Query::all::<FiscalYear>() }
    Periods { range periods = Query::all::<Period>() }
    Warehouses { range warehouses = Query::all::<Warehouse>() }
    ItemCategories { range item_categories = Query::all::<ItemCategory>() }
    ItemGtins(id: ItemId) { range item_gtins = Query::all::<ItemGtin>().when("item_id", Is::Equal, id.to_cell()) }
    LocationChildren(id: LocationId) {
        range locations = Query::all::<Location>().when("parent_id", Is::Equal, id.to_cell())
    }
    ReasonCodes { range reason_codes = Query::all::<ReasonCode>() }
    Lines(sequence: i64) {
        range lines = Query::all::<Line>().when("entry_sequence", Is::Equal, Cell::Int(*sequence))
    }
    /// Where a piece is, or was.
    LevelsOfSerial(id: SerialId) {
        range stock_levels = Query::all::<StockLevel>().when("serial_id", Is::Equal, id.to_cell())
    }
    /// All places of an item in a warehouse.
    LevelsOf(item: ItemId, warehouse: WarehouseId) {
        range stock_levels =
            Query::all::<StockLevel>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
    }
    /// The active reservations of an item in a warehouse.
    ReservationsOf(item: ItemId, warehouse: WarehouseId) {
        range reservations =
            Query::all::<Reservation>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("status", Is::Equal, ReservationStatus::Active.to_cell())
    }
    /// The active reservations with this reference.
    ReservationsByReference(reference: String) {
        range reservations =
            Query::all::<Reservation>()
                .when("reference", Is::Equal, text(reference))
                .when("status", Is::Equal, ReservationStatus::Active.to_cell())
    }
    /// All active reservations in a warehouse: only for decisions that may never miss one.
    ReservationsIn(warehouse: WarehouseId) {
        range reservations =
            Query::all::<Reservation>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("status", Is::Equal, ReservationStatus::Active.to_cell())
    }
    /// The lines of the movement with this place in the log.
    MovementLines(seq: i64) {
        range movement_lines = Query::all::<MovementLine>().when("movement_seq", Is::Equal, Cell::Int(*seq))
    }
    /// Counts of a warehouse that are open.
    OpenCounts(warehouse: WarehouseId) {
        range stock_counts =
            Query::all::<Count>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("is_open", Is::Equal, true.to_cell())
    }
    /// 1 where a posted count of a warehouse has its snapshot at this instant or later, else 0.
    PostedCounts(warehouse: WarehouseId, at: Instant) {
        first stock_counts =
            Query::all::<Count>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("status", Is::Equal, CountStatus::Posted.to_cell())
                .when("snapshot_at", Is::AtLeast, at.to_cell())
                .first(1)
    }
    /// The counts of an item, of a bin, or (zeros) of all in a warehouse, whose snapshot is of this instant or later.
    CountedFrom(warehouse: WarehouseId, about: [u8; 16], at: Instant) {
        range counted_goods =
            Query::all::<CountedGoods>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("about_id", Is::Equal, about.to_cell())
                .when("snapshot_at", Is::AtLeast, at.to_cell())
    }
    /// All by which a count is overrun.
    CountOverruns(id: CountId) {
        range count_overruns = Query::all::<CountOverrun>().when("count_id", Is::Equal, id.to_cell())
    }
    /// The first lines by which goods are in transit: so many, and as many more as a batch closed of them.
    Transit(goods: InTransit, most: usize) { range transit_lines = goods.query().first(*most) }
    /// Consigned goods of an item in a warehouse, of a lot and piece (zeros for none): the first lines.
    ConsignedIn(item: ItemId, warehouse: WarehouseId, lot: [u8; 16], serial: [u8; 16]) {
        first consigned_lines =
            Query::all::<ConsignedLine>()
                .when("item_id", Is::Equal, item.to_cell())
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("is_open", Is::Equal, true.to_cell())
                .when("lot_id", Is::Equal, Cell::Id(*lot))
                .when("serial_id", Is::Equal, Cell::Id(*serial))
                .first(limits::LINES_PER_MOVEMENT)
    }
    CountLines(id: CountId) {
        range count_lines = Query::all::<CountLine>().when("count_id", Is::Equal, id.to_cell())
    }
    CountLinesOfItem(id: CountId, item: ItemId) {
        range count_lines =
            Query::all::<CountLine>()
                .when("count_id", Is::Equal, id.to_cell())
                .when("item_id", Is::Equal, item.to_cell())
    }
    /// The stock of a warehouse, of an item or in a location if one is named, as far as a count can hold it.
    StockAt(warehouse: WarehouseId, item: Option<ItemId>, location: Option<LocationId>) {
        first stock_levels = {
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
    }
    /// The stock below zero in a warehouse, the first of it.
    OwedIn(warehouse: WarehouseId, most: usize) {
        first stock_levels =
            Query::all::<StockLevel>()
                .when("warehouse_id", Is::Equal, warehouse.to_cell())
                .when("quantity", Is::AtMost, Cell::Int(-1))
                .first(*most)
    }
    /// The stock in bins of a warehouse, or with `false` outside of bins, the first of it.
    LyingIn(warehouse: WarehouseId, in_bins: bool, most: usize) {
        first stock_levels = Query::all::<StockLevel>()
            .when("warehouse_id", Is::Equal, warehouse.to_cell())
            .when("location_id", if *in_bins { Is::Not } else { Is::Equal }, Cell::Id([0; 16]))
            .when("quantity", Is::Not, Cell::Int(0))
            .first(*most)
    }
    /// Pools that hold or owe goods: of a warehouse, or with zeros of all that share their costs; of an item; on an account.
    HeldInScope(scope: [u8; 16]) { first pools = held("scope_id", Cell::Id(*scope)) }
    HeldOfItem(item: ItemId) { first pools = held("item_id", item.to_cell()) }
    HeldOnAccount(account: AccountId) { first pools = held("account_id", account.to_cell()) }
    /// All drafts of movements: only for decisions that may never miss one.
    MovementDrafts { range movements = Query::all::<StockMovement>().when("seq", Is::Null, Cell::Null) }
    /// The movements in effect that occurred later than an instant.
    MovementsAfter(at: Instant) { range movements = moved_after(*at) }
    /// The items that are in a category itself, as far as a count can hold them.
    ItemsInCategory(id: ItemCategoryId) {
        first items = {
            let all = Query::all::<Item>().when("category_id", Is::Equal, id.to_cell());
            all.first(limits::LINES_PER_COUNT + 1)
        }
    }
    PoolLayers(id: PoolId) { range pool_layers = Query::all::<PoolLayer>().when("pool_id", Is::Equal, id.to_cell()) }
    PoolsOfItem(id: ItemId) { range pools = Query::all::<Pool>().when("item_id", Is::Equal, id.to_cell()) }
    /// All pools of a warehouse; those that several share for zeros.
    PoolsOfScope(scope: [u8; 16]) { range pools = Query::all::<Pool>().when("scope_id", Is::Equal, Cell::Id(*scope)) }
    PoolCheckpoints(id: PoolId) {
        range pool_checkpoints = Query::all::<PoolCheckpoint>().when("pool_id", Is::Equal, id.to_cell())
    }
    /// So many movements of a pool, from a place on.
    PoolMovements(id: PoolId, from: Option<Place>, most: usize) {
        page pool_movements(*id, *from, *most) = {
            let all = Query::all::<PoolMovement>().when("pool_id", Is::Equal, id.to_cell());
            match from {
                Some(from) => all.when("place", Is::AtLeast, from.to_cell()),
                None => all,
            }
            .first(*most)
        }
    }
    /// The same, to be costed: their postings and the movements that need them [go with
    /// them](crate::book::Book::that_go_with).
    PoolCosts(id: PoolId, from: Option<Place>, most: usize) {
        page pool_movements(*id, *from, *most) = {
            let all = Query::all::<PoolMovement>().when("pool_id", Is::Equal, id.to_cell());
            match from {
                Some(from) => all.when("place", Is::AtLeast, from.to_cell()),
                None => all,
            }
            .first(*most)
        }
    }
    /// The postings for the movements of a pool between two places, both included.
    ValueEntries(id: PoolId, from: Place, to: Place) {
        range value_entries =
            Query::all::<ValueEntry>()
                .when("pool_id", Is::Equal, id.to_cell())
                .when("place", Is::AtLeast, from.to_cell())
                .when("place", Is::AtMost, to.to_cell())
    }
    /// Who needs the movement at this place.
    PoolTies(source: Place) { range pool_ties = Query::all::<PoolTie>().when("source", Is::Equal, source.to_cell()) }
    /// Who needs the movements of a pool between two places, both included.
    TiesOfPool(id: PoolId, from: Place, to: Place) {
        range pool_ties =
            Query::all::<PoolTie>()
                .when("source_pool_id", Is::Equal, id.to_cell())
                .when("source", Is::AtLeast, from.to_cell())
                .when("source", Is::AtMost, to.to_cell())
    }
    /// The costs that came later, and their parts, in a pool from a place on.
    CostsOfPool(id: PoolId, from: Place) {
        range pool_ties =
            Query::all::<PoolTie>()
                .when("pool_id", Is::Equal, id.to_cell())
                .when("place", Is::AtLeast, from.to_cell())
                .when("tie", Is::Not, Cell::Text("value".to_owned()))
                .when("tie", Is::Not, Cell::Text("share".to_owned()))
    }
    MatchItems(id: MatchId) {
        range match_items = Query::all::<MatchItem>().when("match_id", Is::Equal, id.to_cell())
    }
    /// The amounts that any match, active or undone, took of the lines of the entry with this sequence.
    MatchItemsOfEntry(sequence: i64) {
        range match_items = Query::all::<MatchItem>().when("entry_sequence", Is::Equal, Cell::Int(*sequence))
    }
    /// How much is matched of the lines of the entry with this sequence.
    MatchedLines(sequence: i64) {
        range matched_lines = Query::all::<MatchedLine>().when("entry_sequence", Is::Equal, Cell::Int(*sequence))
    }
    AccountChildren(id: AccountId) {
        range accounts = Query::all::<Account>().when("parent_id", Is::Equal, id.to_cell())
    }
    Occurrences(id: RecurringEntryId) {
        range occurrences = Query::all::<Occurrence>().when("recurring_entry_id", Is::Equal, id.to_cell())
    }
    RevaluedAccounts { range accounts = Query::all::<Account>().when("revalue", Is::Equal, true.to_cell()) }
    /// Runs whose gains and losses are taken back on this day.
    RevaluationsUntil(day: Date) {
        range revaluations = Query::all::<Revaluation>().when("reversed_on", Is::Equal, day.to_cell())
    }
    RevaluationItems(id: RevaluationId) {
        range revaluation_items = Query::all::<RevaluationItem>().when("revaluation_id", Is::Equal, id.to_cell())
    }
    AccountsOfType(kind: AccountType) {
        range accounts = Query::all::<Account>().when("account_type", Is::Equal, kind.to_cell())
    }
    AccountsOfSubtype(kind: AccountSubtype) {
        range accounts = Query::all::<Account>().when("subtype", Is::Equal, kind.to_cell())
    }
    AccountsWithRequiredDimensions {
        range accounts = Query::all::<Account>().when("required_dimensions", Is::Not, text(""))
    }
    AccountsWithDefaultDimensions {
        range accounts = Query::all::<Account>().when("default_dimensions", Is::Not, text(""))
    }
    PartiesMergedInto(id: PartyId) {
        range parties = Query::all::<Party>().when("merged_into_id", Is::Equal, id.to_cell())
    }
    DimensionValueChildren(id: DimensionValueId) {
        range dimension_values = Query::all::<DimensionValue>().when("parent_id", Is::Equal, id.to_cell())
    }
    DimensionSet(id: DimensionSetId) {
        range dimension_sets = Query::all::<DimensionSet>().when("id", Is::Equal, id.to_cell())
    }
    // Aggregates.
    /// Entries in a status before posting, of these dates, that name this period or none.
    Unposted(status: EntryStatus, period: Option<PeriodId>, from: Date, to: Date) {
        count {
            let named = if period.is_some() { Is::Equal } else { Is::Null };
            dated::<Entry>(*from, *to)
            .when("status", Is::Equal, status.to_cell())
            .when("period_id", named, period.to_cell())
            .count()
        }
    }
    UsesOfCurrency(by: CurrencyUse, currency: Currency) {
        count match by {
            CurrencyUse::Balances => Query::all::<Balance>().when("currency", Is::Equal, currency.to_cell()),
            CurrencyUse::Accounts => Query::all::<Account>().when("currency", Is::Equal, currency.to_cell()),
            CurrencyUse::Parties => Query::all::<Party>().when("currency", Is::Equal, currency.to_cell()),
            CurrencyUse::RatesFrom => {
                Query::all::<ExchangeRate>().when("from_currency", Is::Equal, currency.to_cell())
            }
            CurrencyUse::RatesTo => Query::all::<ExchangeRate>().when("to_currency", Is::Equal, currency.to_cell()),
        }
        .count()
    }
    EntriesOfJournal(id: JournalId) {
        count Query::all::<Entry>().when("journal_id", Is::Equal, id.to_cell()).count()
    }
    /// How many movements in effect occurred later than an instant.
    NumberOfMovementsAfter(at: Instant) { count moved_after(*at).count() }
    /// Matches of an account that somebody made and that stand.
    ManualMatchesOfAccount(id: AccountId) {
        count
            Query::all::<Match>()
                .when("account_id", Is::Equal, id.to_cell())
                .when("status", Is::Equal, MatchStatus::Active.to_cell())
                .when("source", Is::Equal, MatchSource::Manual.to_cell())
                .count()
    }
    AutoReversalsDue(until: Date) {
        count
            Query::all::<Entry>()
                .when("auto_reverse_on", Is::AtMost, until.to_cell())
                .when("reversed_by_entry_id", Is::Null, Cell::Null)
                .when("status", Is::Equal, EntryStatus::Posted.to_cell())
                .count()
    }
    /// All entries that have a place in the series.
    EntriesPosted { count Query::all::<Entry>().when("sequence", Is::AtLeast, Cell::Int(1)).count() }
    RecurringEntriesCount { count Query::all::<RecurringEntry>().count() }
    /// The balance of each account in each currency on these dates.
    BalanceSums(from: Date, to: Date) { sums dated::<Balance>(*from, *to).sums(const { &BALANCES }) }
    /// What goods have posted to the allowance against them up to a date, by account.
    AllowanceSums(to: Date) {
        sums Query::all::<ValueEntry>()
            .when_word("leg", "allowance")
            .when("date", Is::AtMost, to.to_cell())
            .sums(const { &ALLOWANCES })
    }
    /// The totals of all posted entries of these dates.
    EntryTotals(from: Date, to: Date) {
        sums dated::<Entry>(*from, *to).when("sequence", Is::AtLeast, Cell::Int(1)).sums(const { &ENTRIES })
    }
    ValuesOfDimension(id: DimensionId) {
        count Query::all::<DimensionValue>().when("dimension_id", Is::Equal, id.to_cell()).count()
    }
    SetsOfDimension(id: DimensionId) {
        count Query::all::<DimensionSet>().when("dimension_id", Is::Equal, id.to_cell()).count()
    }
    SetsOfDimensionValue(dimension: DimensionId, value: DimensionValueId) {
        count
            Query::all::<DimensionSet>()
                .when("dimension_id", Is::Equal, dimension.to_cell())
                .when("value_id", Is::Equal, value.to_cell())
                .count()
    }
    ItemsOfCategory(id: ItemCategoryId) {
        count Query::all::<Item>().when("category_id", Is::Equal, id.to_cell()).count()
    }
    LocationsOfWarehouse(id: WarehouseId) {
        count Query::all::<Location>().when("warehouse_id", Is::Equal, id.to_cell()).count()
    }
    LotsOfItem(id: ItemId) { count Query::all::<Lot>().when("item_id", Is::Equal, id.to_cell()).count() }
    SerialsOfItem(id: ItemId) { count Query::all::<Serial>().when("item_id", Is::Equal, id.to_cell()).count() }
    /// How many movements name it, or places that goods were in, as far as this many: where a batch took the name out of some,
    /// one more than those says whether any is left.
    NamedByMovements(named: Named, most: usize) { most named.query().first(*most) }
    /// 1 where goods were ever in transit to a warehouse, else 0.
    NamedByTransit(warehouse: WarehouseId) {
        most Query::all::<TransitLine>().when("to_warehouse_id", Is::Equal, warehouse.to_cell()).first(1)
    }
    /// 1 where a posted line names a warehouse, also one by which no goods moved, else 0. All lines are read for it.
    NamedByLines(warehouse: WarehouseId) {
        most Query::all::<MovementLine>().when("warehouse_id", Is::Equal, warehouse.to_cell()).first(1)
    }
    /// How many counts as a whole name it, as far as this many.
    NamedByCounts(named: Named, most: usize) { most counts_usage::of_counts(*named).first(*most) }
    /// How many lines of counts name it, as far as this many.
    NamedByCountLines(named: Named, most: usize) { most counts_usage::of_lines(*named).first(*most) }
}

/// Per account and currency, the sums of its balances of some days.
const BALANCES: Sums = Sums { by: &["account_id", "currency"], of: &["debit", "credit", "base_debit", "base_credit"] };

/// What goods have posted.
const ALLOWANCES: Sums = Sums { by: &["account_id"], of: &["amount"] };

/// The totals of entries; the group only keeps them apart by the currency in which they were written.
const ENTRIES: Sums = Sums { by: &["currency"], of: &["total_debit", "total_credit"] };

fn text(text: &str) -> Cell {
    Cell::Text(text.to_owned())
}

/// The pools with goods that have this in a column, as far as they are looked at.
fn held(column: &'static str, cell: Cell) -> Query {
    let all = Query::all::<Pool>().when(column, Is::Equal, cell);
    all.when("quantity", Is::Not, Cell::Int(0)).first(limits::POOLS_LOOKED_AT + 1)
}

/// The movements in effect that occurred later than an instant.
fn moved_after(at: Instant) -> Query {
    Query::all::<StockMovement>().when("occurred_at", Is::AtLeast, Instant(at.0.saturating_add(1)).to_cell()).when(
        "status",
        Is::Equal,
        MovementStatus::Posted.to_cell(),
    )
}

/// The rows of these dates.
fn dated<R: Row>(from: Date, to: Date) -> Query {
    Query::all::<R>().when("date", Is::AtLeast, from.to_cell()).when("date", Is::AtMost, to.to_cell())
}
