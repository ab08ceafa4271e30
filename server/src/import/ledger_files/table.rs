//! A file taken apart: the header is found wherever it is, and the cells below it stand under what they mean.

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord, Trim};

use super::mapping::{Column, Mapping};
use super::{Fault, FileKind, Ignored};
use crate::sheet_file::Row as Raw;
use crate::{csv_text, sheet_file};

/// Lines in which the header is looked for: reports have the name of the company and the period above it.
const HEADER_WITHIN: usize = 30;
/// Lines of one file.
const ROWS: usize = 100_000;
/// Names of a header that are told.
const TOLD: usize = 20;

/// A line of a file.
#[derive(Clone, Debug)]
pub struct Row {
    /// From 1.
    pub line: u64,
    cells: BTreeMap<Column, String>,
}

impl Row {
    /// The text in a column, where there is any.
    pub fn text(&self, column: Column) -> Option<&str> {
        self.cells.get(&column).map(String::as_str)
    }
}

/// A file under its header.
#[derive(Debug, Default)]
pub struct Table {
    /// The lines that say something.
    pub rows: Vec<Row>,
    /// The lines above the header.
    pub ignored: Vec<Ignored>,
    /// Lines that cannot be read.
    pub faults: Vec<Fault>,
    headings: BTreeMap<Column, String>,
}

impl Table {
    /// Whether the file has this column.
    pub fn has(&self, column: Column) -> bool {
        self.headings.contains_key(&column)
    }

    /// A fault in a column of a line, with the heading that the file has for it.
    pub fn fault(&self, row: &Row, column: Column, message: impl Into<String>) -> Fault {
        let heading = self.headings.get(&column).cloned().filter(|name| !name.is_empty());
        Fault {
            line: row.line,
            column: Some(heading.unwrap_or_else(|| column.name().to_owned())),
            message: message.into(),
        }
    }
}

/// Sets of columns of which a file of this kind needs one of each.
fn needed(kind: FileKind) -> &'static [&'static [Column]] {
    match kind {
        FileKind::JournalEntries => &[
            &[Column::Date],
            &[Column::Account, Column::AccountName],
            &[Column::Debit, Column::Credit, Column::Amount],
        ],
        FileKind::OpeningBalances => {
            &[&[Column::Account, Column::AccountName], &[Column::Debit, Column::Credit, Column::Amount]]
        }
        FileKind::OpenItems => &[&[Column::Party], &[Column::Amount, Column::Debit, Column::Credit]],
        FileKind::Parties => &[&[Column::Party]],
    }
}

/// Takes a file apart.
///
/// # Errors
/// Why nothing of it can be read.
pub fn read(kind: FileKind, bytes: &[u8], mapping: &Mapping) -> Result<Table, Vec<Fault>> {
    let raw =
        if sheet_file::is_one(bytes) { sheet_file::with_days(bytes).map_err(one)? } else { csv(kind, bytes, mapping)? };
    let Some((place, headings)) = header(kind, &raw, mapping) else { return Err(vec![no_header(kind, &raw, mapping)]) };
    let mut table = Table::default();
    for (column, at) in &headings {
        let name = raw.get(place).and_then(|row| row.as_ref().ok()).and_then(|(_, cells)| cells.get(*at));
        table.headings.insert(*column, name.unwrap_or_default().to_owned());
    }
    for (index, row) in raw.into_iter().enumerate() {
        match row {
            Err(fault) => table.faults.push(of(fault)),
            Ok((line, _)) if index < place => table.ignored.push(Ignored { line, reason: "above the header" }),
            Ok((line, cells)) if index > place => {
                let text = |at: &usize| cells.get(*at).map(str::trim).filter(|text| !text.is_empty());
                let cells: BTreeMap<Column, String> =
                    headings.iter().filter_map(|(column, at)| Some((*column, text(at)?.to_owned()))).collect();
                if !cells.is_empty() {
                    table.rows.push(Row { line, cells });
                }
            }
            Ok(_) => {}
        }
    }
    if table.rows.len() > ROWS {
        return Err(vec![Fault::of(1, format!("the file has more than {ROWS} lines: split it"))]);
    }
    Ok(table)
}

