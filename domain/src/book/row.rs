//! Rows: what one record of a table is, declared once for the core, the database and the facts.

use std::fmt::Write;

use super::Columns;
use crate::value::{BadCell, Cell, CellKind, CellValue, Json, id};

/// What a table is for, which decides who writes it and whether facts carry it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Written by commands, carried in facts, rebuilt from them.
    Books,
    /// Recomputed from books: balances, heads.
    Derived,
    /// Written by commands, but erasable and therefore never in facts: names and contacts of people.
    Personal,
    /// Written in the commit of a command but no part of the books: receipts.
    Receipt,
    /// The facts themselves.
    Log,
}

/// A table: every primary key starts with `organization_id`, which is not among the columns here.
#[derive(PartialEq, Eq, Debug)]
pub struct TableDef {
    /// Stable number of the table in facts.
    pub number: u16,
    /// Version of the row's encoding in facts; raised with every change of columns.
    pub version: u16,
    /// Name in the database.
    pub name: &'static str,
    /// What it is for.
    pub class: Class,
    /// The columns after `organization_id`, key columns first.
    pub columns: &'static [Column],
    /// How many columns belong to the primary key.
    pub keys: usize,
}

/// A column of a table.
#[derive(PartialEq, Eq, Debug)]
pub struct Column {
    /// Name in the database.
    pub name: &'static str,
    /// Its type.
    pub kind: CellKind,
    /// Whether its text is JSON, where it is not empty.
    pub is_json: bool,
}

/// The columns that hold JSON text, in whichever table.
const JSON_COLUMNS: [&str; 14] = [
    "address",
    "after_state",
    "attributes",
    "before_state",
    "contact",
    "default_dimensions",
    "default_locations",
    "dimensions",
    "external_refs",
    "geo",
    "metadata",
    "resupply_from",
    "tags",
    "units",
];

impl Column {
    /// A column; by its name is known whether it holds JSON.
    #[must_use]
    pub const fn new(name: &'static str, kind: CellKind) -> Self {
        let mut is_json = false;
        let mut at = 0;
        while at < JSON_COLUMNS.len() {
            is_json = is_json || is_same(JSON_COLUMNS[at].as_bytes(), name.as_bytes());
            at += 1;
        }
        Self { name, kind, is_json: is_json && matches!(kind, CellKind::Text) }
    }

    /// Whether a cell of this column can be read: text that should be JSON is.
    fn require_readable(&self, cell: &Cell) -> Result<(), BadCell> {
        match cell {
            Cell::Text(text) if self.is_json && !matches!(text.as_str(), "" | "{}" | "[]") => {
                Json::parse(text).map(|_| ()).map_err(|_| BadCell::new("JSON", cell))
            }
            _ => Ok(()),
        }
    }
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// A stored row that is read from its first column to its last.
#[derive(Debug)]
pub struct StoredRow<'a> {
    table: &'static TableDef,
    cells: &'a [Cell],
    at: usize,
}

impl<'a> StoredRow<'a> {
    /// A row of a table, before its first column.
    #[must_use]
    pub fn new(table: &'static TableDef, cells: &'a [Cell]) -> Self {
        Self { table, cells, at: 0 }
    }

    /// The next column's value.
    ///
    /// # Errors
    /// Where it cannot be read: names the table, the row's key and the column, and not the content.
    pub fn take<T: CellValue>(&mut self) -> Result<T, BadCell> {
        let cell = self.cells.get(self.at).unwrap_or(&Cell::Null);
        let column = self.table.columns.get(self.at);
        let readable = column.map_or(Ok(()), |column| column.require_readable(cell));
        let value = readable.and_then(|()| T::from_cell(cell)).map_err(|bad| self.table.bad(self.at, self.cells, &bad));
        self.at += 1;
        value
    }
}

impl TableDef {
    /// The error of a cell that cannot be read: table, key and column, and not the content, which may be somebody's own.
    #[must_use]
    pub fn bad(&self, column: usize, row: &[Cell], bad: &BadCell) -> BadCell {
        let column = self.columns.get(column).map_or("a column too many", |column| column.name);
        let mut found = format!("{column} of {}", self.name);
        for (key, cell) in self.columns[..self.keys].iter().zip(row) {
            let cell = match cell {
                Cell::Id(bytes) => id::encode(*bytes),
                Cell::Int(number) => number.to_string(),
                Cell::Text(text) => text.clone(),
                Cell::Bytes(_) | Cell::Null => continue,
            };
            let _ = write!(found, ", {} {cell}", key.name);
        }
        BadCell { wanted: bad.wanted, found }
    }
}

