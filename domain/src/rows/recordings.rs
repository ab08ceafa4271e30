//! The recordings of a line, one after the other: the bytes in which they are kept.

use crate::rows::codec;
use crate::value::id::PrincipalId;
use crate::value::{BadCell, Cell, CellValue, Instant};

/// A quantity that somebody found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// In the item's smallest unit: all that is there.
    pub quantity: i64,
    /// As it was written: `2 XCS`.
    pub entered: String,
    pub at: Instant,
    pub by: PrincipalId,
    /// What was added to the quantity that was recorded before; `None` if the whole was stated.
    pub added: Option<i64>,
}

/// All that was recorded of a line, the first one first.
pub fn decode_recordings(bytes: &[u8]) -> Result<Vec<Recording>, BadCell> {
    let decode = |cell: &Cell| {
        let cells = codec::decode_cells(&Vec::<u8>::from_cell(cell)?)?;
        let (quantity, entered, at, by, added) = match cells.as_slice() {
            [quantity, entered, at, by] => (quantity, entered, at, by, None),
            [quantity, entered, at, by, added] => (quantity, entered, at, by, Some(i64::from_cell(added)?)),
            other => return Err(BadCell { wanted: "a recording", found: format!("{} cells", other.len()) }),
        };
        Ok(Recording {
            quantity: i64::from_cell(quantity)?,
            entered: String::from_cell(entered)?,
            at: Instant::from_cell(at)?,
            by: PrincipalId::from_cell(by)?,
            added,
        })
    };
    cells_of(bytes)?.iter().map(decode).collect()
}

/// A cell for each recording; a line of which nothing was recorded has no bytes.
pub(crate) fn cells_of(bytes: &[u8]) -> Result<Vec<Cell>, BadCell> {
    if bytes.is_empty() { Ok(Vec::new()) } else { codec::decode_cells(bytes) }
}
