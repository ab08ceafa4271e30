//! Changes: the difference between the loaded and the present state of a book, which `save` writes.

use crate::rows::{Columns, TableDef};
use crate::value::Cell;

/// All that one commit writes for one organization, table by table, facts and head included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Per table, in an order that respects foreign keys: parents first.
    pub tables: Vec<TableChanges>,
}

/// The rows that one commit writes to one table. They are all cells in column order, without the organization.
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
    /// No change to this table: the starting point for the literal of a change.
    #[must_use]
    pub fn none(table: &'static TableDef) -> Self {
        Self { table, inserts: Vec::new(), updates: Vec::new(), updated: Columns::default(), deletes: Vec::new() }
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
