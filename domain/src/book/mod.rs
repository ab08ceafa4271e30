//! The book: the loaded slice of one organization that commands decide on.
//!
//! Invariant: a book never guesses. What is not loaded stops the decision with `Stop::Missing`;
//! only what the database was asked for and does not hold is absent.

mod changes;
pub mod context;
mod count_lookups;
mod counts_usage;
mod currency_lookups;
pub mod days;
pub(crate) mod decide;
pub mod fact;
mod fill;
pub(crate) mod findings;
pub(crate) mod in_transit;
pub(crate) mod key;
pub(crate) mod loading;
mod lookups;
mod matches;
mod movement_lookups;
pub(crate) mod named;
mod query;
pub mod reach;
pub(crate) mod replayed;
mod reservation_lookups;
mod slots;
mod stock_lookups;
pub mod stop;
pub(crate) mod version;

pub use changes::{Changes, TableChanges};
pub use key::Key;
pub use query::{Answer, Filter, Is, Query, Sums};
pub use slots::Slots;

use std::collections::{BTreeMap, BTreeSet};

use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::replayed::Replayed;
use crate::costing::Place;
use crate::rows::items::Item;
use crate::rows::pool_names::PoolName;
use crate::rows::writes::Gathered;
use crate::rows::{
    Account, ApprovalPolicy, Balance, Columns, ConsignedLine, ControlChange, Count, CountLine, CountOverrun,
    CountedGoods, CustomCurrency, Dimension, DimensionSet, DimensionValue, Entry, ExchangeRate, FactRow, FiscalYear,
    FiscalYearChange, FrozenPool, Head, ItemCategory, ItemGtin, Journal, Line, Location, Lot, Match, MatchItem,
    MatchedLine, Membership, MovementLine, NumberSeries, Occurrence, Organization, Party, PartyName, Period,
    PeriodChange, Pool, PoolCheckpoint, PoolDay, PoolLayer, PoolMovement, PoolTie, PrincipalName, ReasonCode, Receipt,
    ReceivedLine, Recorded, RecurringEntry, Replacement, Reservation, ReservedGoods, Revaluation, RevaluationItem,
    Role, Row, Serial, StatementMapping, StockDay, StockLevel, StockMovement, TableDef, TransitLine, ValueEntry,
    Warehouse,
};
use crate::value::id::{
    AccountId, DimensionId, DimensionValueId, EntryId, ItemId, LocationId, LotId, MovementId, OrganizationId, PartyId,
    PoolId, ReservationId, SerialId, WarehouseId,
};
use crate::value::{Cell, limits};

