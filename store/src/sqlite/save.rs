//! Saving to SQLite: cached statements in loops, one run per table and kind of change.

use domain::book::{Changes, TableDef};
use domain::value::Cell;
use domain::value::id::OrganizationId;
use rusqlite::Connection;

use super::load::bind;
use crate::fault::Fault;
use crate::statement;

/// Writes the changes of one organization.
///
/// Deletes go first and children before parents; then, table by table, updates before inserts, so
/// that a code that one row gives up can be taken by another; and the row that takes the default last.
///
/// # Errors
/// `Constraint` where the database refuses a row; `Corrupt` where an update or a delete does not
/// find exactly its row.
pub fn save(connection: &Connection, organization: OrganizationId, changes: &Changes) -> Result<(), Fault> {
    let organization = Cell::Id(organization.0);
    for change in changes.tables.iter().rev() {
        each(connection, &organization, change.table, "delete", statement::delete, change.deletes.iter())?;
    }
    for change in &changes.tables {
        let takes = |row: &&Vec<Cell>| statement::takes_the_default(change.table, row);
        let updates = change.updates.iter().filter(|row| !takes(row)).chain(change.updates.iter().filter(takes));
        each(connection, &organization, change.table, "update", statement::update, updates)?;
        each(connection, &organization, change.table, "insert", statement::insert, change.inserts.iter())?;
    }
    Ok(())
}

fn each<'a>(
    connection: &Connection,
    organization: &Cell,
    table: &TableDef,
    verb: &str,
    sql: fn(&TableDef) -> String,
    rows: impl Iterator<Item = &'a Vec<Cell>>,
) -> Result<(), Fault> {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return Ok(());
    }
    let mut prepared = connection.prepare_cached(&sql(table))?;
    let wanted = prepared.parameter_count();
    for row in rows {
        if row.len() + 1 != wanted {
            return Err(Fault::Other(format!("{verb} {} wants {} cells and got {}", table.name, wanted - 1, row.len())));
        }
        bind(&mut prepared, std::iter::once(organization).chain(row))?;
        let touched = prepared.raw_execute()?;
        if touched != 1 {
            let key = &row[..table.keys.min(row.len())];
            return Err(Fault::Corrupt(format!("{verb} {} touched {touched} rows instead of 1: {key:?}", table.name)));
        }
    }
    Ok(())
}
