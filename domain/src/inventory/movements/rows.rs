//! The rows of movements: the document, its lines, and what costing keeps of them.

use crate::context::Context;
use crate::inventory::costing::Place;
use crate::inventory::items::CostingMethod;
use crate::inventory::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use crate::value::id::{
    AccountId, EntryId, ItemId, LocationId, LotId, MovementId, PartyId, PoolId, PrincipalId, ReasonCodeId,
    ReservationId, SerialId, WarehouseId,
};
use crate::value::{Currency, Date, Instant, Rate};
use crate::{named_enum, rows};

named_enum! {
    /// Where a movement stands.
    MovementStatus {
        Draft = "draft",
        /// A draft that waits until a second person approves it.
        PendingApproval = "pendingApproval",
        Posted = "posted",
        Voided = "voided",
    }

    /// Which side of what a movement posts an amount is (see `costing::Leg`).
    LegKind {
        /// The account on which the goods are valued.
        Stock = "stock",
        /// The movement's own other account.
        Counter = "counter",
        /// What both do not share.
        Variance = "variance",
        /// The account that another movement debited, which took more than there was.
        CounterOf = "counterOf",
    }
}

rows! {
    /// A movement of goods: one document. Quantities are on its lines.
    StockMovement in "movements" (100 v 1, Books) key { id: MovementId } {
        kind: MovementKind,
        status: MovementStatus,
        /// Its place in the log, which is its place in the order of what occurred at the same instant; `None` for a draft.
        seq: Option<i64>,
        /// When goods moved. `None` for a draft that says nothing: then it is when it is posted.
        occurred_at: Option<Instant>,
        /// Where it stands in the order of costs.
        costing: CostingPlace,
        /// The instant at which it stands there, if not where it occurred: it was costed prospectively.
        costed_at: Option<Instant>,
        /// The date of its entry, which nobody chooses.
        posting_date: Option<Date>,
        /// What the lines' costs are in.
        currency: Currency,
        /// Units of base currency per unit; `None` takes the one in effect.
        exchange_rate: Option<Rate>,
        party_id: Option<PartyId>,
        reason_code_id: Option<ReasonCodeId>,
        /// Takes the other side instead of the usual account.
        offset_account_id: Option<AccountId>,
        /// The movement that it takes back, receives or closes, in whole or in part.
        of_movement_id: Option<MovementId>,
        /// Of a transfer.
        transfer_mode: Option<TransferMode>,
        /// When an invoice is to be paid.
        due_date: Option<Date>,
        /// By what a landed cost is spread.
        split_by: Option<SplitBy>,
        /// A landed cost to be spread, or what an assembly absorbs, in its currency.
        amount: Option<i64>,
        /// The account that values goods from here on.
        to_account_id: Option<AccountId>,
        /// What an invoice charges beside goods, encoded (`draft::encode_charges`); empty for nothing.
        charges: Vec<u8>,
        description: String,
        reference: Option<String>,
        /// Namespace of `external_id`; empty by default.
        source: String,
        external_id: Option<String>,
        /// Values by dimension for the lines of its entry: canonical JSON, empty for none.
        dimensions: String,
        line_count: i64,
        /// The encoded lines of a draft; empty once posted.
        draft_lines: Vec<u8>,
        /// All who created, edited or submitted it as a draft: wire ids separated by blanks.
        prepared_by: String,
        /// Who answered then for the service accounts among them.
        key_owners: String,
        /// The submission that waits for approval, or that was approved.
        submitted_at: Option<Instant>,
        submitted_by: Option<PrincipalId>,
        approved_at: Option<Instant>,
        approved_by: Option<PrincipalId>,
        /// The last rejection, if any.
        rejected_at: Option<Instant>,
        rejected_by: Option<PrincipalId>,
        rejection_reason: Option<String>,
        /// Its journal entry; `None` where all that moved cost nothing.
        entry_id: Option<EntryId>,
        /// What took the entry back: the mirror of a void, or the reversal where the period is closed.
        void_entry_id: Option<EntryId>,
        void_reason: Option<String>,
        /// The day as of which it was taken back: its own posting date, or the first open one after it.
        void_date: Option<Date>,
        voided_at: Option<Instant>,
        voided_by: Option<PrincipalId>,
        posted_at: Option<Instant>,
        posted_by: Option<PrincipalId>,
        metadata: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }

    /// One line of a posted movement. Never updated, never deleted.
    MovementLine in "movement_lines" (101 v 1, Books) key {
        /// The movement's place in the log, so that lines are appended.
        movement_seq: i64,
        line_number: i64,
    } {
        movement_id: MovementId,
        item_id: ItemId,
        /// What came to the warehouse, or below 0 what left it, in the item's smallest unit. Of a transfer what left.
        quantity: i64,
        /// As it was written: `2 XCS`.
        entered: String,
        warehouse_id: WarehouseId,
        location_id: Option<LocationId>,
        /// Where a transfer goes.
        to_warehouse_id: Option<WarehouseId>,
        to_location_id: Option<LocationId>,
        lot_id: Option<LotId>,
        serial_id: Option<SerialId>,
        /// What it costs, or by how much it is worth more, in the movement's currency, where that was given.
        amount: Option<i64>,
        /// The same in base currency, rounded once.
        base_amount: Option<i64>,
        /// Whether nobody said what it costs, and the service took a provisional cost (`plan/provisional.rs`).
        is_provisional: bool,
        /// The line that it is about: that it takes back, receives, or knows a cost of.
        of_seq: Option<i64>,
        of_line: Option<i64>,
        /// How much of that line it is about, where no goods of so much move.
        of_quantity: Option<i64>,
        /// What it clears of what was received and not invoiced, in the receipt's currency and in base currency.
        cleared_amount: Option<i64>,
        cleared_base: Option<i64>,
        /// The reservation of which it took all that left.
        reservation_id: Option<ReservationId>,
        /// The pool from which or to which it moves; `None` where goods stay in one, or have no value.
        pool_id: Option<PoolId>,
        /// The pool to which a transfer goes.
        to_pool_id: Option<PoolId>,
        /// The account of its other side.
        counter_account_id: Option<AccountId>,
        /// What takes the difference, where that is no variance of cost: what was lost in transit.
        variance_account_id: Option<AccountId>,
        /// The share of an output of an assembly.
        weight: Option<i64>,
        /// What a base unit costs from here on, in base currency with 6 decimals.
        standard_cost: Option<i64>,
        /// How the item is valued from here on.
        to_method: Option<CostingMethod>,
        description: Option<String>,
        /// When it was added, where that was after its document was posted: goods came to light that were there before the item
        /// was valued anew (`movements/earlier.rs`).
        added_at: Option<Instant>,
    }

    /// What a line does to one pool.
    PoolMovement in "pool_movements" (102 v 1, Books) key {
        pool_id: PoolId,
        /// Where it stands in the order of all movements.
        place: Place,
    } {
        posting_date: Date,
        /// When goods moved, if not where it stands: it was costed prospectively.
        occurred_at: Option<Instant>,
        /// What it does, in canonical bytes (`stored::encode_kind`).
        kind: Vec<u8>,
        /// What came, or below 0 what left.
        quantity: i64,
        /// A voided movement does nothing.
        is_voided: bool,
        /// The place in the log of its document.
        cause_seq: i64,
        /// What the document itself posted for it, where that went from the account of the goods to one other account: a
        /// value entry that needs no row of its own. Never changed, as those are not.
        own_account_id: Option<AccountId>,
        /// The other account, which has the amount with the other sign.
        own_counter_account_id: Option<AccountId>,
        /// In base currency, a debit of the goods above 0.
        own_amount: Option<i64>,
        /// The journal entry that it is in; `None` where it nets to nothing there.
        own_entry_sequence: Option<i64>,
    }

    /// One movement needs another one.
    PoolTie in "pool_ties" (103 v 1, Books) key {
        /// The one that is needed.
        source: Place,
        /// The one that needs it.
        place: Place,
    } {
        /// The pool of the one that is needed.
        source_pool_id: PoolId,
        /// The pool of the one that needs it.
        pool_id: PoolId,
        /// For what: `value`, `share` or `layer`.
        tie: String,
        /// How much of it, for a share.
        quantity: i64,
        is_voided: bool,
    }

    /// An amount that was posted for a movement on one leg, or on that of the goods and its counter leg. Never updated, never
    /// deleted. What its own document posted is beside the movement, where one row says it all (`PoolMovement::own_entry`).
    ValueEntry in "value_entries" (104 v 1, Books) key {
        pool_id: PoolId,
        /// For which movement.
        place: Place,
        /// Place in the log of the document that caused it: the movement's own, or one that changed the past.
        cause_seq: i64,
        /// From 1, within movement and cause.
        number: i64,
    } {
        date: Date,
        leg: LegKind,
        /// Which movement's account, for `counterOf`.
        leg_of: Option<Place>,
        account_id: AccountId,
        /// For `stock`: the account of the counter leg, which has the same amount with the other sign. Most amounts go from
        /// one account to one other; where more legs share one, each has a row of its own.
        counter_account_id: Option<AccountId>,
        /// In base currency, a debit above 0.
        amount: i64,
        /// The journal entry that it is in; `None` where it nets to nothing there.
        entry_sequence: Option<i64>,
    }

    /// Goods that are valued together, and what they come to now.
    Pool in "pools" (105 v 1, Books) key { id: PoolId } {
        item_id: ItemId,
        /// The warehouse; zeros where all warehouses that share costs are one pool.
        scope_id: [u8; 16],
        /// The lot or serial, where each has its own cost; zeros otherwise.
        tracked_id: [u8; 16],
        /// How it was valued before its first movement.
        first_method: CostingMethod,
        first_account_id: AccountId,
        first_standard: Option<i64>,
        /// From where on it has all changes of its item's method and standard cost; before the first of its goods, which
        /// were valued as its first movement found them (`movements/earlier.rs`).
        begins_at: Place,
        /// Its last movement; `None` where it has none.
        last_place: Option<Place>,
        /// Movements since the last checkpoint.
        since_checkpoint: i64,
        method: CostingMethod,
        account_id: AccountId,
        /// Minor units × 10^6 for one base unit.
        standard: Option<i64>,
        /// How many of the smallest quantity a base unit has.
        per_unit: i64,
        /// What is there, less what is owed.
        quantity: i64,
        /// Its value in the books.
        value: i64,
        /// Its extended value: whole minor units, and millionths (0 to 999,999).
        x_whole: i64,
        x_millionths: i64,
        /// The latest cost: so much value for so much quantity.
        last_cost_value: Option<i64>,
        last_cost_quantity: Option<i64>,
        /// By how much it is written down: the allowance against it, 0 or more.
        written_down: i64,
    }

    /// What is left of one receipt, or what one issue owes.
    PoolLayer in "pool_layers" (106 v 1, Books) key {
        pool_id: PoolId,
        is_owed: bool,
        /// The movement that made it.
        place: Place,
    } {
        quantity: i64,
        x_whole: i64,
        x_millionths: i64,
    }

    /// A pool as it was after a movement, from which a replay begins.
    PoolCheckpoint in "pool_checkpoints" (107 v 1, Books) key {
        pool_id: PoolId,
        place: Place,
    } {
        /// In canonical bytes (`stored::encode_state`).
        state: Vec<u8>,
    }

    /// What is in one place now.
    StockLevel in "stock_levels" (108 v 1, Books) key {
        item_id: ItemId,
        warehouse_id: WarehouseId,
        /// Zeros for none, as in the next two.
        location_id: [u8; 16],
        lot_id: [u8; 16],
        serial_id: [u8; 16],
    } {
        quantity: i64,
    }

    /// What came to one place on one day, less what left it, by posting date.
    StockDay in "stock_days" (109 v 1, Books) key {
        item_id: ItemId,
        warehouse_id: WarehouseId,
        location_id: [u8; 16],
        lot_id: [u8; 16],
        serial_id: [u8; 16],
        date: Date,
    } {
        quantity: i64,
    }

    /// By how much the value of one pool changed on one account on one day, by posting date.
    PoolDay in "pool_days" (110 v 1, Books) key {
        pool_id: PoolId,
        account_id: AccountId,
        date: Date,
    } {
        value: i64,
    }

    /// What was received by one line and how much of it was invoiced or went back, so that what was received and not
    /// invoiced is known to the cent. `returned` are those that went back before they were invoiced.
    ReceivedLine in "received_lines" (111 v 1, Books) key {
        movement_seq: i64,
        line_number: i64,
    } {
        movement_id: MovementId,
        item_id: ItemId,
        party_id: Option<PartyId>,
        account_id: AccountId,
        currency: Currency,
        /// Units of base currency per unit, where that is another one.
        exchange_rate: Option<Rate>,
        /// Above 0, in the item's smallest unit.
        quantity: i64,
        amount: i64,
        base_amount: i64,
        cleared_quantity: i64,
        cleared_amount: i64,
        cleared_base: i64,
        /// What of `cleared_base` no line says: what rounding gave to others when an earlier part went back, or did not.
        reordered_base: i64,
        /// How much of what was cleared was invoiced; the rest went back.
        invoiced_quantity: i64,
        /// How much of what was invoiced went back after it: the supplier owes it.
        invoiced_returned: i64,
        /// The last document that cleared some of it.
        last_movement_id: Option<MovementId>,
    }

    /// What one line brought of goods that stay their owner's until they are used, at the price that was agreed, and how much of
    /// it was bought, went on or went back since. It is taken in the order in which it came.
    ConsignedLine in "consigned_lines" (116 v 1, Books) key {
        movement_seq: i64,
        line_number: i64,
    } {
        movement_id: MovementId,
        item_id: ItemId,
        warehouse_id: WarehouseId,
        /// Zeros for none, as in the next one.
        lot_id: [u8; 16],
        serial_id: [u8; 16],
        /// Whose they are.
        party_id: PartyId,
        currency: Currency,
        /// Above 0, in the item's smallest unit.
        quantity: i64,
        /// What all of it costs where it is used.
        amount: i64,
        taken_quantity: i64,
        taken_amount: i64,
        /// Whether some of it is there.
        is_open: bool,
        /// The last document that took some of it.
        last_movement_id: Option<MovementId>,
    }

    /// What left by one line of a transfer in two steps, and how much of it came or was lost.
    TransitLine in "transit_lines" (118 v 1, Books) key {
        movement_seq: i64,
        line_number: i64,
    } {
        movement_id: MovementId,
        item_id: ItemId,
        lot_id: Option<LotId>,
        serial_id: Option<SerialId>,
        warehouse_id: WarehouseId,
        to_warehouse_id: WarehouseId,
        to_location_id: Option<LocationId>,
        /// What it is worth is on it until it comes or is lost, whatever settings name by then.
        account_id: AccountId,
        /// Above 0, in the item's smallest unit.
        quantity: i64,
        received: i64,
        lost: i64,
        /// Whether some of it is in transit. What was voided is closed untouched: the row still says where it was to go.
        is_open: bool,
    }
}

