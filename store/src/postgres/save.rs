//! Saving to PostgreSQL: one statement per table and kind of change, its rows as arrays.

use std::fmt::Write;

use deadpool_postgres::Object;
use domain::book::{Changes, Column, TableDef};
use domain::value::Cell;
use domain::value::id::OrganizationId;
use tokio_postgres::Statement;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;

use super::pipeline::Flight;
use super::plans;
use crate::fault::Fault;
use crate::statement;
use crate::value::{Parameter, postgres_type};

#[derive(Clone, Copy)]
enum Verb {
    Insert,
    Update,
    Delete,
}

struct Work<'a> {
    verb: Verb,
    table: &'static TableDef,
    rows: &'a [Vec<Cell>],
    statement: Statement,
}

/// Writes the changes of one organization and, if asked, sends COMMIT right behind them.
///
/// Deletes go first and children before parents; then, table by table, updates before inserts, so
/// that a code that one row gives up can be taken by another.
///
/// All of it is one flight. That COMMIT keeps nothing after a refusal is the server's rule for
/// aborted transactions; that an update or a delete finds exactly its rows is asserted inside the
/// statement (it divides by zero otherwise), because an answer would be read too late.
///
/// # Errors
/// `Constraint` where the database refuses a row; `Corrupt` where an update or a delete does not
/// find its rows; with `commit`, `ConnectionLost` leaves the outcome unknown.
pub async fn save(client: &Object, organization: OrganizationId, changes: &Changes, commit: bool) -> Result<(), Fault> {
    let mut works = Vec::new();
    for change in changes.tables.iter().rev() {
        plan(&mut works, client, Verb::Delete, change.table, &change.deletes).await?;
    }
    for change in &changes.tables {
        plan(&mut works, client, Verb::Update, change.table, &change.updates).await?;
        plan(&mut works, client, Verb::Insert, change.table, &change.inserts).await?;
    }
    let organization = Cell::Id(organization.0);
    let mut flight = Flight::default();
    for work in &works {
        // An insert has nothing to find.
        let is_kept = matches!(work.verb, Verb::Insert) || plans::is_kept(work.table);
        flight.push(client, Some(is_kept), write(client, &organization, work));
    }
    if commit {
        flight.end(async { client.batch_execute("commit").await.map_err(Fault::from) });
    }
    // The first that failed is the one that says why.
    flight.land(client).await.into_iter().collect()
}

async fn plan<'a>(
    works: &mut Vec<Work<'a>>,
    client: &Object,
    verb: Verb,
    table: &'static TableDef,
    rows: &'a [Vec<Cell>],
) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    let width = written(verb, table).len();
    if let Some(row) = rows.iter().find(|row| row.len() != width) {
        return Err(Fault::Other(format!("a change of {} wants {width} cells and got {}", table.name, row.len())));
    }
    let text = match verb {
        Verb::Insert => insert(table),
        Verb::Update => update(table),
        Verb::Delete => delete(table),
    };
    works.push(Work { verb, table, rows, statement: client.prepare_cached(&text).await? });
    Ok(())
}

async fn write(client: &Object, organization: &Cell, work: &Work<'_>) -> Result<(), Fault> {
    let organization = Parameter(organization);
    let count = i64::try_from(work.rows.len()).unwrap_or(i64::MAX);
    let width = written(work.verb, work.table).len();
    let columns: Vec<Vec<Parameter<'_>>> =
        (0..width).map(|index| work.rows.iter().map(|row| Parameter(&row[index])).collect()).collect();
    let mut params: Vec<&(dyn ToSql + Sync)> = Vec::with_capacity(width + 2);
    params.push(&organization);
    params.extend(columns.iter().map(|column| column as &(dyn ToSql + Sync)));
    if matches!(work.verb, Verb::Update | Verb::Delete) {
        params.push(&count);
    }
    let outcome = client.execute(&work.statement, &params).await;
    match outcome {
        Err(error) if error.code() == Some(&SqlState::DIVISION_BY_ZERO) => {
            Err(Fault::Corrupt(format!("a change of {} did not find exactly its {count} rows", work.table.name)))
        }
        other => other.map(drop).map_err(Fault::from),
    }
}

fn written(verb: Verb, table: &TableDef) -> &'static [Column] {
    match verb {
        Verb::Insert | Verb::Update => table.columns,
        Verb::Delete => &table.columns[..table.keys],
    }
}

fn insert(table: &TableDef) -> String {
    let mut text = format!("insert into {} (organization_id, ", table.name);
    statement::listed(&mut text, table.columns.iter().map(|column| column.name));
    text.push_str(") select $1::uuid, u.* from ");
    unnest(&mut text, table.columns);
    text
}

/// An update that the planner cannot turn around, however little it knows of a table that grows fast: the rows
/// are counted by their keys, then written by their keys.
fn update(table: &TableDef) -> String {
    let mut text = String::from("with found as (select 1 from ");
    unnest(&mut text, table.columns);
    let _ = write!(text, " cross join lateral (select 1 from {} as t where t.organization_id = $1::uuid", table.name);
    for (index, name) in statement::key_names(table).enumerate() {
        let _ = write!(text, " and t.{name} = u.v{index}");
    }
    text.push_str(" offset 0) as t), done as (");
    text.push_str(&insert(table));
    text.push_str(" on conflict (organization_id");
    for name in statement::key_names(table) {
        let _ = write!(text, ", {name}");
    }
    text.push_str(") do update set ");
    for (index, column) in table.columns.iter().enumerate().skip(table.keys) {
        let comma = if index == table.keys { "" } else { ", " };
        let _ = write!(text, "{comma}{0} = excluded.{0}", column.name);
    }
    text.push(')');
    require_count(&mut text, "found", table.columns.len());
    text
}

fn delete(table: &TableDef) -> String {
    let mut text = format!("with done as (delete from {} as t", table.name);
    // A table of one row per organization has no key to join with.
    if table.keys > 0 {
        text.push_str(" using ");
        unnest(&mut text, &table.columns[..table.keys]);
    }
    text.push_str(" where t.organization_id = $1::uuid");
    for (index, name) in statement::key_names(table).enumerate() {
        let _ = write!(text, " and t.{name} = u.v{index}");
    }
    text.push_str(" returning 1)");
    require_count(&mut text, "done", table.keys);
    text
}

fn unnest(text: &mut String, columns: &[Column]) {
    text.push_str("unnest(");
    for (index, column) in columns.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}${}::{}[]", index + 2, postgres_type(column.kind));
    }
    text.push_str(") as u(");
    for index in 0..columns.len() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}v{index}");
    }
    text.push(')');
}

/// Divides by zero unless as many rows were found as were given.
fn require_count(text: &mut String, found: &str, width: usize) {
    let _ = write!(text, " select 1 / (case when count(*) = ${}::bigint then 1 else 0 end) from {found}", width + 2);
}
