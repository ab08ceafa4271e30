//! The lines of a movement with their references resolved, and the bytes in which a draft keeps them.

use crate::book::codec;
use crate::value::id::{ItemId, LocationId, LotId, ReasonCodeId, SerialId, WarehouseId};
use crate::value::{BadCell, Cell, CellValue};

/// A line whose references are ids and whose quantity is in the item's smallest unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DraftLine {
    pub item_id: ItemId,
    /// Above 0; of an adjustment below 0 what is taken out.
    pub quantity: i64,
    /// As it was written: `2 XCS`.
    pub entered: String,
    pub warehouse_id: WarehouseId,
    pub location_id: Option<LocationId>,
    pub to_warehouse_id: Option<WarehouseId>,
    pub to_location_id: Option<LocationId>,
    pub lot_id: Option<LotId>,
    pub serial_id: Option<SerialId>,
    /// What all of it costs, in minor units of the movement's currency.
    pub amount: Option<i64>,
    pub of_line: Option<i64>,
    /// Why this line moved, where it has a reason of its own.
    pub reason_code_id: Option<ReasonCodeId>,
    pub description: Option<String>,
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
                line.amount.to_cell(),
                line.of_line.to_cell(),
                line.reason_code_id.to_cell(),
                line.description.to_cell(),
            ]))
        })
        .collect();
    codec::encode_cells(&cells)
}

/// Reads what `encode_drafts` wrote.
///
/// # Errors
/// Where the bytes are damaged.
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
            amount,
            of_line,
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
            amount: Option::from_cell(amount)?,
            of_line: Option::from_cell(of_line)?,
            reason_code_id: Option::from_cell(reason)?,
            description: Option::from_cell(description)?,
        })
    };
    codec::decode_cells(bytes)?.iter().map(decode).collect()
}
