//! A database whose tables take anything, to damage single cells of it: SQLite itself keeps values of another type out
//! of them, and the sums of pages show changes made without it.

use std::path::Path;

use ::server::engine::DATABASE_FILE;
use rusqlite::{Connection, OpenFlags};

/// A database file next to its service, in which every column takes anything.
pub struct Loose(Connection);

impl Loose {
    /// Makes the tables no longer strict. Checks are off.
    pub fn open(folder: &Path) -> Self {
        let path = folder.join(DATABASE_FILE);
        let open = || pages::open(&path, OpenFlags::SQLITE_OPEN_READ_WRITE).unwrap();
        let loosen = "pragma writable_schema = on; \
             update sqlite_schema set sql = replace(replace(sql, ') strict, without rowid', ') without rowid'), ') strict', ')') \
               where type = 'table'; \
             pragma writable_schema = reset;";
        open().execute_batch(loosen).unwrap();
        let connection = open();
        connection.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
        connection.execute_batch("pragma foreign_keys = off; pragma ignore_check_constraints = on;").unwrap();
        Self(connection)
    }

    /// Changes rows.
    pub fn run(&self, sql: &str) {
        assert!(self.0.execute(sql, []).unwrap() > 0, "{sql} changed nothing");
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        let mut prepared = self.0.prepare(sql).unwrap();
        let rows = prepared.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    pub fn tables(&self) -> Vec<String> {
        self.texts(
            "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' \
             and name not like 'refinery_%' order by name",
        )
    }

    /// The names of a table's columns.
    pub fn columns(&self, table: &str) -> Vec<String> {
        self.texts(&format!("select name from pragma_table_info('{table}')"))
    }
}