impl StockMovement {
    /// The next version, changed now by the actor.
    pub(super) fn touched(self, ctx: &Context) -> Self {
        Self { version: self.version + 1, updated_at: ctx.at, updated_by: ctx.actor.principal, ..self }
    }
}

impl MovementLine {
    /// The item, in each warehouse that the line names.
    pub(super) fn places(&self) -> impl Iterator<Item = (ItemId, WarehouseId)> + use<> {
        let item = self.item_id;
        [Some(self.warehouse_id), self.to_warehouse_id].into_iter().flatten().map(move |warehouse| (item, warehouse))
    }
}

impl MovementLine {
    /// Whether it bought goods that were consigned, by being used; of documents that move goods.
    #[must_use]
    pub fn is_bought(&self) -> bool {
        self.base_amount.is_some() && self.of_quantity.is_some()
    }

    /// Whether it took a part of goods that were consigned: they were bought by it, or went on or back as their owner's. Of
    /// documents that move goods.
    #[must_use]
    pub fn is_of_others(&self) -> bool {
        self.is_bought() || (self.of_quantity.is_some() && self.amount.is_some())
    }

    /// Whether goods came by it, or went on, that stayed their owner's: they have an agreed price and no value. Of documents that move
    /// goods.
    pub(super) fn is_consigned(&self) -> bool {
        self.amount.is_some() && self.base_amount.is_none() && self.pool_id.is_none() && self.to_pool_id.is_none()
    }

