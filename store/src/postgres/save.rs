//! Saving to PostgreSQL: sets of rows as arrays, and all that can be written together as one statement.

use std::fmt::Write;

use deadpool_postgres::Object;
use domain::book::{Changes, Column, Row, TableDef};
use domain::settings::Head;
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

#[derive(Clone, Copy, PartialEq)]
enum Verb {
    Insert,
    Update,
    Delete,
}

/// One kind of change to one table.
struct Work<'a> {
    verb: Verb,
    table: &'static TableDef,
    rows: &'a [Vec<Cell>],
}

/// Works that are one statement.
struct Step<'a> {
    works: Vec<Work<'a>>,
    is_kept: bool,
}

/// How much of the transaction goes with the changes.
#[derive(Clone, Copy)]
pub enum Frame<'a> {
    /// Nothing: it was begun, and goes on.
    Inside,
    /// COMMIT right behind them.
    Commit,
    /// All of it, under the condition that the organization's head is this one, which is locked before.
    Whole(&'a [Cell]),
}

/// Writes the changes of one organization.
///
/// Deletes go first and children before parents; then, table by table, updates before inserts, so
/// that a code that one row gives up can be taken by another. Where no table has both and all plans are
/// kept, as in every post, updates and inserts are one statement, whose parts know no order.
///
/// All of it is one flight. That COMMIT keeps nothing after a refusal is the server's rule for
/// aborted transactions; that an update or a delete finds exactly its rows is asserted inside the
/// statement (it divides by zero otherwise), because an answer would be read too late.
///
/// # Errors
/// `Constraint` where the database refuses a row; `Corrupt` where an update or a delete does not
/// find its rows; `Serialization` where the head is another one; with COMMIT, `ConnectionLost` leaves the
/// outcome unknown.
pub async fn save(
    client: &Object,
    organization: OrganizationId,
    changes: &Changes,
    frame: Frame<'_>,
) -> Result<(), Fault> {
    let steps = steps(changes)?;
    let mut statements = Vec::with_capacity(steps.len());
    for step in &steps {
        statements.push(client.prepare_cached(&text(&step.works)).await?);
    }
    let organization = Cell::Id(organization.0);
    let mut flight = Flight::default();
    if let Frame::Whole(head) = frame {
        let lock = client.prepare_cached(&require_head()).await?;
        flight.push(client, None, async { client.batch_execute(plans::BEGIN).await.map_err(Fault::from) });
        let organization = &organization;
        flight.push(client, None, async move { lock_head(client, &lock, organization, head).await });
    }
    for (step, statement) in steps.iter().zip(&statements) {
        flight.push(client, Some(step.is_kept), write(client, &organization, step, statement));
    }
    if !matches!(frame, Frame::Inside) {
        flight.end(async { client.batch_execute("commit").await.map_err(Fault::from) });
    }
    // The first that failed is the one that says why.
    flight.land(client).await.into_iter().collect()
}

/// Locks the head and divides by zero unless it is the given one. After it waited for the lock, PostgreSQL reads
/// the row anew.
fn require_head() -> String {
    let table = Head::table();
    let mut text = String::from("select 1 / (case when (");
    statement::listed(&mut text, table.columns.iter().map(|column| column.name));
    text.push_str(") = (");
    for (index, column) in table.columns.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}${}::{}", index + 2, postgres_type(column.kind));
    }
    let _ = write!(text, ") then 1 else 0 end) from {} where organization_id = $1::uuid for update", table.name);
    text
}

async fn lock_head(client: &Object, lock: &Statement, organization: &Cell, head: &[Cell]) -> Result<(), Fault> {
    let cells: Vec<Parameter<'_>> = std::iter::once(organization).chain(head).map(Parameter).collect();
    let params: Vec<&(dyn ToSql + Sync)> = cells.iter().map(|cell| cell as &(dyn ToSql + Sync)).collect();
    match client.execute(lock, &params).await {
        Err(error) if error.code() == Some(&SqlState::DIVISION_BY_ZERO) => {
            Err(Fault::Serialization("another node committed".to_owned()))
        }
        other => other.map(drop).map_err(Fault::from),
    }
}

fn steps(changes: &Changes) -> Result<Vec<Step<'_>>, Fault> {
    let mut deletes = Vec::new();
    for change in changes.tables.iter().rev() {
        add(&mut deletes, Verb::Delete, change.table, &change.deletes)?;
    }
    let mut writes = Vec::new();
    for change in &changes.tables {
        add(&mut writes, Verb::Update, change.table, &change.updates)?;
        add(&mut writes, Verb::Insert, change.table, &change.inserts)?;
    }
    let mut steps: Vec<Step<'_>> = deletes.into_iter().map(Step::alone).collect();
    let is_each_alone = writes.windows(2).all(|pair| pair[0].table.name != pair[1].table.name);
    if is_each_alone && writes.iter().all(Work::is_kept) {
        if !writes.is_empty() {
            steps.push(Step { works: writes, is_kept: true });
        }
    } else {
        steps.extend(writes.into_iter().map(Step::alone));
    }
    Ok(steps)
}