fn one(fault: crate::csv_file::Fault) -> Vec<Fault> {
    vec![of(fault)]
}

fn of(fault: crate::csv_file::Fault) -> Fault {
    Fault::of(fault.line, fault.message)
}

/// The lines of a CSV file, by the separator with which it has a header.
fn csv(kind: FileKind, bytes: &[u8], mapping: &Mapping) -> Result<Vec<Raw>, Vec<Fault>> {
    let text = csv_text::decoded(bytes).map_err(one)?;
    let mut first = None;
    for separator in csv_text::SEPARATORS {
        let rows = separated(&text, separator);
        if header(kind, &rows, mapping).is_some() {
            return Ok(rows);
        }
        first.get_or_insert(rows);
    }
    Ok(first.unwrap_or_default())
}

fn separated(text: &str, separator: u8) -> Vec<Raw> {
    let mut reader = ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .trim(Trim::All)
        .from_reader(text.as_bytes());
    let line = |position: Option<&csv::Position>| position.map_or(0, |position| csv_text::line_of(text, position));
    let row = |record: Result<StringRecord, csv::Error>| match record {
        Ok(cells) => Ok((line(cells.position()), cells)),
        Err(error) => Err(crate::csv_file::Fault { line: line(error.position()), message: error.to_string() }),
    };
    reader.records().take(ROWS + HEADER_WITHIN + 1).map(row).collect()
}

/// The place of the header among the rows, and the place of each column in it.
fn header(kind: FileKind, rows: &[Raw], mapping: &Mapping) -> Option<(usize, BTreeMap<Column, usize>)> {
    rows.iter().take(HEADER_WITHIN).enumerate().find_map(|(place, row)| {
        let (_, cells) = row.as_ref().ok()?;
        let columns = columns(cells, mapping);
        let is_whole = needed(kind).iter().all(|any| any.iter().any(|column| columns.contains_key(column)));
        // A title is no header because one of its words is a heading.
        (is_whole && cells.iter().filter(|cell| !cell.trim().is_empty()).count() >= needed(kind).len().max(1))
            .then_some((place, columns))
    })
}

/// The place of each column; of several that may hold the same, the one whose heading the mapping names first.
fn columns(cells: &StringRecord, mapping: &Mapping) -> BTreeMap<Column, usize> {
    let mut found: BTreeMap<Column, (usize, usize)> = BTreeMap::new();
    for (at, text) in cells.iter().enumerate() {
        let Some(column) = mapping.column(text) else { continue };
        let rank = mapping.rank(column, text);
        let known = found.entry(column).or_insert((rank, at));
        if rank < known.0 {
            *known = (rank, at);
        }
    }
    found.into_iter().map(|(column, (_, at))| (column, at)).collect()
}

/// Says what was looked for, and what the file has.
fn no_header(kind: FileKind, rows: &[Raw], mapping: &Mapping) -> Fault {
    let names = |column: &Column| mapping.columns.get(column).and_then(|names| names.first()).cloned();
    let wanted: Vec<String> = needed(kind)
        .iter()
        .map(|any| any.iter().filter_map(names).collect::<Vec<_>>().join(" or "))
        .filter(|any| !any.is_empty())
        .collect();
    let all: Vec<&(u64, StringRecord)> = rows.iter().take(HEADER_WITHIN).filter_map(|row| row.as_ref().ok()).collect();
    // Of several with as many names the first, which `max_by_key` finds from the end.
    let widest = all.into_iter().rev().max_by_key(|(_, cells)| cells.len());
    let names = widest.map(|(_, cells)| cells.iter().filter(|cell| !cell.is_empty()).take(TOLD).collect());
    let has: Vec<&str> = names.unwrap_or_default();
    let line = widest.map_or(1, |(line, _)| *line);
    let message = format!(
        "no line of the first {HEADER_WITHIN} is a header with {}. The widest has: {}. Say in columns which heading stands \
         for which",
        wanted.join(", "),
        has.join(", ")
    );
    Fault::of(line, message)
}
