//! The book: the loaded slice of one organization that commands decide on.
//!
//! Invariant: a book never guesses. A row that is not loaded stops the decision with `Stop::Missing`; a row is absent
//! only if the database was asked and does not hold it.

mod changes;
pub mod context;
mod count_lookups;
mod counts_usage;
mod currency_lookups;
pub mod days;
pub mod decide;
pub mod fact;
mod fill;
pub(crate) mod findings;
pub(crate) mod in_transit;
pub(crate) mod key;
mod key_shapes;
pub(crate) mod loading;
mod lookups;
mod matches;
mod movement_lookups;
pub(crate) mod named;
mod query;
pub mod reach;
pub(crate) mod replayed;
mod reservation_lookups;
pub(crate) mod revised;
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
    Account, ApprovalPolicy, Balance, Columns, ConsignedLine, ControlChange, CostShares, Count, CountLine,
    CountOverrun, CountedGoods, CustomCurrency, Dimension, DimensionSet, DimensionValue, Entry, EntryTemplate,
    ExchangeRate, FactRow, FiscalYear, FiscalYearChange, FrozenPool, Head, InvoiceNumber, ItemCategory, ItemGtin,
    Journal, Line, Location, Lot, Match, MatchItem, MatchedLine, Membership, MovementLine, NumberSeries, Occurrence,
    Organization, Party, PartyName, Period, PeriodChange, Pool, PoolCheckpoint, PoolDay, PoolLayer, PoolMovement,
    PoolTie, PrincipalName, ReasonCode, Receipt, ReceivedLine, Recorded, RecurringEntry, Replacement, Reservation,
    ReservedGoods, Revaluation, RevaluationItem, Role, Row, Serial, StatementMapping, StockDay, StockLevel,
    StockMovement, TableDef, TransitLine, ValueEntry, Warehouse,
};
use crate::value::id::{
    AccountId, DimensionId, DimensionValueId, EntryId, ItemId, LocationId, LotId, MovementId, OrganizationId, PartyId,
    PoolId, ReservationId, SerialId, WarehouseId,
};
use crate::value::{Cell, limits};

/// Whether rows are forgotten after each commit: those of documents are, since nobody knows who needs them next.
pub(crate) trait Passing {
    /// Whether they are.
    const PASSES: bool;
}

