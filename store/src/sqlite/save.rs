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
/// that a code that one row gives up can be taken by another.
///
/// # Errors
/// `Constraint` where the database refuses a row; `Corrupt` where an update or a delete does not
/// find exactly its row.
pub fn save(connection: &Connection, organization: OrganizationId, changes: &Changes) -> Result<(), Fault> {
    let organization = Cell::Id(organization.0);
    let run = |table, verb, sql, rows| each(connection, &organization, table, verb, sql, rows);
    for change in changes.tables.iter().rev() {
        run(change.table, "delete", statement::delete, &change.deletes)?;
    }
    for change in &changes.tables {
        run(change.table, "update", statement::update, &change.updates)?;
        run(change.table, "insert", statement::insert, &change.inserts)?;
    }
    Ok(())
}

fn each(
    connection: &Connection,
    organization: &Cell,
    table: &TableDef,
    verb: &str,
    sql: fn(&TableDef) -> String,
    rows: &[Vec<Cell>],
) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let mut prepared = connection.prepare_cached(&sql(table))?;
    let wanted = prepared.parameter_count();
    for row in rows {
        if row.len() + 1 != wanted {
            return Err(Fault::Other(format!(
                "{verb} {} wants {} cells and got {}",
                table.name,
                wanted - 1,
                row.len()
            )));
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
