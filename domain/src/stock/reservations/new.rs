//! What a caller says of a reservation.

use crate::stock::goods::document::new::Ref;
use crate::value::{Decimal, Instant};

/// A new reservation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewReservation {
    pub item: Ref,
    /// Above 0.
    pub quantity: Decimal,
    /// The unit that it is in; `None` is the item's base unit.
    pub unit: Option<String>,
    /// `None` takes the default one.
    pub warehouse: Option<Ref>,
    /// Only goods of this lot.
    pub lot: Option<Ref>,
    /// Only this piece.
    pub serial: Option<Ref>,
    /// `None` does not expire.
    pub expires_at: Option<Instant>,
    pub reference: Option<String>,
    pub source: String,
    pub external_id: Option<String>,
    /// A JSON object in canonical text.
    pub metadata: String,
}