/// Declares the tables of a book once, parents before children (foreign keys are checked in this order).
macro_rules! book_tables {
    ($($table:ident: $row:ident),* $(,)?) => {
        /// The loaded slice of one organization, with the changes of a batch on top.
        #[derive(Clone, Debug)]
        pub struct Book {
            /// Whose book it is.
            pub id: OrganizationId,
            pub(crate) head: Head,
            stored_head: Option<Head>,
            $(pub(crate) $table: Slots<<$row as Row>::Key, $row>,)*
            pub(crate) account_codes: Slots<String, AccountId>,
            pub(crate) party_ids_by_name: Slots<String, PartyId>,
            pub(crate) party_codes: Slots<String, PartyId>,
            pub(crate) dimension_value_codes: Slots<(DimensionId, String), DimensionValueId>,
            pub(crate) item_skus: Slots<String, ItemId>,
            pub(crate) location_codes: Slots<(WarehouseId, String), LocationId>,
            pub(crate) lot_numbers: Slots<(ItemId, String), LotId>,
            pub(crate) serial_numbers: Slots<(ItemId, String), SerialId>,
            pub(crate) external_ids: Slots<(String, String), EntryId>,
            pub(crate) movement_external_ids: Slots<(String, String), MovementId>,
            pub(crate) reservation_external_ids: Slots<(String, String), ReservationId>,
            pub(crate) pool_ids: Slots<PoolName, PoolId>,
            ranges: BTreeSet<Key>,
            /// Ranges of rows that are forgotten after each commit.
            passing_ranges: BTreeSet<Key>,
            /// Up to where a page of a pool's movements goes; `None` is to their end.
            pub(crate) pages: BTreeMap<Key, Option<Place>>,
            pub(crate) counts: BTreeMap<Key, i64>,
            pub(crate) sums: BTreeMap<Key, BTreeMap<Vec<Cell>, Vec<i128>>>,
            /// What decisions of one commit need not replay again.
            pub(crate) replayed: Option<Replayed>,
            facts: Vec<FactRow>,
            savepoint: (Head, usize),
        }

        impl Book {
            /// An empty book over the stored head, or over none where the organization is new.
            #[must_use]
            pub fn new(id: OrganizationId, stored_head: Option<Head>) -> Self {
                let head = stored_head.clone().unwrap_or_else(Head::before_the_first);
                Self {
                    id,
                    savepoint: (head.clone(), 0),
                    head,
                    stored_head,
                    $($table: Slots::default(),)*
                    account_codes: Slots::default(),
                    party_ids_by_name: Slots::default(),
                    party_codes: Slots::default(),
                    dimension_value_codes: Slots::default(),
                    item_skus: Slots::default(),
                    location_codes: Slots::default(),
                    lot_numbers: Slots::default(),
                    serial_numbers: Slots::default(),
                    external_ids: Slots::default(),
                    movement_external_ids: Slots::default(),
                    reservation_external_ids: Slots::default(),
                    pool_ids: Slots::default(),
                    ranges: BTreeSet::new(),
                    passing_ranges: BTreeSet::new(),
                    pages: BTreeMap::new(),
                    counts: BTreeMap::new(),
                    sums: BTreeMap::new(),
                    replayed: None,
                    facts: Vec::new(),
                }
            }

            /// Begins a command: what follows can be taken back alone.
            pub(crate) fn savepoint(&mut self) {
                $(self.$table.savepoint();)*
                self.account_codes.savepoint();
                self.party_ids_by_name.savepoint();
                self.party_codes.savepoint();
                self.dimension_value_codes.savepoint();
                self.item_skus.savepoint();
                self.location_codes.savepoint();
                self.lot_numbers.savepoint();
                self.serial_numbers.savepoint();
                self.external_ids.savepoint();
                self.movement_external_ids.savepoint();
                self.reservation_external_ids.savepoint();
                self.pool_ids.savepoint();
                self.savepoint = (self.head.clone(), self.facts.len());
            }

            /// Takes back the command.
            pub(crate) fn rollback(&mut self) {
                $(self.$table.rollback();)*
                self.account_codes.rollback();
                self.party_ids_by_name.rollback();
                self.party_codes.rollback();
                self.dimension_value_codes.rollback();
                self.item_skus.rollback();
                self.location_codes.rollback();
                self.lot_numbers.rollback();
                self.serial_numbers.rollback();
                self.external_ids.rollback();
                self.movement_external_ids.rollback();
                self.reservation_external_ids.rollback();
                self.pool_ids.rollback();
                self.head = self.savepoint.0.clone();
                self.facts.truncate(self.savepoint.1);
            }

            /// Takes back the whole batch; what was loaded stays loaded.
            pub fn reset(&mut self) {
                $(self.$table.reset();)*
                self.account_codes.reset();
                self.party_ids_by_name.reset();
                self.party_codes.reset();
                self.dimension_value_codes.reset();
                self.item_skus.reset();
                self.location_codes.reset();
                self.lot_numbers.reset();
                self.serial_numbers.reset();
                self.external_ids.reset();
                self.movement_external_ids.reset();
                self.reservation_external_ids.reset();
                self.pool_ids.reset();
                self.head = self.stored_head.clone().unwrap_or_else(Head::before_the_first);
                self.facts.clear();
                self.savepoint = (self.head.clone(), 0);
            }

            /// The batch is stored: master data and balances stay loaded for the next one, the rest is forgotten.
            pub fn settle(&mut self) {
                $(self.$table.settle();)*
                self.account_codes.settle();
                self.party_ids_by_name.settle();
                self.party_codes.settle();
                self.dimension_value_codes.settle();
                self.item_skus.settle();
                self.location_codes.settle();
                self.lot_numbers.settle();
                self.serial_numbers.settle();
                self.external_ids.clear();
                self.movement_external_ids.clear();
                self.reservation_external_ids.clear();
                self.pool_ids.settle();
                self.movements.clear();
                self.movement_lines.clear();
                self.received_lines.clear();
                self.transit_lines.clear();
                self.consigned_lines.clear();
                self.pool_movements.clear();
                self.pool_ties.clear();
                self.value_entries.clear();
                self.pool_checkpoints.clear();
                self.stock_counts.clear();
                self.count_lines.clear();
                self.count_overruns.clear();
                self.counted_goods.clear();
                self.pages.clear();
                self.entries.clear();
                self.replacements.clear();
                self.lines.clear();
                self.matches.clear();
                self.match_items.clear();
                self.matched_lines.clear();
                self.control_changes.clear();
                self.receipts.clear();
                self.period_changes.clear();
                self.year_changes.clear();
                self.occurrences.clear();
                self.revaluations.clear();
                self.revaluation_items.clear();
                self.passing_ranges.clear();
                self.counts.clear();
                self.sums.clear();
                self.replayed = None;
                self.facts.clear();
                self.stored_head = Some(self.head.clone());
                self.savepoint = (self.head.clone(), 0);
            }

            /// All that `save` writes: changed rows, facts and the head.
            #[must_use]
            pub fn changes(&self) -> Changes {
                let mut tables = Vec::new();
                if let Some(head) = self.head_changes() {
                    tables.push(head);
                }
                $(tables.extend(self.$table.changes());)*
                if !self.facts.is_empty() {
                    tables.push(TableChanges {
                        inserts: self.facts.iter().map(Row::cells).collect(),
                        ..TableChanges::none(FactRow::table())
                    });
                }
                Changes { tables }
            }

            fn take_writes(&mut self) -> Gathered {
                let mut writes = Gathered::default();
                $(self.$table.take_writes(&mut writes);)*
                writes
            }

            /// Whether a command wrote rows of the books that no fact holds: a defect of the command.
            pub(crate) fn has_unrecorded(&self) -> bool {
                $(self.$table.unrecorded() ||)* false
            }

            /// How many slots are held, so that an owner can drop a book that grew large.
            #[must_use]
            pub fn held(&self) -> usize {
                0 $(+ self.$table.len())*
            }

            /// Every table of the books, in dependency order.
            #[must_use]
            pub fn table_defs() -> Vec<&'static TableDef> {
                vec![Head::table(), $($row::table(),)* FactRow::table()]
            }
        }
    };
}

