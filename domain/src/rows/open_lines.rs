//! Lines that something is left of: received and not invoiced, consigned, in transit.

use crate::value::id::{AccountId, ItemId, LocationId, LotId, MovementId, PartyId, SerialId, WarehouseId};
use crate::value::{Currency, Rate};
use crate::{named_enum, rows};

named_enum! {
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
}

rows! {
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
}

rows! {
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

impl ConsignedLine {
    /// What is there of it.
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
    /// What is in transit of it.
    #[must_use]
    pub fn left(&self) -> i64 {
        self.quantity - self.received - self.lost
    }

    /// The line with whether it is open told by what is left of it.
    pub(crate) fn told(self) -> Self {
        Self { is_open: self.left() > 0, ..self }
    }
}
