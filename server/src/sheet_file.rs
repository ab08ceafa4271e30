//! Spreadsheets (XLSX) in which every fault is reported with its row: the first sheet, a header of names, then one
//! record per row.
//!
//! A small file may unpack to any size, name a cell in the last row of the last column, and repeat one long text in
//! each cell. So its unpacked size is counted before it is read, cells are taken one by one, and rows, columns and text
//! have limits.

use std::io::{Cursor, Read as _};
use std::panic::catch_unwind;

use calamine::{DataRef, Reader as _, Xlsx, XlsxError};
use csv::StringRecord;
use zip::ZipArchive;

use crate::csv_file::{self, Columns, Fault, Reading, Record};

/// The unpacked size of a spreadsheet's parts, in bytes, and of its cells' text.
const UNPACKED_BYTES: u64 = 256 * 1024 * 1024;
/// Parts of a spreadsheet.
const PARTS: usize = 10_000;
/// Rows of a sheet, the header included.
const ROWS: u32 = 100_000;
/// Columns of a sheet.
const COLUMNS: u32 = 100;

/// Whether a file begins as a spreadsheet does: with the mark of a ZIP archive.
#[must_use]
pub fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// The records of the first sheet of an XLSX file, each with its row, and every fault; those that `one` finds in a
/// record are its messages. `what` names the records if there are none.
pub fn read<T>(
    bytes: &[u8],
    columns: Columns,
    what: &str,
    one: impl Fn(Record<'_>) -> Result<T, Vec<String>>,
) -> Reading<T> {
    let (header, rows) = match apart(bytes) {
        Ok(apart) => apart,
        Err(fault) => return Reading::of_faults(vec![fault]),
    };
    let named = header.len();
    let within = |(line, record): (u64, StringRecord)| match record.len() <= named {
        true => Ok((line, record)),
        false => {
            let message = format!("a cell is to the right of the last named column: the header has {named} names");
            Err(Fault { line, message })
        }
    };
    csv_file::of_records(&header, rows.map(|row| row.and_then(within)), columns, what, one)
}

/// The header of the first sheet, and its other rows.
fn apart(bytes: &[u8]) -> Result<(StringRecord, impl Iterator<Item = Row> + use<>), Fault> {
    let mut rows = all(bytes, text)?.into_iter();
    match rows.next() {
        Some(first) => Ok((first?.1, rows)),
        None => Err(Fault { line: 1, message: "the first sheet is empty".to_owned() }),
    }
}

/// The rows of the first sheet of a file in which days are days, also those above a header.
///
/// # Errors
/// Why the file cannot be read.
pub(crate) fn with_days(bytes: &[u8]) -> Result<Vec<Row>, Fault> {
    all(bytes, text_or_day)
}

fn all(bytes: &[u8], read: ReadCell) -> Result<Vec<Row>, Fault> {
    require_size(bytes)?;
    // The library reads what spreadsheets write; a panic on something else means a file that cannot be read.
    catch_unwind(|| rows(bytes, read)).unwrap_or_else(|_| Err(unreadable("it is damaged")))
}

/// Unpacks every part and keeps nothing: an archive's own sizes may be wrong.
fn require_size(bytes: &[u8]) -> Result<(), Fault> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if archive.len() > PARTS {
        return Err(unreadable(format!("it has {} parts: at most {PARTS} are allowed", archive.len())));
    }
    let mut left = UNPACKED_BYTES;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(unreadable)?;
        let unpacked =
            std::io::copy(&mut part.take(left.saturating_add(1)), &mut std::io::sink()).map_err(unreadable)?;
        left = left.checked_sub(unpacked).ok_or_else(too_large)?;
    }
    Ok(())
}

/// A row with its number, from 1.
pub(crate) type Row = Result<(u64, StringRecord), Fault>;

/// What a cell says; `None` where it is empty.
type ReadCell = fn(&DataRef<'_>) -> Result<Option<String>, &'static str>;

/// The rows of the first sheet in which something is, empty cells at their ends left out.
fn rows(bytes: &[u8], read: ReadCell) -> Result<Vec<Row>, Fault> {
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).map_err(|error: XlsxError| unreadable(error))?;
    let first = book.sheet_names().into_iter().next().ok_or_else(|| unreadable("it has no sheet"))?;
    let mut cells = book.worksheet_cells_reader(&first).map_err(unreadable)?;
    let mut sheet = Sheet::default();
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        sheet.put(row, column, read(cell.get_value()))?;
    }
    Ok(sheet.rows())
}

