//! What comes to each place and leaves it by the lines of a document.

use std::collections::BTreeMap;

use crate::rows::MovementLine;
use crate::rows::movement_drafts::DraftLine;
use crate::rows::pool_names::NONE;
use crate::value::id::{ItemId, LocationId, WarehouseId};

/// Item, warehouse, location, lot, serial; zeros for none.
pub(crate) type LevelKey = (ItemId, WarehouseId, [u8; 16], [u8; 16], [u8; 16]);

/// What comes to each place, less what leaves it.
pub(crate) type Turnover = BTreeMap<LevelKey, i128>;

/// Adds what goods of a line leave and where they come: as it was with the sign 1, taken back with -1.
pub(crate) fn turn_over(turnover: &mut Turnover, line: &MovementLine, sign: i128) {
    if line.quantity == 0 {
        return;
    }
    let (lot, serial) = (line.lot_id.map_or(NONE, |id| id.0), line.serial_id.map_or(NONE, |id| id.0));
    let key = |warehouse: WarehouseId, location: Option<LocationId>| -> LevelKey {
        (line.item_id, warehouse, location.map_or(NONE, |id| id.0), lot, serial)
    };
    let moved = sign * i128::from(line.quantity);
    *turnover.entry(key(line.warehouse_id, line.location_id)).or_default() += moved;
    if let Some(to) = line.to_warehouse_id {
        *turnover.entry(key(to, line.to_location_id)).or_default() -= moved;
    }
}

/// Where the one line is by which such goods leave; all lines where several do.
pub(crate) fn leaving_line(lines: &[DraftLine], is_it: impl Fn(&DraftLine) -> bool) -> String {
    let mut found = lines.iter().enumerate().filter(|(_, line)| is_it(line));
    match (found.next(), found.next()) {
        (Some((index, _)), None) => format!("/lines/{index}/quantity"),
        _ => "/lines".to_owned(),
    }
}
