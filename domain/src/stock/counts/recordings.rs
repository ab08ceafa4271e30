//! Adds a counted quantity to a line of a count.

use crate::book::stop::Stop;
use crate::rows::recordings::cells_of;
use crate::rows::{CountLine, Recording, codec};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Cell, CellValue, limits};

/// Adds a new recording: the last one counts.
pub(crate) fn add(line: &mut CountLine, recording: &Recording) -> Result<(), Stop> {
    let mut cells = cells_of(&line.recordings).map_err(|bad| Stop::unreadable("count_lines", line.item_id, &bad))?;
    if cells.len() >= limits::RECORDINGS_PER_LINE {
        let most = limits::RECORDINGS_PER_LINE;
        let message = format!(
            "line {} has already been counted {most} times, which is the limit: submit the count",
            line.line_number
        );
        return Err(Rejection::new(Code::LimitReached, message).with("lineNumber", line.line_number).into());
    }
    let mut written =
        vec![recording.quantity.to_cell(), recording.entered.to_cell(), recording.at.to_cell(), recording.by.to_cell()];
    written.extend(recording.added.map(|added| added.to_cell()));
    cells.push(Cell::Bytes(codec::encode_cells(&written)));
    line.recordings = codec::encode_cells(&cells);
    line.counted = Some(recording.quantity);
    line.counted_at = Some(recording.at);
    line.counted_by = Some(recording.by);
    Ok(())
}
