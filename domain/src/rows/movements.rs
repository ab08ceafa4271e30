//! The rows of movements: the document, its lines, and its part in costing.

use crate::named_enum;
use crate::rows;
use crate::rows::CostingMethod;
use crate::value::id::{
    AccountId, EntryId, ItemId, LocationId, LotId, MovementId, PartyId, PoolId, PrincipalId, ReasonCodeId,
    ReservationId, SerialId, WarehouseId,
};
use crate::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use crate::value::{Currency, Date, Instant, Rate};

named_enum! {
    /// Where a movement stands.
    MovementStatus {
        Draft = "draft",
        /// A draft that waits until a second person approves it.
        PendingApproval = "pendingApproval",
        Posted = "posted",
        Voided = "voided",
    }
}

rows! {
    /// A movement of goods: one document. Quantities are on its lines.
    StockMovement in "movements" (100 v 1, Books) key { id: MovementId } {
        kind: MovementKind,
        status: MovementStatus,
        /// Its place in the log, which orders movements of the same instant; `None` for a draft.
        seq: Option<i64>,
        /// When goods moved. `None` for a draft that says nothing: then it is when it is posted.
        occurred_at: Option<Instant>,
        /// Where it stands in the order of costs.
        costing: CostingPlace,
        /// The instant at which it stands there, if not where it occurred: it was costed prospectively.
        costed_at: Option<Instant>,
        /// The date of its entry, which nobody chooses.
        posting_date: Option<Date>,
        /// The currency of the lines' costs.
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
        /// How a landed cost is split.
        split_by: Option<SplitBy>,
        /// Whether a landed cost below 0 may take more than the goods are worth.
        allows_beyond_value: bool,
        /// A landed cost to split, or the amount that an assembly absorbs, in its currency.
        amount: Option<i64>,
        /// The account that values goods from here on.
        to_account_id: Option<AccountId>,
        /// Charges of an invoice other than goods, encoded (`draft::encode_charges`); empty for none.
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
        /// The entry that took this one back: the mirror of a void, or the reversal if the period is closed.
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
}

rows! {
    /// One line of a posted movement. Never updated, never deleted.
    MovementLine in "movement_lines" (101 v 1, Books) key {
        /// The movement's place in the log, so that lines are appended.
        movement_seq: i64,
        line_number: i64,
    } {
        movement_id: MovementId,
        item_id: ItemId,
        /// The quantity that came to the warehouse, or below 0 that left it, in the item's smallest unit. For a
        /// transfer, the quantity that left.
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
        /// The cost, or the change of value, in the movement's currency, if it was given.
        amount: Option<i64>,
        /// The same in base currency, rounded once.
        base_amount: Option<i64>,
        /// Whether no cost was stated, and the service took a provisional one (`plan/provisional.rs`).
        is_provisional: bool,
        /// The line that it is about: that it takes back, receives, or knows a cost of.
        of_seq: Option<i64>,
        of_line: Option<i64>,
        /// How much of that line it is about, where no goods of so much move.
        of_quantity: Option<i64>,
        /// The amount that it clears of goods received and not invoiced, in the receipt's currency and in base
        /// currency.
        cleared_amount: Option<i64>,
        cleared_base: Option<i64>,
        /// By how much it changes what can be claimed from the supplier, above 0 by an invoice, below 0 by a return or a
        /// credit note: in the receipt's currency, in base currency, and what the goods bear of that.
        claimable_amount: Option<i64>,
        claimable_base: Option<i64>,
        claimable_cost: Option<i64>,
        /// The reservation of which it took all that left.
        reservation_id: Option<ReservationId>,
        /// The pool from which or to which it moves; `None` where goods stay in one, or have no value.
        pool_id: Option<PoolId>,
        /// The pool to which a transfer goes.
        to_pool_id: Option<PoolId>,
        /// The account of its other side.
        counter_account_id: Option<AccountId>,
        /// The account for the difference, if it is no variance of cost: goods lost in transit.
        variance_account_id: Option<AccountId>,
        /// The share of an output of an assembly.
        weight: Option<i64>,
        /// The cost of a base unit from here on, in base currency with 6 decimals.
        standard_cost: Option<i64>,
        /// How the item is valued from here on.
        to_method: Option<CostingMethod>,
        description: Option<String>,
        /// When it was added, where that was after its document was posted: goods came to light that were there before the item
        /// was valued anew (`goods/past/earlier_pools.rs`).
        added_at: Option<Instant>,
    }
}

impl MovementLine {
    /// The item, in each warehouse that the line names.
    pub(crate) fn places(&self) -> impl Iterator<Item = (ItemId, WarehouseId)> + use<> {
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
    pub(crate) fn is_consigned(&self) -> bool {
        self.amount.is_some() && self.base_amount.is_none() && self.pool_id.is_none() && self.to_pool_id.is_none()
    }

    /// How much of goods with a cost came by it from outside, and to which pool: by a receipt, or because consigned goods were
    /// bought. Of documents that move goods.
    pub(crate) fn came(&self) -> Option<(PoolId, i64)> {
        if self.is_bought() {
            return self.to_pool_id.or(self.pool_id).zip(self.of_quantity);
        }
        self.pool_id.map(|pool| (pool, self.quantity)).filter(|(_, quantity)| *quantity > 0)
    }
}
