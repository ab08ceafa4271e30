//! What a corrected entry should have been, kept beside the entry that posted only the difference.

use super::{Entry, EntryType, Line};
use crate::book::{Book, Row, codec};
use crate::rows;
use crate::stop::Stop;
use crate::value::id::{EntryId, JournalId};
use crate::value::{BadCell, Cell, CellValue, Currency, Date, Rate};

rows! {
    /// What an entry should have been, where its period was closed and only the difference was posted. Never updated.
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
        /// What lines are in that named no currency.
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

/// The lines that are in effect: of an entry that posted a difference, those of its replacement; else its own.
pub(super) fn lines_in_effect(book: &Book, entry: &Entry) -> Result<Vec<Line>, Stop> {
    match replaced_by(book, entry)? {
        // What was stored can be read; a damaged store is found by `verify`.
        Some(replacement) => {
            decode_lines(&replacement.lines).map_err(|bad| Stop::unreadable("replacements", replacement.entry_id, &bad))
        }
        None => book.lines(entry),
    }
}

/// The replacement of an entry that posted a difference; `None` where it posted itself.
pub(super) fn replaced_by<'b>(book: &'b Book, entry: &Entry) -> Result<Option<&'b Replacement>, Stop> {
    match entry.corrects_entry_id {
        Some(_) => book.replacement(entry.id),
        None => Ok(None),
    }
}

/// The replacement of a checked entry that is not posted itself.
pub(super) fn of(difference: &Entry, wanted: &Entry, lines: &[Line]) -> Replacement {
    Replacement {
        entry_id: difference.id,
        journal_id: wanted.journal_id,
        date: wanted.date,
        document_date: wanted.document_date,
        entry_type: wanted.entry_type,
        description: wanted.description.clone(),
        reference: wanted.reference.clone(),
        source: wanted.source.clone(),
        external_id: wanted.external_id.clone(),
        transaction_currency: wanted.transaction_currency,
        exchange_rate: wanted.exchange_rate,
        dimensions: wanted.dimensions.clone(),
        lines: encode_lines(lines),
        metadata: wanted.metadata.clone(),
    }
}

fn encode_lines(lines: &[Line]) -> Vec<u8> {
    let numbered = (1..).zip(lines).map(|(line_number, line)| Line { line_number, ..line.clone() });
    let cells: Vec<Cell> = numbered.map(|line| Cell::Bytes(codec::encode_cells(&line.cells()))).collect();
    codec::encode_cells(&cells)
}

/// Reads the lines of a stored replacement.
///
/// # Errors
/// Where the bytes are damaged.
pub fn decode_lines(bytes: &[u8]) -> Result<Vec<Line>, BadCell> {
    let line = |cell: &Cell| Line::from_cells(&codec::decode_cells(&Vec::<u8>::from_cell(cell)?)?);
    codec::decode_cells(bytes)?.iter().map(line).collect()
}