/// A sheet that comes cell by cell.
#[derive(Default)]
struct Sheet {
    rows: Vec<Row>,
    row: u32,
    cells: StringRecord,
    /// The first cell of the row that holds no text.
    fault: Option<Fault>,
    bytes: u64,
}

impl Sheet {
    fn put(&mut self, row: u32, column: u32, text: Result<Option<String>, &'static str>) -> Result<(), Fault> {
        let line = u64::from(row) + 1;
        let fault = |message: String| Fault { line, message };
        if row < self.row {
            return Err(unreadable(format!("row {line} comes after row {}", self.row + 1)));
        }
        if row > self.row {
            self.finish();
            self.row = row;
        }
        let text = match text {
            Ok(None) => return Ok(()),
            Ok(Some(text)) => text,
            Err(message) => {
                self.fault.get_or_insert_with(|| fault(format!("column {}: {message}", column_name(column))));
                return Ok(());
            }
        };
        if row >= ROWS {
            return Err(fault(format!("the sheet has more than {ROWS} rows: split it")));
        }
        if column >= COLUMNS {
            return Err(fault(format!(
                "the sheet has more than {COLUMNS} columns: leave out those that are not imported"
            )));
        }
        self.bytes += text.len() as u64;
        if self.bytes > UNPACKED_BYTES {
            return Err(too_large());
        }
        if self.cells.len() > column as usize {
            return Err(unreadable(format!("row {line} has column {} twice", column_name(column))));
        }
        while self.cells.len() < column as usize {
            self.cells.push_field("");
        }
        self.cells.push_field(&text);
        Ok(())
    }

    /// Takes the row that is complete; an empty one is none, as an empty line is.
    fn finish(&mut self) {
        let line = u64::from(self.row) + 1;
        let cells = std::mem::take(&mut self.cells);
        match self.fault.take() {
            Some(fault) => self.rows.push(Err(fault)),
            None if cells.is_empty() => {}
            None => self.rows.push(Ok((line, cells))),
        }
    }

    fn rows(mut self) -> Vec<Row> {
        self.finish();
        self.rows
    }
}

/// A cell as it was typed; numbers with the fewest digits that name them. `None` where it is empty.
fn text(cell: &DataRef<'_>) -> Result<Option<String>, &'static str> {
    let text = match cell {
        DataRef::Empty => return Ok(None),
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) => text.trim().to_owned(),
        DataRef::SharedString(text) => text.trim().to_owned(),
        DataRef::Bool(yes) => yes.to_string(),
        DataRef::DateTime(_) | DataRef::DateTimeIso(_) | DataRef::DurationIso(_) => {
            return Err("the cell is a date: format the column as text and type it again");
        }
        DataRef::Error(_) => return Err("the cell is an error of a formula: correct it"),
    };
    Ok(Some(text).filter(|text| !text.is_empty()))
}

/// A cell in a file that has columns of days and of amounts. A number has the fifteen digits that spreadsheets show: what a formula
/// left behind them is no part of an amount.
fn text_or_day(cell: &DataRef<'_>) -> Result<Option<String>, &'static str> {
    match cell {
        DataRef::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, ..) = moment.to_ymd_hms_milli();
            Ok(Some(format!("{year:04}-{month:02}-{day:02}")))
        }
        DataRef::DateTimeIso(text) => Ok(text.get(..10).map(str::to_owned)),
        DataRef::Float(number) => Ok(Some(rounded(*number))),
        DataRef::Int(_)
        | DataRef::String(_)
        | DataRef::SharedString(_)
        | DataRef::Bool(_)
        | DataRef::DateTime(_)
        | DataRef::DurationIso(_)
        | DataRef::Error(_)
        | DataRef::Empty => text(cell),
    }
}

/// A number with at most fifteen digits.
fn rounded(number: f64) -> String {
    let digits = format!("{number:.14e}").parse::<f64>().unwrap_or(number);
    digits.to_string()
}

/// A, B … Z, AA, AB …
fn column_name(column: u32) -> String {
    let mut name = String::new();
    let mut left = Some(column);
    while let Some(number) = left {
        let letter = u8::try_from(number % 26).unwrap_or_default();
        name.insert(0, char::from(b'A' + letter));
        left = (number / 26).checked_sub(1);
    }
    name
}

fn unreadable(why: impl std::fmt::Display) -> Fault {
    Fault { line: 1, message: format!("the spreadsheet cannot be read: {why}") }
}

fn too_large() -> Fault {
    let mebibytes = UNPACKED_BYTES / 1024 / 1024;
    unreadable(format!("it has more than {mebibytes} MiB: split it"))
}

#[cfg(test)]
mod tests;
