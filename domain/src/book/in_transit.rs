//! Which goods in transit are asked for.

use crate::book::{Is, Query};
use crate::rows::TransitLine;
use crate::value::CellValue;
use crate::value::id::{AccountId, ItemId, SerialId, WarehouseId};

/// Goods that are in transit by transfers in two steps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum InTransit {
    /// Those that come to a warehouse.
    To(WarehouseId),
    /// Those that left a warehouse.
    From(WarehouseId),
    /// Those of an item.
    Of(ItemId),
    /// A piece of an item.
    Piece(ItemId, SerialId),
    /// Those whose value is on an account meanwhile.
    On(AccountId),
}

impl InTransit {
    /// Asks for the lines by which they left.
    pub(crate) fn query(self) -> Query {
        let lines = Query::all::<TransitLine>();
        let lines = match self {
            Self::To(warehouse) => lines.when("to_warehouse_id", Is::Equal, warehouse.to_cell()),
            Self::From(warehouse) => lines.when("warehouse_id", Is::Equal, warehouse.to_cell()),
            Self::Of(item) | Self::Piece(item, _) => lines.when("item_id", Is::Equal, item.to_cell()),
            Self::On(account) => lines.when("account_id", Is::Equal, account.to_cell()),
        };
        let open = lines.when("is_open", Is::Equal, true.to_cell());
        match self {
            Self::Piece(_, serial) => open.when("serial_id", Is::Equal, serial.to_cell()),
            Self::To(_) | Self::From(_) | Self::Of(_) | Self::On(_) => open,
        }
    }

    /// Whether they left by this line, and some of them did not come yet.
    pub(crate) fn is_by(self, line: &TransitLine) -> bool {
        let is_it = match self {
            Self::To(warehouse) => line.to_warehouse_id == warehouse,
            Self::From(warehouse) => line.warehouse_id == warehouse,
            Self::Of(item) => line.item_id == item,
            Self::Piece(item, serial) => line.item_id == item && line.serial_id == Some(serial),
            Self::On(account) => line.account_id == account,
        };
        is_it && line.is_open
    }
}
