//! The input of a reservation.
use crate::value::id::{ItemId, LotId, SerialId, WarehouseId};
use crate::value::{Decimal, IdOrCode, Instant};

/// A new reservation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReservation {
    pub item: IdOrCode<ItemId>,
    /// Above 0.
    pub quantity: Decimal,
    /// The unit that it is in; `None` is the item's base unit.
    pub unit: Option<String>,
    /// `None` takes the default one.
    pub warehouse: Option<IdOrCode<WarehouseId>>,
    /// Only goods of this lot.
    pub lot: Option<IdOrCode<LotId>>,
    /// Only this piece.
    pub serial: Option<IdOrCode<SerialId>>,
    /// `None` does not expire.
    pub expires_at: Option<Instant>,
    pub reference: Option<String>,
    pub source: String,
    pub external_id: Option<String>,
    /// A JSON object in canonical text.
    pub metadata: String,
}
