//! Records of operational tables: declared once, read and written by their columns' names.

use domain::rows::TableDef;
use domain::value::{Cell, CellKind};

use crate::{Fault, sql};

/// A record whose fields are columns of the same names.
pub(crate) trait Record: Sized {
    /// Names of the columns.
    const NAMES: &'static [&'static str];
    /// Kinds of the columns.
    const KINDS: &'static [CellKind];

    /// All cells, in column order.
    fn cells(&self) -> Vec<Cell>;

    /// Reads a row.
    fn read(cells: &[Cell]) -> Result<Self, Fault>;

    /// Names of the columns, for a `select` or a `returning`.
    fn columns() -> String {
        Self::NAMES.join(", ")
    }

    /// `values ($1, …)` for an insert of all columns.
    fn values() -> String {
        format!("values {}", sql::list(1, Self::NAMES.len()))
    }

    /// Reads all rows.
    fn read_all(rows: &[Vec<Cell>]) -> Result<Vec<Self>, Fault> {
        rows.iter().map(|row| Self::read(row)).collect()
    }

    /// Reads the one row that there may be.
    fn read_one(rows: &[Vec<Cell>]) -> Result<Option<Self>, Fault> {
        rows.first().map(|row| Self::read(row)).transpose()
    }
}

/// A record that is a whole row of a table, so that a verification knows its columns.
pub(crate) trait Stored {
    /// Its table, the columns of its key first.
    const TABLE: TableDef;
}

/// Declares a record: its struct, its columns and how it is read. One that is a row of a table says which, and how many of its
/// first columns are the key.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident $(in $table:literal key $keys:literal)? { $($(#[$fdoc:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            $($(#[$fdoc])* pub $field: $kind,)*
        }

        crate::operational::record::record_row!($name $(in $table key $keys)? { $($field: $kind),* });
    };
}
pub(crate) use record;

/// As [`record!`], of a struct that is declared elsewhere.
macro_rules! record_row {
    ($name:ident in $table:literal key $keys:literal { $($field:ident: $kind:ty),* $(,)? }) => {
        impl crate::operational::record::Stored for $name {
            const TABLE: domain::rows::TableDef = domain::rows::TableDef {
                number: 0,
                version: 0,
                name: $table,
                class: domain::rows::Class::Operational,
                columns: &[$(domain::rows::Column::of::<$kind>($table, stringify!($field))),*],
                keys: $keys,
            };
        }

        crate::operational::record::record_row!(@ $name, const { &<$name as crate::operational::record::Stored>::TABLE }, { $($field: $kind),* });
    };
    ($name:ident { $($field:ident: $kind:ty),* $(,)? }) => {
        crate::operational::record::record_row!(@ $name, const { &domain::rows::TableDef {
            number: 0,
            version: 0,
            name: stringify!($name),
            class: domain::rows::Class::Operational,
            columns: &[$(domain::rows::Column::of::<$kind>("", stringify!($field))),*],
            keys: 0,
        } }, { $($field: $kind),* });
    };
    (@ $name:ident, $table:expr, { $($field:ident: $kind:ty),* }) => {
        impl crate::operational::record::Record for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];
            const KINDS: &'static [domain::value::CellKind] = &[$(<$kind as domain::value::CellValue>::KIND),*];

            fn cells(&self) -> Vec<domain::value::Cell> {
                vec![$(domain::value::CellValue::to_cell(&self.$field)),*]
            }

            fn read(cells: &[domain::value::Cell]) -> Result<Self, crate::Fault> {
                let mut row = domain::rows::StoredRow::new($table, cells);
                Ok(Self { $($field: row.take()?,)* })
            }
        }
    };
}
pub(crate) use record_row;
