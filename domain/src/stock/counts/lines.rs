//! The lines of a count: the expected quantity in each place.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::{Count, CountLine, CountedGoods, StockLevel};
use crate::stock::counts::scope::Place;
use crate::stock::goods::document::resolve::header_warehouse;
use crate::stock::goods::document::resolve::names::no_warehouse;
use crate::value::IdOrCode;
use crate::value::id::{CountId, ItemId, LocationId, LotId, SerialId, WarehouseId};
use crate::value::rejection::Fault;

/// The warehouse that is named, else the default one.
pub(crate) fn named(
    book: &Book,
    sent: Option<&IdOrCode<WarehouseId>>,
    faults: &mut Vec<Fault>,
) -> Result<Option<WarehouseId>, Stop> {
    if sent.is_some() {
        return header_warehouse(book, sent, "/warehouseId", faults);
    }
    let found = book.warehouses()?.find(|warehouse| warehouse.is_default).map(|warehouse| warehouse.id);
    if found.is_none() {
        let message = "the warehouse is missing and there is no default warehouse: give one";
        faults.push(no_warehouse("/warehouseId", message));
    }
    Ok(found)
}

/// The line for the goods in one place.
pub(crate) fn expected(count_id: CountId, line_number: i64, level: &StockLevel) -> CountLine {
    let named = |id: [u8; 16]| Some(id).filter(|id| *id != [0; 16]);
    CountLine {
        expected: level.quantity,
        location_id: named(level.location_id).map(LocationId),
        lot_id: named(level.lot_id).map(LotId),
        serial_id: named(level.serial_id).map(SerialId),
        ..blank(count_id, line_number, level.item_id)
    }
}

/// That a count is of the goods of one place.
pub(crate) fn counted_goods(count: &Count, (item, location): Place) -> CountedGoods {
    let about_id = item.map(|item| item.0).or(location.map(|location| location.0)).unwrap_or_default();
    let Count { id, warehouse_id, snapshot_at, .. } = count;
    CountedGoods { warehouse_id: *warehouse_id, about_id, snapshot_at: *snapshot_at, count_id: *id }
}

/// A line of which nothing is known and nothing expected.
pub(crate) fn blank(count_id: CountId, line_number: i64, item_id: ItemId) -> CountLine {
    CountLine {
        count_id,
        line_number,
        item_id,
        location_id: None,
        lot_id: None,
        serial_id: None,
        expected: 0,
        counted: None,
        counted_at: None,
        counted_by: None,
        recordings: Vec::new(),
        reason_code_id: None,
        total_cost: None,
        note: None,
        is_beyond: false,
        movement_line: None,
    }
}
