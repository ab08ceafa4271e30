//! What a caller says of a movement.

use crate::ledger::entries::draft::{AccountRef, PartyRef};
use crate::rows::{Brought, CostingMethod};
use crate::value::movement_kind::{CostingPlace, MovementKind, SplitBy, TransferMode};
use crate::value::{Date, Decimal, Instant, Rate};

/// Something of master data as a caller names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ref {
    /// By its wire id.
    Id(String),
    /// By its code: of a warehouse, location or reason; by the sku of an item, the number of a lot or serial.
    Code(String),
}

/// When something moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// At this instant.
    At(Instant),
    /// On this day in the organization's time zone: at 00:00 an opening, at 12:00 what comes from outside, at 18:00
    /// the rest; now, where that is still to come today.
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
    /// Nobody chooses it: what is sent must be what is derived.
    pub posting_date: Option<Date>,
    /// Whether it is posted at once.
    pub post: bool,
    /// Where lines are that name no warehouse; `None` takes the default one.
    pub warehouse: Option<Ref>,
    /// Whether that one was named as the one from which a transfer goes, which refusals then say.
    pub is_from: bool,
    /// Where lines of a transfer go that name no warehouse.
    pub to_warehouse: Option<Ref>,
    pub party: Option<PartyRef>,
    /// What costs are in; `None` is the base currency.
    pub currency: Option<String>,
    pub exchange_rate: Option<Rate>,
    pub reason: Option<Ref>,
    pub offset_account: Option<AccountRef>,
    /// Wire id of the movement that it takes back, or that lines are about which name none.
    pub of_movement: Option<String>,
    /// Of a transfer; `None` is direct.
    pub mode: Option<TransferMode>,
    /// When an invoice is to be paid.
    pub due_date: Option<Date>,
    /// By what a landed cost is spread; `None` is by value, or by hand where lines have amounts.
    pub split_by: Option<SplitBy>,
    /// A landed cost to be spread, or what an assembly absorbs.
    pub amount: Option<Decimal>,
    /// What an invoice charges beside goods: tax, freight.
    pub charges: Vec<NewCharge>,
    pub description: String,
    pub reference: Option<String>,
    pub source: String,
    pub external_id: Option<String>,
    /// Canonical JSON; empty for none.
    pub dimensions: String,
    pub lines: Vec<NewMovementLine>,
    /// A JSON object in canonical text.
    pub metadata: String,
}

/// What an invoice charges beside goods.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewCharge {
    pub account: AccountRef,
    /// In the invoice's currency; below 0 what it takes off.
    pub amount: Decimal,
    pub description: Option<String>,
}

/// A line as a caller writes it. Which fields it has follows from the kind of the movement.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct NewMovementLine {
    /// `None` where the line is about one of a receipt.
    pub item: Option<Ref>,
    /// Above 0; of an adjustment below 0 what is taken out. `None` where no goods move.
    pub quantity: Option<Decimal>,
    /// The unit that it is in; `None` is the item's base unit.
    pub unit: Option<String>,
    pub warehouse: Option<Ref>,
    pub location: Option<Ref>,
    pub to_warehouse: Option<Ref>,
    pub to_location: Option<Ref>,
    pub lot: Option<Ref>,
    pub serial: Option<Ref>,
    /// The lot or piece that comes, by its number, instead of one that is there.
    pub brought: Option<Brought>,
    /// What all of it costs, in the movement's currency.
    pub total_cost: Option<Decimal>,
    /// By how much it is worth more or less, or what is invoiced of it, in the movement's currency.
    pub amount: Option<Decimal>,
    /// Wire id of the movement that the line is about; `None` is the document's.
    pub of_movement: Option<String>,
    /// The line of the other movement that it takes back or is about.
    pub of_line: Option<i64>,
    /// Whether it goes into an assembly; `false` is what comes out of it.
    pub is_component: Option<bool>,
    /// The share of an output of an assembly.
    pub weight: Option<i64>,
    /// What one base unit costs from here on.
    pub standard_cost: Option<Decimal>,
    /// How the item is valued from here on.
    pub to_method: Option<CostingMethod>,
    /// Wire id of the reservation that it takes all of its quantity from.
    pub reservation: Option<String>,
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
            amount: None,
            charges: Vec::new(),
            description: String::new(),
            reference: None,
            source: String::new(),
            external_id: None,
            dimensions: String::new(),
            lines: Vec::new(),
            metadata: "{}".to_owned(),
        }
    }
}