/// A record of a table.
pub trait Row: Clone + PartialEq + Sized + 'static {
    /// Its table.
    const TABLE: TableDef;
    /// The primary key without the organization, as a tuple.
    type Key: Ord + Clone + std::fmt::Debug;
    /// This record's key.
    fn key(&self) -> Self::Key;
    /// The key's cells, in column order.
    fn key_cells(key: &Self::Key) -> Vec<Cell>;
    /// All cells, in column order.
    fn cells(&self) -> Vec<Cell>;
    /// The columns in which this record differs from another one.
    fn differing(&self, other: &Self) -> Columns;
    /// A record from its cells.
    ///
    /// # Errors
    /// Where a cell does not hold what the column holds.
    fn from_cells(cells: &[Cell]) -> Result<Self, BadCell>;
    /// The table, as a reference that lives for ever.
    fn table() -> &'static TableDef {
        const { &Self::TABLE }
    }
}

/// Declares record types with their tables.
#[macro_export]
macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident in $table:literal ($number:literal v $version:literal, $class:ident)
        key { $($(#[$kdoc:meta])* $key:ident: $kty:ty),* $(,)? }
        { $($(#[$fdoc:meta])* $field:ident: $fty:ty),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            $($(#[$kdoc])* pub $key: $kty,)*
            $($(#[$fdoc])* pub $field: $fty,)*
        }

        impl $crate::book::Row for $name {
            const TABLE: $crate::book::TableDef = $crate::book::TableDef {
                number: $number,
                version: $version,
                name: $table,
                class: $crate::book::Class::$class,
                columns: &[
                    $($crate::book::Column::new(stringify!($key), <$kty as $crate::value::CellValue>::KIND),)*
                    $($crate::book::Column::new(stringify!($field), <$fty as $crate::value::CellValue>::KIND),)*
                ],
                keys: 0 $(+ { let _ = stringify!($key); 1 })*,
            };
            type Key = ($($kty,)*);

            #[allow(clippy::unused_unit)]
            fn key(&self) -> Self::Key {
                ($(self.$key.clone(),)*)
            }

            #[allow(unused_variables)]
            fn key_cells(key: &Self::Key) -> Vec<$crate::value::Cell> {
                let ($($key,)*) = key;
                vec![$($crate::value::CellValue::to_cell($key)),*]
            }

            fn cells(&self) -> Vec<$crate::value::Cell> {
                vec![
                    $($crate::value::CellValue::to_cell(&self.$key),)*
                    $($crate::value::CellValue::to_cell(&self.$field),)*
                ]
            }

            fn differing(&self, other: &Self) -> $crate::book::Columns {
                let mut differing = $crate::book::Columns::NONE;
                let mut index = 0;
                $(
                    if self.$key != other.$key {
                        differing = differing.with(index);
                    }
                    index += 1;
                )*
                $(
                    if self.$field != other.$field {
                        differing = differing.with(index);
                    }
                    index += 1;
                )*
                let _ = index;
                differing
            }

            fn from_cells(cells: &[$crate::value::Cell]) -> Result<Self, $crate::value::BadCell> {
                let mut row = $crate::book::StoredRow::new(Self::table(), cells);
                Ok(Self {
                    $($key: row.take()?,)*
                    $($field: row.take()?,)*
                })
            }
        }
    )*};
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inventory::lots::Lot;

    #[test]
    fn json_that_was_cut_short_makes_its_row_unreadable_and_the_error_names_the_row_and_not_its_content() {
        let column = Lot::TABLE.columns.iter().position(|column| column.name == "attributes").expect("a column");
        assert!(Lot::TABLE.columns[column].is_json);
        assert!(!Lot::TABLE.columns.iter().any(|column| column.name == "number" && column.is_json));
        let mut cells: Vec<Cell> = Lot::TABLE
            .columns
            .iter()
            .map(|column| match column.kind {
                CellKind::Int => Cell::Int(1),
                CellKind::Text => Cell::Text("2010-01-01".to_owned()),
                CellKind::Bytes => Cell::Bytes(Vec::new()),
                CellKind::Id => Cell::Id([7; 16]),
            })
            .collect();
        cells[column] = Cell::Text(r#"{"owner":"Ann""#.to_owned());
        let mut row = StoredRow { table: Lot::table(), cells: &cells, at: column };
        let bad = row.take::<String>().expect_err("no JSON");
        assert_eq!(bad.wanted, "JSON");
        assert!(bad.found.contains("attributes of lots") && bad.found.contains(&id::encode([7; 16])), "{bad}");
        assert!(!bad.to_string().contains("Ann"), "{bad}");
        for sound in ["", "{}", r#"{"owner":"Ann"}"#] {
            cells[column] = Cell::Text(sound.to_owned());
            let mut row = StoredRow { table: Lot::table(), cells: &cells, at: column };
            assert_eq!(row.take::<String>().as_deref(), Ok(sound));
        }
    }
}
