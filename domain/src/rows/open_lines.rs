//! Lines that something is left of: received and not invoiced, consigned, in transit.

use crate::value::id::{AccountId, ItemId, LocationId, LotId, MovementId, PartyId, SerialId, WarehouseId};
use crate::value::{Currency, Rate};
use crate::{named_enum, rows};

named_enum! {
    /// The side of a movement's posting that an amount is on (see `costing::Leg`).
    LegKind {
        /// The account on which the goods are valued.
        Stock = "stock",
        /// The movement's own other account.
        Counter = "counter",
        /// The allowance against the goods.
        Allowance = "allowance",
        /// The difference between the two.
        Variance = "variance",
        /// The account that another movement debited, which took more than there was.
        CounterOf = "counterOf",
    }
}

rows! {
    /// The goods received by one line, and how much of them was invoiced or returned, so that the amount received and
    /// not invoiced is known to the cent. `returned` counts goods returned before they were invoiced.
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
        /// Whether no cost was stated, so that its invoice settles it (`plan/provisional.rs`).
        is_provisional: bool,
        cleared_quantity: i64,
        cleared_amount: i64,
        cleared_base: i64,
        /// The part of `cleared_base` that no line states: rounding that others got when an earlier part went back, or
        /// did not.
        reordered_base: i64,
        /// The invoiced part of the cleared quantity; the rest went back.
        invoiced_quantity: i64,
        /// The quantity returned after it was invoiced: the supplier owes it.
        invoiced_returned: i64,
        /// What was invoiced of it and neither claimed for goods that went back nor credited since: in its currency, in base
        /// currency at the rates of its invoices, and what the goods bear of that, without differences of rates.
        claimable_amount: i64,
        claimable_base: i64,
        claimable_cost: i64,
        /// The rate of its last invoice, where it is in another currency.
        claimable_rate: Option<Rate>,
        /// The last document that cleared some of it.
        last_movement_id: Option<MovementId>,
    }
}

rows! {
    /// Goods of one line that stay their owner's until they are used, at the agreed price, and how much of them was
    /// bought, moved on or returned since. They are taken in the order in which they came.
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
        /// The price of all of it when it is used.
        amount: i64,
        taken_quantity: i64,
        taken_amount: i64,
        /// Whether some of it is there.
        is_open: bool,
        /// The last document that took some of it.
        last_movement_id: Option<MovementId>,
    }
}

rows! {
    /// The goods that left by one line of a transfer in two steps, and how much of them came or was lost.
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
        /// The account of its value until it comes or is lost, whatever the settings name by then.
        account_id: AccountId,
        /// Above 0, in the item's smallest unit.
        quantity: i64,
        received: i64,
        lost: i64,
        /// Whether some of it is in transit. A voided line is closed untouched: the row still names its destination.
        is_open: bool,
    }
}

impl ConsignedLine {
    /// The goods of it still there.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.quantity - self.taken_quantity
    }

    /// The line after so much of it was taken, or given back below 0, by a document.
    pub(crate) fn after(self, quantity: i64, amount: i64, by: MovementId) -> Self {
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

impl TransitLine {
    /// The goods of it still in transit.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.quantity - self.received - self.lost
    }

    /// The line with its open flag set by what is left of it.
    pub(crate) fn told(self) -> Self {
        Self { is_open: self.left() > 0, ..self }
    }
}
