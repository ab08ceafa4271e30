//! CSV (RFC 4180): one header, one record per row, UTF-8, amounts with a point and no separators.
//!
//! The first column has the kind of the row, so that a reader who adds up can leave out the sums; if rows have levels,
//! the second has the level. A text that a spreadsheet would read as a formula gets an apostrophe before it; amounts
//! are never touched.

use std::fs::File;
use std::io::{self, BufWriter};

use csv::{Terminator, WriterBuilder};

use super::Writer;
use super::formula::guarded;
use super::table::{Cell, Column, Heading, Row};

/// The first column: the kind of a row.
pub const KIND: &str = "row";
/// The second column of a tree: how many levels are above a row.
pub const LEVEL: &str = "level";

/// Writes records.
pub struct CsvWriter {
    to: csv::Writer<BufWriter<File>>,
    columns: Vec<Column>,
    is_tree: bool,
}

impl CsvWriter {
    /// Begins with the header.
    pub fn begin(heading: Heading, file: File) -> io::Result<Self> {
        let mut to = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(BufWriter::new(file));
        to.write_field(KIND)?;
        if heading.is_tree {
            to.write_field(LEVEL)?;
        }
        for column in &heading.columns {
            to.write_field(guarded(&column.header).as_bytes())?;
        }
        to.write_record(None::<&[u8]>)?;
        Ok(Self { to, columns: heading.columns, is_tree: heading.is_tree })
    }
}

impl Writer for CsvWriter {
    fn row(&mut self, row: &Row) -> io::Result<()> {
        self.to.write_field(row.kind.name())?;
        if self.is_tree {
            self.to.write_field(row.level.to_string())?;
        }
        for (place, column) in self.columns.iter().enumerate() {
            match row.cells.get(place).unwrap_or(&Cell::Empty) {
                Cell::Text(text) => self.to.write_field(guarded(text).as_bytes())?,
                cell => self.to.write_field(cell.plain(column.kind))?,
            }
        }
        self.to.write_record(None::<&[u8]>)?;
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<File> {
        let buffered = self.to.into_inner().map_err(csv::IntoInnerError::into_error)?;
        buffered.into_inner().map_err(io::IntoInnerError::into_error)
    }
}
