//! The stored rows of a table against the replayed ones: both walked in key order, side by side.

use std::cmp::Ordering;

use domain::rows::TableDef;
use domain::value::Cell;
use domain::value::id::{self, OrganizationId};

use super::invariant::Invariant;
use super::reading::{PAGE, Reading};
use super::scratch::Scratch;
use crate::fault::Fault;

/// Characters of one value in a report.
const SHOWN: usize = 60;

/// Compares one table: `rows.<table>`.
///
/// # Errors
/// Where either side cannot be read.
pub async fn table(
    reading: &mut Reading,
    scratch: &mut Scratch,
    organization: OrganizationId,
    table: &'static TableDef,
) -> Result<Invariant, Fault> {
    let mut found = Invariant::new(format!("rows.{}", table.name));
    let (mut stored, mut replayed) = (Walk::new(table), Walk::new(table));
    loop {
        if let Some(after) = stored.wants() {
            stored.refill(reading.page_as_found(table, organization, after.as_deref()).await?);
        }
        if let Some(after) = replayed.wants() {
            replayed.refill(scratch.page(table, after.as_deref(), PAGE)?);
        }
        let order = match (stored.peek(), replayed.peek()) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(one), Some(other)) => one[..table.keys].cmp(&other[..table.keys]),
        };
        found.checked += 1;
        match order {
            Ordering::Less => {
                let row = stored.next();
                found.differs(|| format!("{} is stored, but is not in the log", named(table, &row)));
            }
            Ordering::Greater => {
                let row = replayed.next();
                found.differs(|| format!("{} is in the log, but is not stored", named(table, &row)));
            }
            Ordering::Equal => {
                let (row, wanted) = (stored.next(), replayed.next());
                if row != wanted {
                    found.differs(|| format!("{}: {}", named(table, &row), columns(table, &row, &wanted)));
                }
            }
        }
    }
    Ok(found)
}

/// A walk through one side, a page at a time.
struct Walk {
    table: &'static TableDef,
    /// The page's rows, last first.
    page: Vec<Vec<Cell>>,
    last: Option<Vec<Cell>>,
    is_over: bool,
}

impl Walk {
    fn new(table: &'static TableDef) -> Self {
        Self { table, page: Vec::new(), last: None, is_over: false }
    }

    /// Whether a page is needed, and after which key.
    fn wants(&self) -> Option<Option<Vec<Cell>>> {
        (self.page.is_empty() && !self.is_over).then(|| self.last.clone())
    }

    fn refill(&mut self, mut page: Vec<Vec<Cell>>) {
        // A table without a key has one row, which must not be read again.
        self.is_over = page.len() < PAGE;
        self.last = page.last().map(|row| row[..self.table.keys].to_vec()).or_else(|| self.last.take());
        page.reverse();
        self.page = page;
    }

    fn peek(&self) -> Option<&Vec<Cell>> {
        self.page.last()
    }

    fn next(&mut self) -> Vec<Cell> {
        self.page.pop().unwrap_or_default()
    }
}

fn named(table: &TableDef, row: &[Cell]) -> String {
    if table.keys == 0 {
        return format!("the row of {}", table.name);
    }
    let key: Vec<String> = table.columns[..table.keys]
        .iter()
        .zip(row)
        .map(|(column, cell)| format!("{} {}", column.name, shown(cell)))
        .collect();
    format!("{} with {}", table.name, key.join(", "))
}

fn columns(table: &TableDef, row: &[Cell], wanted: &[Cell]) -> String {
    let differing = table.columns.iter().zip(row.iter().zip(wanted)).filter(|(_, (cell, wanted))| cell != wanted);
    let words: Vec<String> = differing
        .map(|(column, (cell, wanted))| format!("{} is {} instead of {}", column.name, shown(cell), shown(wanted)))
        .collect();
    words.join(", ")
}

/// A cell as a person reads it.
pub fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Null => "absent".to_owned(),
        Cell::Int(number) => number.to_string(),
        Cell::Text(text) if text.chars().count() > SHOWN => {
            format!("{:?}…", text.chars().take(SHOWN).collect::<String>())
        }
        Cell::Text(text) => format!("{text:?}"),
        Cell::Bytes(bytes) => {
            let digits: String = bytes.iter().take(SHOWN / 2).map(|byte| format!("{byte:02x}")).collect();
            if bytes.len() > SHOWN / 2 { format!("{digits}… ({} bytes)", bytes.len()) } else { digits }
        }
        // As on the wire, without the prefix that only the column's type knows.
        Cell::Id(bytes) => id::encode(*bytes),
    }
}
