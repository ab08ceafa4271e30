//! The input of a movement.

use crate::ledger::invoice_numbers::NumberUse;
use crate::rows::{Brought, CostingMethod};
use crate::value::id::{
    AccountId, ItemId, LocationId, LotId, MovementId, PartyId, ReasonCodeId, ReservationId, SerialId, WarehouseId,
};
use crate::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use crate::value::{Date, Decimal, IdOrCode, Instant, Rate, Sought};

/// When something moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// At this instant.
    At(Instant),
    /// On this day in the organization's time zone: 00:00 for an opening, 12:00 for goods from outside, 18:00 for all
    /// others; now, if that time is still to come today.
    On(Date),
}

/// A new movement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMovement {
    pub kind: MovementKind,
    /// `None` is now, or for a draft when it is posted.
    pub occurred_at: Option<When>,
    /// Where it stands in the order of costs.
    pub costing: CostingPlace,
    /// Not a choice: a value that is sent must equal the derived one.
    pub posting_date: Option<Date>,
    /// Whether it is posted at once.
    pub post: bool,
    /// Where lines are that name no warehouse; `None` takes the default one.
    pub warehouse: Option<IdOrCode<WarehouseId>>,
    /// Whether that one was named as the one from which a transfer goes, which refusals then say.
    pub is_from: bool,
    /// Where lines of a transfer go that name no warehouse.
    pub to_warehouse: Option<IdOrCode<WarehouseId>>,
    /// By its id or its name; created where none has that name.
    pub party: Option<IdOrCode<PartyId>>,
    /// The currency of its costs; `None` is the base currency.
    pub currency: Option<String>,
    pub exchange_rate: Option<Rate>,
    pub reason: Option<IdOrCode<ReasonCodeId>>,
    pub offset_account: Option<IdOrCode<AccountId>>,
    /// The movement that it takes back, or that lines are about which name none.
    pub of_movement: Option<Sought<MovementId>>,
    /// Of a transfer; `None` is direct.
    pub mode: Option<TransferMode>,
    /// When an invoice is to be paid.
    pub due_date: Option<Date>,
    /// How a landed cost is split; `None` is by value, or by hand if lines have amounts.
    pub split_by: Option<SplitBy>,
    /// Whether a landed cost below 0 may take more than the goods are worth.
    pub allow_beyond_value: bool,
    /// A landed cost to split, or the amount that an assembly absorbs.
    pub amount: Option<Decimal>,
    /// Charges of an invoice other than goods: tax, freight.
    pub charges: Vec<NewCharge>,
    pub description: String,
    pub reference: Option<String>,
    /// Whether the reference of an invoice is a number that no other one has.
    pub number_use: NumberUse,
    pub source: String,
    pub external_id: Option<String>,
    /// Canonical JSON; empty for none.
    pub dimensions: String,
    pub lines: Vec<NewMovementLine>,
    /// A JSON object in canonical text.
    pub metadata: String,
}

/// A charge of an invoice other than goods.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewCharge {
    pub account: IdOrCode<AccountId>,
    /// In the invoice's currency; negative for a deduction.
    pub amount: Decimal,
    pub description: Option<String>,
}

/// A line as a caller writes it. Which fields it has follows from the kind of the movement.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NewMovementLine {
    /// `None` where the line is about one of a receipt.
    pub item: Option<IdOrCode<ItemId>>,
    /// Above 0; negative in an adjustment that takes goods out. `None` where no goods move.
    pub quantity: Option<Decimal>,
    /// The unit that it is in; `None` is the item's base unit.
    pub unit: Option<String>,
    pub warehouse: Option<IdOrCode<WarehouseId>>,
    pub location: Option<IdOrCode<LocationId>>,
    pub to_warehouse: Option<IdOrCode<WarehouseId>>,
    pub to_location: Option<IdOrCode<LocationId>>,
    pub lot: Option<IdOrCode<LotId>>,
    pub serial: Option<IdOrCode<SerialId>>,
    /// The lot or piece that comes, by its number, instead of one that is there.
    pub brought: Option<Brought>,
    /// The cost of the whole line, in the movement's currency.
    pub total_cost: Option<Decimal>,
    /// The change of value, or the amount invoiced, in the movement's currency.
    pub amount: Option<Decimal>,
    /// The movement that the line is about; `None` is the document's.
    pub of_movement: Option<Sought<MovementId>>,
    /// The line of the other movement that it takes back or is about.
    pub of_line: Option<i64>,
    /// Whether it goes into an assembly; `false` for an output.
    pub is_component: Option<bool>,
    /// The share of an output of an assembly.
    pub weight: Option<i64>,
    /// The cost of one base unit from here on.
    pub standard_cost: Option<Decimal>,
    /// How the item is valued from here on.
    pub to_method: Option<CostingMethod>,
    /// The reservation that it takes all of its quantity from.
    pub reservation: Option<Sought<ReservationId>>,
    pub description: Option<String>,
}

impl NewMovement {
    /// A movement of a kind that says nothing else, to be posted.
    #[must_use]
    pub fn of(kind: MovementKind) -> Self {
        Self {
            kind,
            occurred_at: None,
            costing: CostingPlace::InOrder,
            posting_date: None,
            post: true,
            warehouse: None,
            is_from: false,
            to_warehouse: None,
            party: None,
            currency: None,
            exchange_rate: None,
            reason: None,
            offset_account: None,
            of_movement: None,
            mode: None,
            due_date: None,
            split_by: None,
            allow_beyond_value: false,
            amount: None,
            charges: Vec::new(),
            description: String::new(),
            reference: None,
            number_use: NumberUse::Once,
            source: String::new(),
            external_id: None,
            dimensions: String::new(),
            lines: Vec::new(),
            metadata: "{}".to_owned(),
        }
    }
}

/// The places of a document and the movement that it is about, which hold for each line that names none of its own.
#[derive(Clone, Copy, Default)]
pub(crate) struct Header {
    pub warehouse: Option<WarehouseId>,
    pub to_warehouse: Option<WarehouseId>,
    pub of_movement_id: Option<MovementId>,
    pub party_id: Option<PartyId>,
}
