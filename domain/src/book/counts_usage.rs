//! Rows that counts name, which must therefore stay.

use crate::book::named::Named;
use crate::book::{Is, Query};
use crate::rows::{Count, CountLine};
use crate::value::CellValue;

/// Whether counts name it as a whole, and whether their lines do.
pub(crate) fn by_count_and_by_line(named: Named) -> (bool, bool) {
    match named {
        Named::Warehouse(_) => (true, false),
        Named::Reason(_) => (true, true),
        Named::Item(_) | Named::Location(..) | Named::Lot(..) | Named::Serial(..) => (false, true),
    }
}

/// Asks for the counts that name it as a whole.
pub(crate) fn of_counts(named: Named) -> Query {
    let all = Query::all::<Count>();
    match named {
        Named::Reason(reason) => all.when("reason_code_id", Is::Equal, reason.to_cell()),
        Named::Warehouse(warehouse) => all.when("warehouse_id", Is::Equal, warehouse.to_cell()),
        Named::Item(_) | Named::Location(..) | Named::Lot(..) | Named::Serial(..) => all,
    }
}

/// Asks for the lines that name it.
pub(crate) fn of_lines(named: Named) -> Query {
    let all = Query::all::<CountLine>();
    match named {
        Named::Item(item) => all.when("item_id", Is::Equal, item.to_cell()),
        Named::Location(_, location) => all.when("location_id", Is::Equal, location.to_cell()),
        Named::Lot(_, lot) => all.when("lot_id", Is::Equal, lot.to_cell()),
        Named::Serial(_, serial) => all.when("serial_id", Is::Equal, serial.to_cell()),
        Named::Reason(reason) => all.when("reason_code_id", Is::Equal, reason.to_cell()),
        Named::Warehouse(_) => all,
    }
}

pub(crate) fn is_in_count(named: Named, count: &Count) -> bool {
    match named {
        Named::Warehouse(warehouse) => count.warehouse_id == warehouse,
        Named::Reason(reason) => count.reason_code_id == Some(reason),
        Named::Item(_) | Named::Location(..) | Named::Lot(..) | Named::Serial(..) => false,
    }
}

pub(crate) fn is_in_line(named: Named, line: &CountLine) -> bool {
    match named {
        Named::Item(item) => line.item_id == item,
        Named::Location(_, location) => line.location_id == Some(location),
        Named::Lot(_, lot) => line.lot_id == Some(lot),
        Named::Serial(_, serial) => line.serial_id == Some(serial),
        Named::Reason(reason) => line.reason_code_id == Some(reason),
        Named::Warehouse(_) => false,
    }
}