    /// How much of goods with a cost came by it from outside, and to which pool: by a receipt, or because consigned goods were
    /// bought. Of documents that move goods.
    pub(super) fn came(&self) -> Option<(PoolId, i64)> {
        if self.is_bought() {
            return self.to_pool_id.or(self.pool_id).zip(self.of_quantity);
        }
        self.pool_id.map(|pool| (pool, self.quantity)).filter(|(_, quantity)| *quantity > 0)
    }
}

impl ConsignedLine {
    /// What is there of it.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.quantity - self.taken_quantity
    }

    /// The line after so much of it was taken, or given back below 0, by a document.
    pub(super) fn after(self, quantity: i64, amount: i64, by: MovementId) -> Self {
        let taken_quantity = self.taken_quantity + quantity;
        let is_open = taken_quantity < self.quantity;
        let last_movement_id = Some(by);
        Self { taken_quantity, taken_amount: self.taken_amount + amount, is_open, last_movement_id, ..self }
    }
}

impl ReceivedLine {
    /// How much of it is neither invoiced nor sent back.
    #[must_use]
    pub fn open(&self) -> i64 {
        self.quantity - self.cleared_quantity
    }
}

impl ValueEntry {
    /// What it posts to the movement's own other account, in minor units; 0 where it has no leg there.
    #[must_use]
    pub fn counter_amount(&self) -> i64 {
        match (self.leg, self.counter_account_id) {
            (LegKind::Counter, _) => self.amount,
            (_, Some(_)) => -self.amount,
            (_, None) => 0,
        }
    }
}

