//! What movements name, which therefore stays: goods, the places that they were in, and reasons.

use super::levels::require_all;
use crate::book::{Book, Is, Key, Query};
use crate::inventory::counts;
use crate::rejection::{Code, Rejection, Value};
use crate::stop::Stop;
use crate::value::CellValue;
use crate::value::id::{ItemId, LocationId, LotId, ReasonCodeId, SerialId, WarehouseId};

use super::rows::{StockLevel, StockMovement};

/// Something that movements may name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Named {
    /// Goods of an item.
    Item(ItemId),
    /// A warehouse.
    Warehouse(WarehouseId),
    /// A bin of a warehouse.
    Location(WarehouseId, LocationId),
    /// A lot of an item.
    Lot(ItemId, LotId),
    /// A piece of an item.
    Serial(ItemId, SerialId),
    /// Why goods moved.
    Reason(ReasonCodeId),
}

impl Named {
    /// Asks for the first row that names it: places stay known when they are empty again.
    pub(crate) fn query(self) -> Query {
        let levels = Query::all::<StockLevel>;
        match self {
            Self::Item(item) => levels().when("item_id", Is::Equal, item.to_cell()),
            Self::Warehouse(warehouse) => levels().when("warehouse_id", Is::Equal, warehouse.to_cell()),
            Self::Location(warehouse, location) => levels().when("warehouse_id", Is::Equal, warehouse.to_cell()).when(
                "location_id",
                Is::Equal,
                location.to_cell(),
            ),
            Self::Lot(item, lot) => {
                levels().when("item_id", Is::Equal, item.to_cell()).when("lot_id", Is::Equal, lot.to_cell())
            }
            Self::Serial(item, serial) => {
                levels().when("item_id", Is::Equal, item.to_cell()).when("serial_id", Is::Equal, serial.to_cell())
            }
            Self::Reason(reason) => Query::all::<StockMovement>().when("reason_code_id", Is::Equal, reason.to_cell()),
        }
        .first(1)
    }

    pub(crate) fn is_in_level(self, level: &StockLevel) -> bool {
        match self {
            Self::Item(item) => level.item_id == item,
            Self::Warehouse(warehouse) => level.warehouse_id == warehouse,
            Self::Location(warehouse, location) => level.warehouse_id == warehouse && level.location_id == location.0,
            Self::Lot(item, lot) => level.item_id == item && level.lot_id == lot.0,
            Self::Serial(item, serial) => level.item_id == item && level.serial_id == serial.0,
            Self::Reason(_) => false,
        }
    }

    pub(crate) fn is_in_movement(self, movement: &StockMovement) -> bool {
        matches!(self, Self::Reason(reason) if movement.reason_code_id == Some(reason))
    }
}

/// Refuses to delete what a movement or a count names; `path` is where it can be set inactive instead, where it can.
pub(crate) fn require_unused(
    book: &Book,
    named: Named,
    code: Code,
    what: &str,
    retirement: Option<(&'static str, &'static str, String)>,
) -> Result<(), Stop> {
    let mut keys = counts::usage::keys(named);
    keys.push(Key::NamedByMovements(named));
    require_all(book, keys)?;
    let by = match (book.is_named_by_movements(named)?, book.is_named_by_counts(named)?) {
        (true, _) => "movements",
        (false, true) => "counts",
        (false, false) => return Ok(()),
    };
    let rejection = Rejection::new(code, format!("{what} is named by {by}, which stay: retire it instead"));
    Err(match retirement {
        Some((field, value, path)) => rejection
            .offer("deactivate", "Retire it", "PUT", path)
            .body(vec![(field, Value::Text(value.to_owned()))])
            .into(),
        None => rejection.into(),
    })
}
