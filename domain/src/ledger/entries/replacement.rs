//! The intended form of a corrected entry, kept next to the entry that posted only the difference.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::replacements::{decode_lines, encode_lines};
use crate::rows::{Entry, Line, Replacement};

/// The lines that are in effect: of an entry that posted a difference, those of its replacement; else its own.
pub(crate) fn lines_in_effect(book: &Book, entry: &Entry) -> Result<Vec<Line>, Stop> {
    match replaced_by(book, entry)? {
        // Stored lines can be read; a damaged store is found by `verify`.
        Some(replacement) => {
            decode_lines(&replacement.lines).map_err(|bad| Stop::unreadable("replacements", replacement.entry_id, &bad))
        }
        None => book.lines(entry),
    }
}

/// The replacement of an entry that posted a difference; `None` where it posted itself.
pub(crate) fn replaced_by<'b>(book: &'b Book, entry: &Entry) -> Result<Option<&'b Replacement>, Stop> {
    match entry.corrects_entry_id {
        Some(_) => book.replacement(entry.id),
        None => Ok(None),
    }
}

/// The replacement of a checked entry that is not posted itself.
pub(crate) fn of(difference: &Entry, wanted: &Entry, lines: &[Line]) -> Replacement {
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
