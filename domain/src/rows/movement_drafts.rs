//! The lines of a movement with their references resolved, and the bytes in which a draft keeps them.

use crate::rows::{Brought, CostingMethod, codec};
use crate::value::id::{
    AccountId, ItemId, LocationId, LotId, MovementId, ReasonCodeId, ReservationId, SerialId, WarehouseId,
};
use crate::value::movement_kind::{Goods, MovementKind};
use crate::value::{BadCell, Cell, CellValue};

/// A line whose references are ids and whose quantity is in the item's smallest unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftLine {
    pub item_id: ItemId,
    /// Above 0; negative for goods that an adjustment takes out, and for components of an assembly. 0 where no goods
    /// move.
    pub quantity: i64,
    /// As it was written: `2 XCS`.
    pub entered: String,
    pub warehouse_id: WarehouseId,
    pub location_id: Option<LocationId>,
    pub to_warehouse_id: Option<WarehouseId>,
    pub to_location_id: Option<LocationId>,
    pub lot_id: Option<LotId>,
    pub serial_id: Option<SerialId>,
    /// The lot or piece that comes, by a number that none has yet: posting makes it.
    pub brought: Option<Brought>,
    /// The cost of the whole line, or its change of value, in minor units of the movement's currency.
    pub amount: Option<i64>,
    /// The movement that it is about; `None` is the document's.
    pub of_movement_id: Option<MovementId>,
    pub of_line: Option<i64>,
    pub weight: Option<i64>,
    /// In base currency with 6 decimals.
    pub standard_cost: Option<i64>,
    pub to_method: Option<CostingMethod>,
    /// The reservation whose goods leave by it.
    pub reservation_id: Option<ReservationId>,
    /// Why this line moved, where it has a reason of its own.
    pub reason_code_id: Option<ReasonCodeId>,
    pub description: Option<String>,
}

impl DraftLine {
    /// The item, in each warehouse that the line names.
    pub(crate) fn places(&self) -> impl Iterator<Item = (ItemId, WarehouseId)> + use<> {
        let item = self.item_id;
        [Some(self.warehouse_id), self.to_warehouse_id].into_iter().flatten().map(move |warehouse| (item, warehouse))
    }

    /// The quantity as reads show it: negative for outgoing goods, and 0 where no goods move.
    #[must_use]
    pub fn shown_quantity(&self, kind: MovementKind) -> i64 {
        match kind.rules().goods {
            _ if kind.is_of_receipts() => 0,
            Goods::Come | Goods::BySign => self.quantity,
            Goods::Leave | Goods::Pass | Goods::Stay => self.quantity.saturating_neg(),
        }
    }

    /// The lot and the piece that it names, zeros for none.
    pub(crate) fn told_apart(&self) -> ([u8; 16], [u8; 16]) {
        (self.lot_id.map_or([0; 16], |id| id.0), self.serial_id.map_or([0; 16], |id| id.0))
    }

    /// Whether it takes goods from a place: item, warehouse, location, lot and piece, zeros for none.
    pub(crate) fn leaves(&self, place: (ItemId, WarehouseId, [u8; 16], [u8; 16], [u8; 16])) -> bool {
        let location = self.location_id.map_or([0; 16], |id| id.0);
        let (lot, serial) = self.told_apart();
        place == (self.item_id, self.warehouse_id, location, lot, serial)
    }

    /// A line of so much of an item in a warehouse that says nothing else.
    #[must_use]
    pub fn of(item_id: ItemId, quantity: i64, warehouse_id: WarehouseId) -> Self {
        Self {
            item_id,
            quantity,
            entered: String::new(),
            warehouse_id,
            location_id: None,
            to_warehouse_id: None,
            to_location_id: None,
            lot_id: None,
            serial_id: None,
            brought: None,
            amount: None,
            of_movement_id: None,
            of_line: None,
            weight: None,
            standard_cost: None,
            to_method: None,
            reservation_id: None,
            reason_code_id: None,
            description: None,
        }
    }
}

