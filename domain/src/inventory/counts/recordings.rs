//! What was recorded of a line, again and again: the bytes in which it is kept.

use super::rows::CountLine;
use crate::book::codec;
use crate::limits;
use crate::rejection::{Code, Rejection};
use crate::stop::Stop;
use crate::value::id::PrincipalId;
use crate::value::{BadCell, Cell, CellValue, Instant};

/// A quantity that somebody found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recording {
    /// In the item's smallest unit.
    pub quantity: i64,
    /// As it was written: `2 XCS`.
    pub entered: String,
    pub at: Instant,
    pub by: PrincipalId,
}

/// Adds what was found now: the last one counts.
pub(super) fn add(line: &mut CountLine, recording: &Recording) -> Result<(), Stop> {
    let mut cells = cells_of(&line.recordings).map_err(|bad| Stop::unreadable("count_lines", line.item_id, &bad))?;
    if cells.len() >= limits::RECORDINGS_PER_LINE {
        let most = limits::RECORDINGS_PER_LINE;
        let message = format!("line {} was counted {most} times already: submit the count", line.line_number);
        return Err(Rejection::new(Code::LimitReached, message).with("lineNumber", line.line_number).into());
    }
    cells.push(Cell::Bytes(codec::encode_cells(&[
        recording.quantity.to_cell(),
        recording.entered.to_cell(),
        recording.at.to_cell(),
        recording.by.to_cell(),
    ])));
    line.recordings = codec::encode_cells(&cells);
    line.counted = Some(recording.quantity);
    line.counted_at = Some(recording.at);
    line.counted_by = Some(recording.by);
    Ok(())
}

/// All that was recorded of a line, the first one first.
///
/// # Errors
/// Where the bytes are damaged.
pub fn decode_recordings(bytes: &[u8]) -> Result<Vec<Recording>, BadCell> {
    let decode = |cell: &Cell| {
        let cells = codec::decode_cells(&Vec::<u8>::from_cell(cell)?)?;
        let [quantity, entered, at, by] = cells.as_slice() else {
            return Err(BadCell { wanted: "a recording", found: format!("{} cells", cells.len()) });
        };
        Ok(Recording {
            quantity: i64::from_cell(quantity)?,
            entered: String::from_cell(entered)?,
            at: Instant::from_cell(at)?,
            by: PrincipalId::from_cell(by)?,
        })
    };
    cells_of(bytes)?.iter().map(decode).collect()
}

/// A cell for each recording; a line of which nothing was recorded has no bytes.
fn cells_of(bytes: &[u8]) -> Result<Vec<Cell>, BadCell> {
    if bytes.is_empty() { Ok(Vec::new()) } else { codec::decode_cells(bytes) }
}
