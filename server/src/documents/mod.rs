//! Documents to hand on: a report as a table, and the writers that make a file of it.
//!
//! A report describes itself in a `Heading`, and hands rows over one by one; it does not know in which format they end.
//! A document is written whole into a file without a name (`spool.rs`) before its first byte is sent: a fault becomes a
//! problem and no torn file, and no client, however slow, holds a snapshot of the database.

pub mod csv;
pub mod formula;
mod print;
mod spool;
pub mod table;
mod xlsx;

use std::fs::File;

use self::table::{Heading, Row};

pub use print::content_policy;
pub use spool::{Draft, Spool, SpoolFault, Spooled};
pub use xlsx::keeps;

domain::named_enum! {
    /// The form of a document.
    DocumentFormat {
        /// One record per row, for machines and spreadsheets (RFC 4180).
        Csv = "csv",
        /// A workbook with numbers that are numbers.
        Xlsx = "xlsx",
        /// A page to print.
        Print = "print",
    }
}

impl DocumentFormat {
    /// Its media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Print => "text/html; charset=utf-8",
        }
    }

    /// The ending of its file names.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Print => "html",
        }
    }

    /// How many rows a document of this form may have.
    #[must_use]
    pub fn most_rows(self) -> u32 {
        match self {
            Self::Csv | Self::Xlsx => domain::value::limits::DOCUMENT_ROWS,
            Self::Print => domain::value::limits::PRINTED_ROWS,
        }
    }
}

/// Turns rows into a file.
trait Writer {
    /// Writes one row.
    fn row(&mut self, row: &Row) -> std::io::Result<()>;

    /// Ends the file and gives it back.
    fn finish(self: Box<Self>) -> std::io::Result<File>;
}

/// The writer of a format. `folder` is for its temporary files; nothing stays there.
fn writer(
    format: DocumentFormat,
    heading: Heading,
    file: File,
    folder: &std::path::Path,
) -> std::io::Result<Box<dyn Writer>> {
    Ok(match format {
        DocumentFormat::Csv => Box::new(csv::CsvWriter::begin(heading, file)?),
        DocumentFormat::Xlsx => Box::new(xlsx::XlsxWriter::begin(heading, file, folder)?),
        DocumentFormat::Print => Box::new(print::PrintWriter::begin(heading, file)?),
    })
}

#[cfg(test)]
mod tests;
