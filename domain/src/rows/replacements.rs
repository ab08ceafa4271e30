//! What a corrected entry should have been, kept next to the entry that posted the difference.

use crate::rows;
use crate::rows::{EntryType, Line, Row, codec};
use crate::value::id::{EntryId, JournalId};
use crate::value::{BadCell, Cell, CellValue, Currency, Date, Rate};

rows! {
    /// The intended form of an entry whose period was closed, so that only the difference was posted. Never updated.
    Replacement in "replacements" (45 v 1, Books) key {
        /// The entry that posted the difference.
        entry_id: EntryId,
    } {
        journal_id: JournalId,
        date: Date,
        document_date: Option<Date>,
        entry_type: EntryType,
        description: String,
        reference: Option<String>,
        source: String,
        external_id: Option<String>,
        /// The currency of lines that named none.
        transaction_currency: Currency,
        /// The rate of lines in that currency that named none; `None` took the one in effect.
        exchange_rate: Option<Rate>,
        /// Defaults for the lines, canonical `code=value` pairs.
        dimensions: String,
        /// The encoded lines as they would have been posted.
        lines: Vec<u8>,
        metadata: String,
    }
}

pub(crate) fn encode_lines(lines: &[Line]) -> Vec<u8> {
    let numbered = (1..).zip(lines).map(|(line_number, line)| Line { line_number, ..line.clone() });
    let cells: Vec<Cell> = numbered.map(|line| Cell::Bytes(codec::encode_cells(&line.cells()))).collect();
    codec::encode_cells(&cells)
}

/// Reads the lines of a stored replacement.
pub fn decode_lines(bytes: &[u8]) -> Result<Vec<Line>, BadCell> {
    let line = |cell: &Cell| Line::from_cells(&codec::decode_cells(&Vec::<u8>::from_cell(cell)?)?);
    codec::decode_cells(bytes)?.iter().map(line).collect()
}
