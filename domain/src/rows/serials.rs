//! Serial numbers: single pieces of an item, each tracked on its own.

use crate::rows;
use crate::rows::StockStatus;
use crate::value::Instant;
use crate::value::id::{ItemId, PrincipalId, SerialId};

rows! {
    /// One piece of an item.
    Serial in "serials" (85 v 1, Books) key { id: SerialId } {
        item_id: ItemId,
        /// As it is printed, unique for the item.
        number: String,
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