/// The canonical bytes of a draft's lines.
#[must_use]
pub fn encode_drafts(lines: &[DraftLine]) -> Vec<u8> {
    let cells: Vec<Cell> = lines
        .iter()
        .map(|line| {
            Cell::Bytes(codec::encode_cells(&[
                line.item_id.to_cell(),
                line.quantity.to_cell(),
                line.entered.to_cell(),
                line.warehouse_id.to_cell(),
                line.location_id.to_cell(),
                line.to_warehouse_id.to_cell(),
                line.to_location_id.to_cell(),
                line.lot_id.to_cell(),
                line.serial_id.to_cell(),
                line.brought.as_ref().map(Brought::encode).to_cell(),
                line.amount.to_cell(),
                line.of_movement_id.to_cell(),
                line.of_line.to_cell(),
                line.weight.to_cell(),
                line.standard_cost.to_cell(),
                line.to_method.to_cell(),
                line.reservation_id.to_cell(),
                line.reason_code_id.to_cell(),
                line.description.to_cell(),
            ]))
        })
        .collect();
    codec::encode_cells(&cells)
}

/// Reads the bytes of `encode_drafts`.
pub fn decode_drafts(bytes: &[u8]) -> Result<Vec<DraftLine>, BadCell> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let decode = |cell: &Cell| {
        let cells = codec::decode_cells(&Vec::<u8>::from_cell(cell)?)?;
        let [
            item,
            quantity,
            entered,
            warehouse,
            location,
            to_warehouse,
            to_location,
            lot,
            serial,
            brought,
            amount,
            of_movement,
            of_line,
            weight,
            standard_cost,
            to_method,
            reservation,
            reason,
            description,
        ] = cells.as_slice()
        else {
            return Err(BadCell { wanted: "a line of a movement", found: format!("{} cells", cells.len()) });
        };
        Ok(DraftLine {
            item_id: ItemId::from_cell(item)?,
            quantity: i64::from_cell(quantity)?,
            entered: String::from_cell(entered)?,
            warehouse_id: WarehouseId::from_cell(warehouse)?,
            location_id: Option::from_cell(location)?,
            to_warehouse_id: Option::from_cell(to_warehouse)?,
            to_location_id: Option::from_cell(to_location)?,
            lot_id: Option::from_cell(lot)?,
            serial_id: Option::from_cell(serial)?,
            brought: Option::<Vec<u8>>::from_cell(brought)?.map(|bytes| Brought::decode(&bytes)).transpose()?,
            amount: Option::from_cell(amount)?,
            of_movement_id: Option::from_cell(of_movement)?,
            of_line: Option::from_cell(of_line)?,
            weight: Option::from_cell(weight)?,
            standard_cost: Option::from_cell(standard_cost)?,
            to_method: Option::from_cell(to_method)?,
            reservation_id: Option::from_cell(reservation)?,
            reason_code_id: Option::from_cell(reason)?,
            description: Option::from_cell(description)?,
        })
    };
    codec::decode_cells(bytes)?.iter().map(decode).collect()
}

/// A charge of an invoice other than goods, with its account resolved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charge {
    pub account_id: AccountId,
    /// In minor units of the invoice's currency; negative for a deduction.
    pub amount: i64,
    pub description: Option<String>,
}

/// The canonical bytes of charges; none for none.
#[must_use]
pub fn encode_charges(charges: &[Charge]) -> Vec<u8> {
    if charges.is_empty() {
        return Vec::new();
    }
    let cells: Vec<Cell> = charges
        .iter()
        .flat_map(|charge| [charge.account_id.to_cell(), charge.amount.to_cell(), charge.description.to_cell()])
        .collect();
    codec::encode_cells(&cells)
}

/// Reads the bytes of `encode_charges`.
pub fn decode_charges(bytes: &[u8]) -> Result<Vec<Charge>, BadCell> {
    if bytes.is_empty() {
        return Ok(Vec::new());
    }
    let cells = codec::decode_cells(bytes)?;
    let (charges, rest) = cells.as_chunks::<3>();
    if !rest.is_empty() {
        return Err(BadCell { wanted: "charges of an invoice", found: format!("{} cells", cells.len()) });
    }
    let decode = |[account, amount, description]: &[Cell; 3]| {
        Ok(Charge {
            account_id: AccountId::from_cell(account)?,
            amount: i64::from_cell(amount)?,
            description: Option::from_cell(description)?,
        })
    };
    charges.iter().map(decode).collect()
}
