//! Loading from SQLite: one cached statement per shape of query.

use std::collections::HashMap;

use domain::book::{Answer, Query};
use domain::rows::TableDef;
use domain::value::id::OrganizationId;
use domain::value::{BadCell, Cell, CellKind};
use rusqlite::{CachedStatement, Connection, Statement};

use crate::fault::Fault;
use crate::sql::Dialect;
use crate::statement;
use crate::value::{Parameter, read_sqlite_row, sqlite_cell_as_found, sqlite_row};

/// The rows of one answer.
pub type Rows = Vec<Vec<Cell>>;

/// Answers each query, in order.
pub fn load(connection: &Connection, organization: OrganizationId, queries: &[Query]) -> Result<Vec<Rows>, Fault> {
    let organization = Cell::Id(organization.0);
    let mut answers = Vec::with_capacity(queries.len());
    let mut last: Option<(&Query, CachedStatement<'_>)> = None;
    for query in queries {
        // Queries of one shape come in runs, and a run keeps its statement.
        let mut prepared = match last.take() {
            Some((previous, prepared)) if statement::same_shape(previous, query) => prepared,
            _ => connection.prepare_cached(&statement::select(query, Dialect::Sqlite))?,
        };
        bind(&mut prepared, std::iter::once(&organization).chain(statement::values(query)))?;
        answers.push(match query.answer {
            Answer::Count => collect(&mut prepared, std::iter::once(CellKind::Int))?,
            Answer::Sums(_) => collect(&mut prepared, statement::kinds(query).into_iter())?,
            Answer::Rows | Answer::First(_) => collect_rows(&mut prepared, query.table)?,
        });
        last = Some((query, prepared));
    }
    Ok(answers)
}

/// Runs a statement written with `$n` and returns its rows.
pub fn query(connection: &Connection, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Result<Rows, Fault> {
    let mut prepared = prepared(connection, sql, params)?;
    if prepared.column_count() == 0 {
        prepared.raw_execute()?;
        return Ok(Vec::new());
    }
    require_columns(&prepared, sql, kinds.len())?;
    collect(&mut prepared, kinds.iter().copied()).map_err(|fault| of_tables(fault, sql))
}

/// Damage that a statement met, with the tables that it reads.
fn of_tables(fault: Fault, sql: &str) -> Fault {
    let Fault::Corrupt(why) = fault else { return fault };
    let mut words = sql.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let mut tables: Vec<&str> = Vec::new();
    while let Some(word) = words.next() {
        if matches!(word, "from" | "join" | "into" | "update") {
            tables.extend(words.next().filter(|name| is_table(name) && !tables.contains(name)));
        }
    }
    Fault::Corrupt(format!("{why}, of {}", tables.join(" or ")))
}

fn is_table(name: &str) -> bool {
    let mut all = crate::tables::ALL.iter().chain(crate::operational::TABLES);
    all.any(|table| table.name == name)
}

/// Runs a statement written with `$n` and hands out its rows one after the other, each cell as it is.
pub fn each_as_found(
    connection: &Connection,
    sql: &str,
    params: &[Cell],
    kinds: &[CellKind],
    take: &mut dyn FnMut(&[Cell]),
) -> Result<(), Fault> {
    let mut prepared = prepared(connection, sql, params)?;
    require_columns(&prepared, sql, kinds.len())?;
    let mut cells = Vec::with_capacity(kinds.len());
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next()? {
        cells.clear();
        for (index, kind) in kinds.iter().enumerate() {
            cells.push(sqlite_cell_as_found(row.get_ref(index)?, *kind));
        }
        take(&cells);
    }
    Ok(())
}

/// Sums by group.
pub type Sums = HashMap<Vec<Cell>, Vec<i128>>;

/// Sums the rows of a statement written with `$n` by group: the columns of its groups, followed by `numbers` whole
/// numbers. Rows are taken as they come.
///
/// # Errors
/// As [`query`].
pub fn sums(
    connection: &Connection,
    sql: &str,
    params: &[Cell],
    groups: &[CellKind],
    numbers: usize,
) -> Result<Sums, Fault> {
    let mut prepared = prepared(connection, sql, params)?;
    require_columns(&prepared, sql, groups.len() + numbers)?;
    let mut found = Sums::new();
    // Millions of rows come for hundreds of groups: a row makes nothing of its own.
    let mut group = Vec::with_capacity(groups.len());
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next()? {
        group.clear();
        read_sqlite_row(row, groups.iter().copied(), &mut group)?;
        let sums = match found.get_mut(&group) {
            Some(sums) => sums,
            None => found.entry(group.clone()).or_insert_with(|| vec![0; numbers]),
        };
        for (place, sum) in sums.iter_mut().enumerate() {
            let found = row.get_ref(groups.len() + place)?;
            let number =
                found.as_i64().map_err(|_| Fault::Corrupt("an amount to be summed is no whole number".to_owned()))?;
            *sum += i128::from(number);
        }
    }
    Ok(found)
}

/// The statement with its parameters.
fn prepared<'a>(connection: &'a Connection, sql: &str, params: &[Cell]) -> Result<CachedStatement<'a>, Fault> {
    let mut prepared = connection.prepare_cached(&Dialect::Sqlite.text(sql))?;
    if prepared.parameter_count() != params.len() {
        return Err(Fault::Other(format!(
            "a statement with {} parameters got {}: {sql}",
            prepared.parameter_count(),
            params.len()
        )));
    }
    bind(&mut prepared, params.iter())?;
    Ok(prepared)
}

fn require_columns(prepared: &Statement<'_>, sql: &str, columns: usize) -> Result<(), Fault> {
    if prepared.column_count() == columns {
        return Ok(());
    }
    Err(Fault::Other(format!("a statement with {} columns is read as {columns}: {sql}", prepared.column_count())))
}

fn bind<'a>(prepared: &mut Statement<'_>, cells: impl Iterator<Item = &'a Cell>) -> Result<(), Fault> {
    for (index, cell) in cells.enumerate() {
        prepared.raw_bind_parameter(index + 1, Parameter(cell))?;
    }
    Ok(())
}

/// The rows of a table. A cell that does not fit its column is named by table, key and column.
fn collect_rows(prepared: &mut Statement<'_>, table: &TableDef) -> Result<Rows, Fault> {
    let mut found = Vec::new();
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next()? {
        let mut cells = Vec::with_capacity(table.columns.len());
        if let Err(fault) = read_sqlite_row(row, table.columns.iter().map(|column| column.kind), &mut cells) {
            let wanted = BadCell { wanted: "a value of its column", found: String::new() };
            let is_corrupt = matches!(fault, Fault::Corrupt(_));
            return Err(if is_corrupt { table.bad(cells.len(), &cells, &wanted).into() } else { fault });
        }
        found.push(cells);
    }
    Ok(found)
}

fn collect(
    prepared: &mut Statement<'_>,
    kinds: impl ExactSizeIterator<Item = CellKind> + Clone,
) -> Result<Rows, Fault> {
    let mut found = Vec::new();
    let mut rows = prepared.raw_query();
    while let Some(row) = rows.next()? {
        found.push(sqlite_row(row, kinds.clone())?);
    }
    Ok(found)
}
