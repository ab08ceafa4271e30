//! The line that moves the value of a pool to another account.

use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::NONE;
use crate::rows::{CostingMethod, Pool, Tracking};
use crate::value::id::{LotId, SerialId, WarehouseId};

/// The line of a pool, which names its lot or piece if it has one.
pub(crate) fn line(pool: &Pool, item: &Item, warehouse_id: WarehouseId) -> DraftLine {
    let is_told_apart = item.costing_method == CostingMethod::Specific;
    let tracked = Some(pool.tracked_id).filter(|id| is_told_apart && *id != NONE);
    DraftLine {
        lot_id: tracked.filter(|_| item.tracking == Tracking::Lot).map(LotId),
        serial_id: tracked.filter(|_| item.tracking == Tracking::Serial).map(SerialId),
        ..DraftLine::of(pool.item_id, 0, warehouse_id)
    }
}
