//! Stock by place: now, and by day.

use crate::rows;
use crate::value::Date;
use crate::value::id::{ItemId, WarehouseId};

rows! {
    /// The present stock of one place.
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
}

rows! {
    /// The quantity that came to one place on one day, less the quantity that left it, by posting date.
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
}
