//! Lots: goods of an item made or received together, with their days and whether they may be used.

use crate::value::id::{ItemId, LotId, PrincipalId};
use crate::value::{Date, Instant};
use crate::{named_enum, rows};

named_enum! {
    /// Whether a lot or a piece may be used.
    StockStatus {
        Available = "available",
        /// Stopped for a while, by hand.
        Hold = "hold",
        /// Set apart until it is inspected.
        Quarantine = "quarantine",
        /// Recalled by the maker.
        Recalled = "recalled",
        Expired = "expired",
    }
}

rows! {
    /// A lot of an item.
    Lot in "lots" (84 v 1, Books) key { id: LotId } {
        item_id: ItemId,
        /// As it is printed, unique for the item.
        number: String,
        produced_on: Option<Date>,
        /// The day until which it is at its best; it may be used after it.
        best_before: Option<Date>,
        /// The last day on which it may be used.
        expires_on: Option<Date>,
        status: StockStatus,
        /// Other known properties, a JSON object in canonical text.
        attributes: String,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}

impl Lot {
    /// The earlier of its best-before date and the last day on which it may be used: by it goods are picked.
    #[must_use]
    pub fn first_day(&self) -> Option<Date> {
        [self.best_before, self.expires_on].into_iter().flatten().min()
    }
}
