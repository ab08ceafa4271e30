//! The movement that posts the differences of a count.

use crate::rows::items::Item;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{Count, CountLine};
use crate::value::Decimal;

/// The line of the movement that a difference becomes.
pub(crate) fn adjustment(count: &Count, line: &CountLine, item: &Item) -> DraftLine {
    let difference = line.difference().unwrap_or(0);
    let decimals = u8::try_from(item.quantity_decimals).unwrap_or(0);
    DraftLine {
        entered: format!("{} {}", Decimal::from_units(difference, decimals), item.unit_code),
        location_id: line.location_id,
        lot_id: line.lot_id,
        serial_id: line.serial_id,
        amount: line.total_cost.filter(|_| difference > 0),
        reason_code_id: line.reason_code_id,
        description: line.note.clone(),
        ..DraftLine::of(line.item_id, difference, count.warehouse_id)
    }
}