/// Declares the tables of a book once, parents before children (foreign keys are checked in this order), and its
/// indexes. Tables that are `kept` stay loaded from commit to commit, `passing` ones do not.
macro_rules! book_tables {
    (@passes kept) => { false };
    (@passes passing) => { true };
    (@settle kept $slots:expr) => { $slots.settle() };
    (@settle passing $slots:expr) => { $slots.clear() };
    (tables { $($table:ident: $row:ident, $life:ident;)* } indexes { $($index:ident: $key:ty => $id:ty, $index_life:ident;)* }) => {
        $(impl Passing for $row { const PASSES: bool = book_tables!(@passes $life); })*

        /// The loaded slice of one organization, with the changes of a batch on top.
        #[derive(Clone, Debug)]
        pub struct Book {
            /// Whose book it is.
            pub id: OrganizationId,
            pub(crate) head: Head,
            stored_head: Option<Head>,
            $(pub(crate) $table: Slots<<$row as Row>::Key, $row>,)*
            $(pub(crate) $index: Slots<$key, $id>,)*
            ranges: BTreeSet<Key>,
            /// Ranges of rows that are forgotten after each commit.
            passing_ranges: BTreeSet<Key>,
            /// Up to where a page of a pool's movements goes; `None` is to their end.
            pub(crate) pages: BTreeMap<Key, Option<Place>>,
            pub(crate) counts: BTreeMap<Key, i64>,
            pub(crate) sums: BTreeMap<Key, BTreeMap<Vec<Cell>, Vec<i128>>>,
            /// The last replay, which decisions of one commit need not repeat.
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
                    $($index: Slots::default(),)*
                    ranges: BTreeSet::new(),
                    passing_ranges: BTreeSet::new(),
                    pages: BTreeMap::new(),
                    counts: BTreeMap::new(),
                    sums: BTreeMap::new(),
                    replayed: None,
                    facts: Vec::new(),
                }
            }

            /// Begins a command: later changes can be taken back alone.
            pub(crate) fn savepoint(&mut self) {
                $(self.$table.savepoint();)*
                $(self.$index.savepoint();)*
                self.savepoint = (self.head.clone(), self.facts.len());
            }

            /// Takes back the command.
            pub(crate) fn rollback(&mut self) {
                $(self.$table.rollback();)*
                $(self.$index.rollback();)*
                self.head = self.savepoint.0.clone();
                self.facts.truncate(self.savepoint.1);
            }

            /// Takes back the whole batch; loaded rows stay loaded.
            pub fn reset(&mut self) {
                $(self.$table.reset();)*
                $(self.$index.reset();)*
                self.head = self.stored_head.clone().unwrap_or_else(Head::before_the_first);
                self.facts.clear();
                self.savepoint = (self.head.clone(), 0);
            }

            /// The batch is stored: master data and balances stay loaded for the next one, the rest is forgotten.
            pub fn settle(&mut self) {
                $(book_tables!(@settle $life self.$table);)*
                $(book_tables!(@settle $index_life self.$index);)*
                self.pages.clear();
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
    tables {
        organization: Organization, kept;
        memberships: Membership, kept;
        principal_names: PrincipalName, kept;
        roles: Role, kept;
        currencies: CustomCurrency, kept;
        exchange_rates: ExchangeRate, kept;
        accounts: Account, kept;
        parties: Party, kept;
        party_names: PartyName, kept;
        dimensions: Dimension, kept;
        dimension_values: DimensionValue, kept;
        dimension_sets: DimensionSet, kept;
        journals: Journal, kept;
        series: NumberSeries, kept;
        years: FiscalYear, kept;
        periods: Period, kept;
        period_changes: PeriodChange, passing;
        year_changes: FiscalYearChange, passing;
        entries: Entry, passing;
        replacements: Replacement, passing;
        lines: Line, passing;
        matches: Match, passing;
        match_items: MatchItem, passing;
        matched_lines: MatchedLine, passing;
        balances: Balance, kept;
        revaluations: Revaluation, passing;
        revaluation_items: RevaluationItem, passing;
        warehouses: Warehouse, kept;
        item_categories: ItemCategory, kept;
        items: Item, kept;
        item_gtins: ItemGtin, kept;
        locations: Location, kept;
        lots: Lot, kept;
        serials: Serial, kept;
        reason_codes: ReasonCode, kept;
        movements: StockMovement, passing;
        pools: Pool, kept;
        invoice_numbers: InvoiceNumber, passing;
        movement_lines: MovementLine, passing;
        pool_movements: PoolMovement, passing;
        pool_ties: PoolTie, passing;
        value_entries: ValueEntry, passing;
        cost_shares: CostShares, passing;
        pool_layers: PoolLayer, kept;
        pool_checkpoints: PoolCheckpoint, passing;
        stock_levels: StockLevel, kept;
        stock_days: StockDay, kept;
        pool_days: PoolDay, kept;
        received_lines: ReceivedLine, passing;
        transit_lines: TransitLine, passing;
        consigned_lines: ConsignedLine, passing;
        reservations: Reservation, kept;
        reserved_goods: ReservedGoods, kept;
        frozen_pools: FrozenPool, kept;
        stock_counts: Count, passing;
        count_lines: CountLine, passing;
        counted_goods: CountedGoods, passing;
        count_overruns: CountOverrun, passing;
        approval_policies: ApprovalPolicy, kept;
        control_changes: ControlChange, passing;
        statement_mappings: StatementMapping, kept;
        entry_templates: EntryTemplate, kept;
        recurring_entries: RecurringEntry, kept;
        occurrences: Occurrence, passing;
        receipts: Receipt, passing;
    }
    indexes {
        account_codes: String => AccountId, kept;
        party_ids_by_name: String => PartyId, kept;
        party_codes: String => PartyId, kept;
        dimension_value_codes: (DimensionId, String) => DimensionValueId, kept;
        item_skus: String => ItemId, kept;
        location_codes: (WarehouseId, String) => LocationId, kept;
        lot_numbers: (ItemId, String) => LotId, kept;
        serial_numbers: (ItemId, String) => SerialId, kept;
        external_ids: (String, String) => EntryId, passing;
        movement_external_ids: (String, String) => MovementId, passing;
        reservation_external_ids: (String, String) => ReservationId, passing;
        pool_ids: PoolName => PoolId, kept;
    }
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

    /// Writes the fact of the command: all rows of the books that it wrote since its last fact. A command that wrote
    /// nothing leaves no fact.
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
