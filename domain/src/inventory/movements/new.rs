//! What a caller says of a movement.

use crate::inventory::movement_kind::MovementKind;
use crate::ledger::draft::{AccountRef, PartyRef};
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
    /// Nobody chooses it: what is sent must be what is derived.
    pub posting_date: Option<Date>,
    /// Whether it is posted at once.
    pub post: bool,
    /// Where lines are that name no warehouse; `None` takes the default one.
    pub warehouse: Option<Ref>,
    /// Where lines of a transfer go that name no warehouse.
    pub to_warehouse: Option<Ref>,
    pub party: Option<PartyRef>,
    /// What costs are in; `None` is the base currency.
    pub currency: Option<String>,
    pub exchange_rate: Option<Rate>,
    pub reason: Option<Ref>,
    pub offset_account: Option<AccountRef>,
    /// Wire id of the movement that it takes back.
    pub of_movement: Option<String>,
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

/// A line as a caller writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMovementLine {
    pub item: Ref,
    /// Above 0; of an adjustment below 0 what is taken out.
    pub quantity: Decimal,
    /// The unit that it is in; `None` is the item's base unit.
    pub unit: Option<String>,
    pub warehouse: Option<Ref>,
    pub location: Option<Ref>,
    pub to_warehouse: Option<Ref>,
    pub to_location: Option<Ref>,
    pub lot: Option<Ref>,
    pub serial: Option<Ref>,
    /// What all of it costs, in the movement's currency.
    pub total_cost: Option<Decimal>,
    /// The line of the other movement that it takes back.
    pub of_line: Option<i64>,
    /// Wire id of the reservation that it takes all of its quantity from.
    pub reservation: Option<String>,
    pub description: Option<String>,
}
