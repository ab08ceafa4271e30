//! Rows that a movement or a count can name, and the keys that find the documents naming them.

use crate::book::{Is, Query};
use crate::rows::movement_drafts::DraftLine;
use crate::rows::{StockLevel, StockMovement};
use crate::value::CellValue;
use crate::value::id::{ItemId, LocationId, LotId, ReasonCodeId, SerialId, WarehouseId};

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
    /// Asks for the rows that name it: places stay known when they are empty again.
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

    pub(crate) fn is_in_draft(self, line: &DraftLine) -> bool {
        match self {
            Self::Item(item) => line.item_id == item,
            Self::Warehouse(warehouse) => [Some(line.warehouse_id), line.to_warehouse_id].contains(&Some(warehouse)),
            Self::Location(_, location) => [line.location_id, line.to_location_id].contains(&Some(location)),
            Self::Lot(_, lot) => line.lot_id == Some(lot),
            Self::Serial(_, serial) => line.serial_id == Some(serial),
            Self::Reason(reason) => line.reason_code_id == Some(reason),
        }
    }
}