fn add<'a>(
    works: &mut Vec<Work<'a>>,
    verb: Verb,
    table: &'static TableDef,
    rows: &'a [Vec<Cell>],
) -> Result<(), Fault> {
    let work = Work { verb, table, rows };
    let width = work.columns().len();
    if let Some(row) = rows.iter().find(|row| row.len() != width) {
        return Err(Fault::Other(format!("a change of {} wants {width} cells and got {}", table.name, row.len())));
    }
    if !rows.is_empty() {
        works.push(work);
    }
    Ok(())
}

impl Step<'_> {
    fn alone(work: Work<'_>) -> Step<'_> {
        Step { is_kept: work.is_kept(), works: vec![work] }
    }
}

impl Work<'_> {
    fn columns(&self) -> &'static [Column] {
        match self.verb {
            Verb::Insert | Verb::Update => self.table.columns,
            Verb::Delete => &self.table.columns[..self.table.keys],
        }
    }

    /// Whether its plan is kept: an insert has nothing to find.
    fn is_kept(&self) -> bool {
        self.verb == Verb::Insert || plans::is_kept(self.table)
    }

    /// Whether it has to find its rows; the number of them is then its last parameter.
    fn finds(&self) -> bool {
        self.verb != Verb::Insert
    }
}

async fn write(client: &Object, organization: &Cell, step: &Step<'_>, statement: &Statement) -> Result<(), Fault> {
    let organization = Parameter(organization);
    let arrays: Vec<(Vec<Vec<Parameter<'_>>>, i64)> = step
        .works
        .iter()
        .map(|work| {
            let column = |index: usize| work.rows.iter().map(|row| Parameter(&row[index])).collect();
            let count = i64::try_from(work.rows.len()).unwrap_or(i64::MAX);
            ((0..work.columns().len()).map(column).collect(), count)
        })
        .collect();
    let mut params: Vec<&(dyn ToSql + Sync)> = vec![&organization];
    for (work, (columns, count)) in step.works.iter().zip(&arrays) {
        params.extend(columns.iter().map(|column| column as &(dyn ToSql + Sync)));
        if work.finds() {
            params.push(count);
        }
    }
    match client.execute(statement, &params).await {
        Err(error) if error.code() == Some(&SqlState::DIVISION_BY_ZERO) => {
            let tables: Vec<&str> = step.works.iter().filter(|work| work.finds()).map(|work| work.table.name).collect();
            Err(Fault::Corrupt(format!("a change of {} did not find exactly its rows", tables.join(" or "))))
        }
        other => other.map(drop).map_err(Fault::from),
    }
}

/// `with …` one part per work, then a `select` that divides by zero unless as many rows were found as were given.
fn text(works: &[Work<'_>]) -> String {
    let mut text = String::with_capacity(works.len() * 512);
    let mut found = String::from(" select 1 / (case when true");
    let mut next = 2;
    for (place, work) in works.iter().enumerate() {
        text.push_str(if place == 0 { "with " } else { ", " });
        match work.verb {
            Verb::Insert => {
                let _ = write!(text, "done{place} as (");
                insert(&mut text, work.table, next);
                text.push(')');
            }
            Verb::Update => update(&mut text, work.table, next, place),
            Verb::Delete => delete(&mut text, work.table, next, place),
        }
        next += work.columns().len();
        if work.finds() {
            let _ = write!(found, " and (select count(*) from found{place}) = ${next}::bigint");
            next += 1;
        }
    }
    text.push_str(&found);
    text.push_str(" then 1 else 0 end)");
    text
}

fn insert(text: &mut String, table: &TableDef, first: usize) {
    let _ = write!(text, "insert into {} (organization_id, ", table.name);
    statement::listed(text, table.columns.iter().map(|column| column.name));
    text.push_str(") select $1::uuid, u.* from ");
    unnest(text, table.columns, first);
}

/// An update that the planner cannot turn around, however little it knows of a table that grows fast: the rows
/// are counted by their keys, then written by their keys.
fn update(text: &mut String, table: &TableDef, first: usize, place: usize) {
    let _ = write!(text, "found{place} as (select 1 from ");
    unnest(text, table.columns, first);
    let _ = write!(text, " cross join lateral (select 1 from {} as t where t.organization_id = $1::uuid", table.name);
    for (index, name) in statement::key_names(table).enumerate() {
        let _ = write!(text, " and t.{name} = u.v{index}");
    }
    let _ = write!(text, " offset 0) as t), done{place} as (");
    insert(text, table, first);
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
}

fn delete(text: &mut String, table: &TableDef, first: usize, place: usize) {
    let _ = write!(text, "found{place} as (delete from {} as t", table.name);
    // A table of one row per organization has no key to join with.
    if table.keys > 0 {
        text.push_str(" using ");
        unnest(text, &table.columns[..table.keys], first);
    }
    text.push_str(" where t.organization_id = $1::uuid");
    for (index, name) in statement::key_names(table).enumerate() {
        let _ = write!(text, " and t.{name} = u.v{index}");
    }
    text.push_str(" returning 1)");
}

fn unnest(text: &mut String, columns: &[Column], first: usize) {
    text.push_str("unnest(");
    for (index, column) in columns.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}${}::{}[]", index + first, postgres_type(column.kind));
    }
    text.push_str(") as u(");
    for index in 0..columns.len() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}v{index}");
    }
    text.push(')');
}
