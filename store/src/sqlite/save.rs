//! Saving to SQLite: cached statements in loops, one run per table and kind of change.

use domain::book::Changes;
use domain::rows::{Columns, TableDef};
use domain::value::Cell;
use domain::value::id::OrganizationId;
use rusqlite::Connection;

use crate::fault::Fault;
use crate::statement;
use crate::value::Parameter;

/// Writes the changes of one organization.
///
/// Deletes go first and children before parents; then, table by table, updates before inserts, so
/// that a code that one row gives up can be taken by another.
///
/// # Errors
/// `Constraint` where the database refuses a row; `Corrupt` where an update or a delete does not
/// find exactly its row.
pub fn save(connection: &Connection, organization: OrganizationId, changes: &Changes) -> Result<(), Fault> {
    statement::require_widths(changes)?;
    let organization = Cell::Id(organization.0);
    let run = |table, verb, sql, used, rows| each(connection, &organization, table, verb, sql, used, rows);
    for change in changes.tables.iter().rev() {
        if !change.deletes.is_empty() {
            run(change.table, "delete", statement::delete(change.table), Columns::ALL, &change.deletes)?;
        }
    }
    for change in &changes.tables {
        if !change.updates.is_empty() {
            let text = statement::update(change.table, change.updated);
            run(change.table, "update", text, change.updated, &change.updates)?;
        }
        if !change.inserts.is_empty() {
            run(change.table, "insert", statement::insert(change.table), Columns::ALL, &change.inserts)?;
        }
    }
    Ok(())
}

/// Runs a statement for each row, with the values of its key and of the columns that the statement names.
fn each(
    connection: &Connection,
    organization: &Cell,
    table: &TableDef,
    verb: &str,
    sql: String,
    used: Columns,
    rows: &[Vec<Cell>],
) -> Result<(), Fault> {
    let mut prepared = connection.prepare_cached(&sql)?;
    prepared.raw_bind_parameter(1, Parameter(organization))?;
    for row in rows {
        for (index, cell) in row.iter().enumerate() {
            if index < table.keys || used.has(index) {
                prepared.raw_bind_parameter(index + 2, Parameter(cell))?;
            }
        }
        let touched = prepared.raw_execute()?;
        if touched != 1 {
            let key = &row[..table.keys.min(row.len())];
            return Err(Fault::Corrupt(format!("{verb} {} touched {touched} rows instead of 1: {key:?}", table.name)));
        }
    }
    Ok(())
}
