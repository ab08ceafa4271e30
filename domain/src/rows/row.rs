//! Rows: the records of a table, declared once for the core, the database and the facts.

use std::fmt::Write;

use crate::rows::{Columns, Form};
use crate::value::{BadCell, Cell, CellKind, CellValue, id};

/// The class of a table, which decides who writes it and whether facts carry it.
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
    /// Of the instance, outside all books: logins, keys, sessions. No command writes them.
    Operational,
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
    /// Its class.
    pub class: Class,
    /// The columns after `organization_id`, key columns first.
    pub columns: &'static [Column],
    /// How many columns belong to the primary key.
    pub keys: usize,
}

/// A column of a table.
#[derive(Clone, Copy)]
pub struct Column {
    /// Name in the database.
    pub name: &'static str,
    /// Its type.
    pub kind: CellKind,
    /// Reads a cell as the field of the record, and forgets it.
    reads: fn(&Cell) -> Result<(), BadCell>,
    /// The condition on its contents beyond its type.
    form: Option<Form>,
}

/// A column is identified by its name.
impl PartialEq for Column {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.kind == other.kind
    }
}

impl Eq for Column {}

impl std::fmt::Debug for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:?}", self.name, self.kind)
    }
}

impl Column {
    /// The column of a table that holds values of this type.
    #[must_use]
    pub const fn of<T: CellValue>(table: &str, name: &'static str) -> Self {
        Self { name, kind: T::KIND, reads: reads::<T>, form: Form::of(table, name, T::KIND) }
    }

    /// Whether a cell of this column can be read by all who ever read it.
    pub fn require(&self, cell: &Cell) -> Result<(), BadCell> {
        (self.reads)(cell)?;
        self.form.map_or(Ok(()), |form| form.require(cell))
    }

    /// Whether a cell of this column has the form that is looked at with every reading.
    fn require_form(&self, cell: &Cell) -> Result<(), BadCell> {
        self.form.map_or(Ok(()), |form| form.require_on_reading(cell))
    }
}

fn reads<T: CellValue>(cell: &Cell) -> Result<(), BadCell> {
    T::from_cell(cell).map(drop)
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
        let formed = column.map_or(Ok(()), |column| column.require_form(cell));
        let value = formed.and_then(|()| T::from_cell(cell)).map_err(|bad| self.table.bad(self.at, self.cells, &bad));
        self.at += 1;
        value
    }
}

impl TableDef {
    /// The unreadable cells of a row, in the order of its columns.
    pub fn unreadable<'a>(&'a self, row: &'a [Cell]) -> impl Iterator<Item = (&'a Column, BadCell)> {
        let missing = &Cell::Null;
        self.columns.iter().enumerate().filter_map(move |(place, column)| {
            column.require(row.get(place).unwrap_or(missing)).err().map(|bad| (column, bad))
        })
    }

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

        impl $crate::rows::Row for $name {
            const TABLE: $crate::rows::TableDef = $crate::rows::TableDef {
                number: $number,
                version: $version,
                name: $table,
                class: $crate::rows::Class::$class,
                columns: &[
                    $($crate::rows::Column::of::<$kty>($table, stringify!($key)),)*
                    $($crate::rows::Column::of::<$fty>($table, stringify!($field)),)*
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

            fn differing(&self, other: &Self) -> $crate::rows::Columns {
                let mut differing = $crate::rows::Columns::NONE;
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
                let mut row = $crate::rows::StoredRow::new(Self::table(), cells);
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
    use crate::rows::items::Item;
    use crate::rows::{Entry, Journal, Lot, Membership, NumberSeries, Party, ReasonCode, Role, Warehouse};
    use crate::value::id::PrincipalId;

    fn cells(table: &TableDef) -> Vec<Cell> {
        let cell = |column: &Column| match column.kind {
            CellKind::Int => Cell::Int(1),
            CellKind::Text => Cell::Text("2010-01-01".to_owned()),
            CellKind::Bytes => Cell::Bytes(Vec::new()),
            CellKind::Id => Cell::Id([7; 16]),
        };
        table.columns.iter().map(cell).collect()
    }

    fn place(table: &TableDef, name: &str) -> usize {
        table.columns.iter().position(|column| column.name == name).expect("a column")
    }

    #[test]
    fn json_that_was_cut_short_makes_its_row_unreadable_and_the_error_names_the_row_and_not_its_content() {
        let column = place(&Lot::TABLE, "attributes");
        let mut cells = cells(&Lot::TABLE);
        cells[column] = Cell::Text(r#"{"owner":"Ann""#.to_owned());
        let mut row = StoredRow { table: Lot::table(), cells: &cells, at: column };
        let bad = row.take::<String>().expect_err("no JSON");
        assert_eq!(bad.wanted, "a JSON object");
        assert!(bad.found.contains("attributes of lots") && bad.found.contains(&id::encode([7; 16])), "{bad}");
        assert!(!bad.to_string().contains("Ann"), "{bad}");
        for sound in ["", "{}", r#"{"owner":"Ann"}"#] {
            cells[column] = Cell::Text(sound.to_owned());
            let mut row = StoredRow { table: Lot::table(), cells: &cells, at: column };
            assert_eq!(row.take::<String>().as_deref(), Ok(sound));
        }
    }

    #[test]
    fn what_stands_in_a_column_has_its_form_and_what_only_a_verification_asks_for_does_not_hinder_a_reading() {
        let text = |text: &str| Cell::Text(text.to_owned());
        let id = PrincipalId([7; 16]).to_string();
        for (table, column, sound, broken) in [
            (Role::table(), "permissions", text("accounts:read"), text("accounts:rea")),
            (Membership::table(), "roles", text("clerk admin"), text("clerk admi")),
            (Membership::table(), "held_by", text(&id), text(&id[..id.len() - 1])),
            (Membership::table(), "warehouse_ids", Cell::Null, text("wh_")),
            (Party::table(), "kinds", text("customer supplier"), text("customer supplie")),
            (ReasonCode::table(), "kinds", text("scrap"), text("customer")),
            (Warehouse::table(), "tags", text(r#"["a"]"#), text("[1]")),
            (Warehouse::table(), "tags", text("[]"), text("{\"a\":1}")),
            (Item::table(), "units", text("[]"), text(r#"[{"unitCode":"XCS","numerator":12}]"#)),
            (Item::table(), "quantity_decimals", Cell::Int(6), Cell::Int(7)),
            (Journal::table(), "number_pattern", text("A-{seq:6}"), text("A-{seq:6")),
            (Journal::table(), "reset_per", text("year"), text("yea")),
            (Entry::table(), "draft_lines", Cell::Bytes(vec![0]), Cell::Bytes(vec![9])),
            (Entry::table(), "date", text("2010-01-31"), text("2010-01-32")),
        ] {
            let column = &table.columns[place(table, column)];
            assert_eq!(column.require(&sound), Ok(()), "{}.{}", table.name, column.name);
            assert!(column.require(&broken).is_err(), "{}.{} takes {broken:?}", table.name, column.name);
        }
        let column = &Entry::table().columns[place(Entry::table(), "draft_lines")];
        assert_eq!(column.require_form(&Cell::Bytes(vec![9])), Ok(()));
        let mut row = cells(NumberSeries::table());
        assert_eq!(NumberSeries::table().unreadable(&row).count(), 0);
        row[2] = text("x");
        let named: Vec<&str> = NumberSeries::table().unreadable(&row).map(|(column, _)| column.name).collect();
        assert_eq!(named, ["last"]);
    }
}