book_tables! {
    organization: Organization,
    memberships: Membership,
    principal_names: PrincipalName,
    roles: Role,
    currencies: CustomCurrency,
    exchange_rates: ExchangeRate,
    accounts: Account,
    parties: Party,
    party_names: PartyName,
    dimensions: Dimension,
    dimension_values: DimensionValue,
    dimension_sets: DimensionSet,
    journals: Journal,
    series: NumberSeries,
    years: FiscalYear,
    periods: Period,
    period_changes: PeriodChange,
    year_changes: FiscalYearChange,
    entries: Entry,
    replacements: Replacement,
    lines: Line,
    matches: Match,
    match_items: MatchItem,
    matched_lines: MatchedLine,
    balances: Balance,
    revaluations: Revaluation,
    revaluation_items: RevaluationItem,
    warehouses: Warehouse,
    item_categories: ItemCategory,
    items: Item,
    item_gtins: ItemGtin,
    locations: Location,
    lots: Lot,
    serials: Serial,
    reason_codes: ReasonCode,
    movements: StockMovement,
    pools: Pool,
    movement_lines: MovementLine,
    pool_movements: PoolMovement,
    pool_ties: PoolTie,
    value_entries: ValueEntry,
    pool_layers: PoolLayer,
    pool_checkpoints: PoolCheckpoint,
    stock_levels: StockLevel,
    stock_days: StockDay,
    pool_days: PoolDay,
    received_lines: ReceivedLine,
    transit_lines: TransitLine,
    consigned_lines: ConsignedLine,
    reservations: Reservation,
    reserved_goods: ReservedGoods,
    frozen_pools: FrozenPool,
    stock_counts: Count,
    count_lines: CountLine,
    counted_goods: CountedGoods,
    count_overruns: CountOverrun,
    approval_policies: ApprovalPolicy,
    control_changes: ControlChange,
    statement_mappings: StatementMapping,
    recurring_entries: RecurringEntry,
    occurrences: Occurrence,
    receipts: Receipt,
}