impl PoolMovement {
    /// What the document itself posted for it, where that is kept beside it: the first of its value entries.
    #[must_use]
    pub fn own_entry(&self) -> Option<ValueEntry> {
        Some(ValueEntry {
            pool_id: self.pool_id,
            place: self.place,
            cause_seq: self.cause_seq,
            number: 0,
            date: self.posting_date,
            leg: LegKind::Stock,
            leg_of: None,
            account_id: self.own_account_id?,
            counter_account_id: self.own_counter_account_id,
            amount: self.own_amount?,
            entry_sequence: self.own_entry_sequence,
        })
    }

    /// When goods moved.
    pub(super) fn moved_at(&self) -> Instant {
        self.occurred_at.unwrap_or(self.place.at)
    }
}

impl TransitLine {
    /// What is in transit of it.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.quantity - self.received - self.lost
    }

    /// The line with whether it is open told by what is left of it.
    pub(super) fn told(self) -> Self {
        Self { is_open: self.left() > 0, ..self }
    }
}

/// A movement of a kind that says nothing, not stored yet.
pub(in crate::inventory) fn blank(ctx: &Context, kind: MovementKind, currency: Currency) -> StockMovement {
    StockMovement {
        id: ctx.ids.next(),
        kind,
        status: MovementStatus::Draft,
        seq: None,
        occurred_at: None,
        costing: CostingPlace::InOrder,
        costed_at: None,
        posting_date: None,
        currency,
        exchange_rate: None,
        party_id: None,
        reason_code_id: None,
        offset_account_id: None,
        of_movement_id: None,
        transfer_mode: None,
        due_date: None,
        split_by: None,
        amount: None,
        to_account_id: None,
        charges: Vec::new(),
        description: String::new(),
        reference: None,
        source: String::new(),
        external_id: None,
        dimensions: String::new(),
        line_count: 0,
        draft_lines: Vec::new(),
        prepared_by: String::new(),
        key_owners: String::new(),
        submitted_at: None,
        submitted_by: None,
        approved_at: None,
        approved_by: None,
        rejected_at: None,
        rejected_by: None,
        rejection_reason: None,
        entry_id: None,
        void_entry_id: None,
        void_reason: None,
        void_date: None,
        voided_at: None,
        voided_by: None,
        posted_at: None,
        posted_by: None,
        metadata: "{}".to_owned(),
        version: 1,
        created_at: ctx.at,
        created_by: ctx.actor.principal,
        updated_at: ctx.at,
        updated_by: ctx.actor.principal,
    }
}
