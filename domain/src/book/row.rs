//! Rows: what one record of a table is, declared once for the core, the database and the facts.

use super::Columns;
use crate::value::{BadCell, Cell, CellKind};

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
                    $($crate::book::Column { name: stringify!($key), kind: <$kty as $crate::value::CellValue>::KIND },)*
                    $($crate::book::Column { name: stringify!($field), kind: <$fty as $crate::value::CellValue>::KIND },)*
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
                let mut cells = cells.iter();
                let missing = $crate::value::Cell::Null;
                Ok(Self {
                    $($key: $crate::value::CellValue::from_cell(cells.next().unwrap_or(&missing))?,)*
                    $($field: $crate::value::CellValue::from_cell(cells.next().unwrap_or(&missing))?,)*
                })
            }
        }
    )*};
}