impl Book {
    /// Forgets which receipts there are, and which not.
    pub fn forget_receipts(&mut self) {
        self.receipts.clear();
    }

    /// The end of the log as this book sees it.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The head that the database holds, or none for a new organization.
    #[must_use]
    pub fn stored_head(&self) -> Option<&Head> {
        self.stored_head.as_ref()
    }

    /// The facts of the batch so far.
    #[must_use]
    pub fn facts(&self) -> &[FactRow] {
        &self.facts
    }

    /// Writes the fact of what the command did: all rows of the books that it wrote since its last fact.
    /// A command that wrote nothing leaves no fact.
    pub(crate) fn record(&mut self, ctx: &Context, kind: FactKind, subject: impl ToString) -> Recorded {
        let writes = self.take_writes();
        if writes.is_empty() {
            return Recorded::default();
        }
        let subject = subject.to_string();
        let first = self.head.seq + 1;
        let (payload, writes) = writes.finish();
        let chunks: Vec<&[u8]> = payload.chunks(limits::FACT_PART_BYTES).collect();
        let parts = i64::try_from(chunks.len()).unwrap_or(i64::MAX);
        for (part, chunk) in (1..).zip(chunks) {
            let mut fact = FactRow {
                seq: self.head.seq + 1,
                at: ctx.at,
                actor: ctx.actor.principal,
                request_id: ctx.request_id.clone(),
                kind: kind.name().to_owned(),
                version: 1,
                subject: subject.clone(),
                part,
                parts,
                payload: chunk.to_vec(),
                previous_hash: self.head.hash,
                hash: [0; 32],
            };
            fact.hash = fact::hash(self.id, &fact);
            self.head.seq = fact.seq;
            self.head.at = fact.at;
            self.head.hash = fact.hash;
            self.facts.push(fact);
        }
        Recorded { writes, facts: Some((first, self.head.seq)) }
    }

    fn head_changes(&self) -> Option<TableChanges> {
        // Refusals in an organization that does not exist leave no trace of it.
        if self.stored_head.as_ref() == Some(&self.head) || self.head.seq == 0 {
            return None;
        }
        let row = vec![self.head.cells()];
        let (inserts, updates) = if self.stored_head.is_some() { (Vec::new(), row) } else { (row, Vec::new()) };
        Some(TableChanges { inserts, updates, updated: Columns::ALL, ..TableChanges::none(Head::table()) })
    }
}

impl Head {
    /// The head of an organization without facts.
    #[must_use]
    pub fn before_the_first() -> Self {
        Self { seq: 0, at: crate::value::Instant(0), hash: [0; 32], entry_sequence: 0 }
    }
}
