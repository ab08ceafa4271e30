//! Changes: the difference between what a book loaded and what it is now; what `save` writes.

use super::row::TableDef;
use crate::value::Cell;

/// All that one commit writes for one organization, table by table, facts and head included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Per table, in an order that respects foreign keys: parents first.
    pub tables: Vec<TableChanges>,
}

/// What one commit writes to one table. Rows are all cells in column order, without the organization.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableChanges {
    /// The table.
    pub table: &'static TableDef,
    /// New rows, in key order.
    pub inserts: Vec<Vec<Cell>>,
    /// Rows that exist and are written anew, in key order.
    pub updates: Vec<Vec<Cell>>,
    /// Which columns differ in some of the updated rows.
    pub updated: Columns,
    /// Keys of rows that go.
    pub deletes: Vec<Vec<Cell>>,
}

impl TableChanges {
    /// No change to this table: what the literal of a change starts from.
    #[must_use]
    pub fn none(table: &'static TableDef) -> Self {
        Self { table, inserts: Vec::new(), updates: Vec::new(), updated: Columns::default(), deletes: Vec::new() }
    }
}

/// A set of columns of one table, which has at most 64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Columns(u64);

impl Columns {
    /// All columns of any table.
    pub const ALL: Self = Self(u64::MAX);

    /// No column.
    pub const NONE: Self = Self(0);

    /// These and the one with this index.
    #[must_use]
    pub const fn with(self, index: usize) -> Self {
        Self(self.0 | 1 << index)
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, those: Self) -> Self {
        Self(self.0 | those.0)
    }

    /// Whether the column with this index is among them.
    #[must_use]
    pub fn has(self, index: usize) -> bool {
        self.0 >> index & 1 == 1
    }
}

impl Changes {
    /// Whether there is nothing to write.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// How many rows are written.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.tables.iter().map(|table| table.inserts.len() + table.updates.len() + table.deletes.len()).sum()
    }
}
