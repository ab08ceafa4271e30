//! Records of operational tables: declared once, read and written by their columns' names.

use domain::value::{Cell, CellKind};

use crate::Fault;
use crate::sql;

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

/// Declares a record: its struct, its columns and how it is read.
macro_rules! record {
    ($(#[$doc:meta])* $name:ident { $($(#[$fdoc:meta])* $field:ident: $kind:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name {
            $($(#[$fdoc])* pub $field: $kind,)*
        }

        impl crate::operational::record::Record for $name {
            const NAMES: &'static [&'static str] = &[$(stringify!($field)),*];
            const KINDS: &'static [domain::value::CellKind] = &[$(<$kind as domain::value::CellValue>::KIND),*];

            fn cells(&self) -> Vec<domain::value::Cell> {
                vec![$(domain::value::CellValue::to_cell(&self.$field)),*]
            }

            fn read(cells: &[domain::value::Cell]) -> Result<Self, crate::Fault> {
                let mut cells = cells.iter();
                let missing = domain::value::Cell::Null;
                Ok(Self { $($field: domain::value::CellValue::from_cell(cells.next().unwrap_or(&missing))?,)* })
            }
        }
    };
}
pub(crate) use record;
