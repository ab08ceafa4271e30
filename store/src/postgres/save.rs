//! Saving to PostgreSQL: sets of rows as arrays, and all that can be written together as one statement.

use std::collections::HashMap;
use std::fmt::Write;

use deadpool_postgres::Object;
use domain::book::{Changes, TableChanges};
use domain::rows::{Column, Head, Row, TableDef};
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

/// The action of a statement on rows. An update is two works: its rows are found, and written over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Verb {
    Find,
    Overwrite,
    Insert,
    Delete,
}

/// One kind of work on one table.
struct Work<'a> {
    verb: Verb,
    table: &'static TableDef,
    rows: Vec<&'a [Cell]>,
}

/// Works that are one statement.
struct Step<'a> {
    works: Vec<Work<'a>>,
    is_kept: bool,
}

/// The action of a statement: whether it locks the head, and its verbs by table.
type Shape = (bool, Vec<(Verb, &'static str)>);

/// The statements of one connection by their shapes: their texts are long, and most commits are of few shapes.
#[derive(Debug, Default)]
pub struct Prepared(HashMap<Shape, Statement>);

/// Statements that a connection keeps.
const STATEMENTS: usize = 512;

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
/// Deletes go first and children before parents; then, table by table, updates before inserts, so that a code that one
/// row gives up can be taken by another. Changes that need no order, such as all of a post or void, are one statement.
///
/// All of it is one flight. That COMMIT keeps nothing after a refusal is the server's rule for
/// aborted transactions; that an update or a delete finds exactly its rows is asserted inside the
/// statement (it divides by zero otherwise), because an answer would be read too late.
///
/// # Errors
/// `Constraint` if the database refuses a row; `Corrupt` if an update or a delete does not find its rows;
/// `Serialization` if the head has moved; with COMMIT, `ConnectionLost` leaves the outcome unknown.
pub async fn save(
    client: &Object,
    prepared: &mut Prepared,
    organization: OrganizationId,
    changes: &Changes,
    frame: Frame<'_>,
) -> Result<(), Fault> {
    statement::require_widths(changes)?;
    let steps = steps(changes);
    let organization = Cell::Id(organization.0);
    if let (Frame::Whole(head), [step]) = (frame, &steps[..])
        && step.is_whole()
    {
        let statement = prepared.statement(client, true, &step.works).await?;
        return write(client, &organization, head, step, &statement).await;
    }
    let mut statements = Vec::with_capacity(steps.len());
    for step in &steps {
        statements.push(prepared.statement(client, false, &step.works).await?);
    }
    let only_lock = Step { works: Vec::new(), is_kept: true };
    let lock = match frame {
        Frame::Whole(head) => Some((head, prepared.statement(client, true, &only_lock.works).await?)),
        Frame::Inside | Frame::Commit => None,
    };
    let mut flight = Flight::default();
    if let Some((head, lock)) = &lock {
        flight.push(client, None, async { client.batch_execute(plans::BEGIN).await.map_err(Fault::from) });
        flight.push(client, None, write(client, &organization, head, &only_lock, lock));
    }
    for (step, statement) in steps.iter().zip(&statements) {
        flight.push(client, Some(step.is_kept), write(client, &organization, &[], step, statement));
    }
    if !matches!(frame, Frame::Inside) {
        flight.end(async { client.batch_execute("commit").await.map_err(Fault::from) });
    }
    // The first that failed is the one that says why.
    flight.land(client).await.into_iter().collect()
}

impl Prepared {
    async fn statement(&mut self, client: &Object, locks: bool, works: &[Work<'_>]) -> Result<Statement, Fault> {
        let shape: Shape = (locks, works.iter().map(|work| (work.verb, work.table.name)).collect());
        if let Some(statement) = self.0.get(&shape) {
            return Ok(statement.clone());
        }
        if self.0.len() >= STATEMENTS {
            self.0.clear();
        }
        let statement = client.prepare(&text(locks, works)).await?;
        self.0.insert(shape, statement.clone());
        Ok(statement)
    }
}

/// Locks the head and says whether it is the one that `$2` and the following are. After it waited for the lock,
/// PostgreSQL reads the row anew.
fn locked_head() -> String {
    let table = Head::table();
    let mut text = String::from("select (");
    statement::listed(&mut text, table.columns.iter().map(|column| column.name));
    text.push_str(") = (");
    for (index, column) in table.columns.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}${}::{}", index + 2, postgres_type(column.kind));
    }
    let _ = write!(text, ") as is_given from {} where organization_id = $1::uuid for update", table.name);
    text
}

fn steps(changes: &Changes) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let mut together = Vec::new();
    for change in changes.tables.iter().rev() {
        match work(Verb::Delete, change, &change.deletes) {
            delete if delete.is_kept() && !delete.finds() => together.push(delete),
            delete => alone(&mut steps, [delete]),
        }
    }
    let ordered: Vec<&str> = changes.tables.iter().filter(|change| needs_order(change)).map(|c| c.table.name).collect();
    if ordered.iter().any(|name| !plans::REFERENCES_NOTHING.contains(name)) {
        alone(&mut steps, together);
        for change in &changes.tables {
            alone(&mut steps, [Verb::Find, Verb::Overwrite].map(|verb| work(verb, change, &change.updates)));
            alone(&mut steps, [work(Verb::Insert, change, &change.inserts)]);
        }
        return steps;
    }
    for change in &changes.tables {
        match work(Verb::Find, change, &change.updates) {
            _ if plans::is_found(change.table) => {}
            find if find.is_kept() => together.push(find),
            find => alone(&mut steps, [find]),
        }
        let mut overwrite = work(Verb::Overwrite, change, &change.updates);
        let insert = work(Verb::Insert, change, &change.inserts);
        if needs_order(change) {
            // One statement writes its rows in their order, and finds none by the key of a new one.
            overwrite.rows.extend(insert.rows);
            together.push(overwrite);
        } else {
            together.extend([overwrite, insert]);
        }
    }
    together.retain(|work| !work.rows.is_empty());
    if !together.is_empty() {
        steps.push(Step { works: together, is_kept: true });
    }
    steps
}

/// Whether an update may free a value that an insert takes: an update never changes a primary key.
fn needs_order(change: &TableChanges) -> bool {
    !change.updates.is_empty() && !change.inserts.is_empty() && plans::needs_order(change.table)
}

fn work<'a>(verb: Verb, change: &TableChanges, rows: &'a [Vec<Cell>]) -> Work<'a> {
    Work { verb, table: change.table, rows: rows.iter().map(Vec::as_slice).collect() }
}

/// A statement for each work that has rows.
fn alone<'a>(steps: &mut Vec<Step<'a>>, works: impl IntoIterator<Item = Work<'a>>) {
    let works = works.into_iter().filter(|work| !work.rows.is_empty());
    steps.extend(works.map(|work| Step { is_kept: work.is_kept(), works: vec![work] }));
}

impl Work<'_> {
    /// The columns that it is given, in the order of its parameters.
    fn columns(&self) -> &'static [Column] {
        match self.verb {
            Verb::Overwrite | Verb::Insert => self.table.columns,
            // A table of one row per organization has no key: it is counted by its first column.
            Verb::Find => &self.table.columns[..self.table.keys.max(1)],
            Verb::Delete => &self.table.columns[..self.table.keys],
        }
    }

    /// Whether its plan is kept: inserts, and updates by key, have no choice of plans.
    fn is_kept(&self) -> bool {
        matches!(self.verb, Verb::Overwrite | Verb::Insert) || plans::is_kept(self.table)
    }

    /// Whether it has to find its rows; the number of them is then its last parameter.
    fn finds(&self) -> bool {
        match self.verb {
            Verb::Find => true,
            Verb::Delete => !plans::is_found(self.table),
            Verb::Overwrite | Verb::Insert => false,
        }
    }
}

impl Step<'_> {
    /// Whether it can be a transaction by itself: it then divides by zero for the head alone.
    fn is_whole(&self) -> bool {
        self.is_kept && !self.works.iter().any(Work::finds)
    }
}

/// Runs a step; with a head it locks that, and holds only upon it.
async fn write(
    client: &Object,
    organization: &Cell,
    head: &[Cell],
    step: &Step<'_>,
    statement: &Statement,
) -> Result<(), Fault> {
    let before: Vec<Parameter<'_>> = std::iter::once(organization).chain(head).map(Parameter).collect();
    let arrays: Vec<(Vec<Vec<Parameter<'_>>>, i64)> = step
        .works
        .iter()
        .map(|work| {
            let column = |index: usize| work.rows.iter().map(|row| Parameter(&row[index])).collect();
            let count = i64::try_from(work.rows.len()).unwrap_or(i64::MAX);
            ((0..work.columns().len()).map(column).collect(), count)
        })
        .collect();
    let mut params: Vec<&(dyn ToSql + Sync)> = before.iter().map(|cell| cell as &(dyn ToSql + Sync)).collect();
    for (work, (columns, count)) in step.works.iter().zip(&arrays) {
        params.extend(columns.iter().map(|column| column as &(dyn ToSql + Sync)));
        if work.finds() {
            params.push(count);
        }
    }
    match client.execute(statement, &params).await {
        Err(error) if error.code() == Some(&SqlState::DIVISION_BY_ZERO) && !head.is_empty() => {
            Err(Fault::Serialization("another node committed".to_owned()))
        }
        Err(error) if error.code() == Some(&SqlState::DIVISION_BY_ZERO) => {
            let tables: Vec<&str> = step.works.iter().filter(|work| work.finds()).map(|work| work.table.name).collect();
            Err(Fault::Corrupt(format!("a change of {} did not find exactly its rows", tables.join(" or "))))
        }
        other => other.map(drop).map_err(Fault::from),
    }
}

/// `with …` one part per work, then a `select` that divides by zero unless as many rows were found as were given, and
/// the head is the given one. The head comes first: PostgreSQL runs the parts that write and that nobody reads after
/// the `select`, so that nothing is written or locked before the head is.
fn text(locks: bool, works: &[Work<'_>]) -> String {
    let mut text = String::with_capacity(works.len() * 512);
    let mut found = String::from(" select 1 / (case when true");
    let mut next = 2;
    if locks {
        let _ = write!(text, "with head as ({})", locked_head());
        found.push_str(" and (select is_given from head)");
        next += Head::table().columns.len();
    }
    for (place, work) in works.iter().enumerate() {
        text.push_str(if text.is_empty() { "with " } else { ", " });
        let _ = write!(text, "work{place} as (");
        match work.verb {
            Verb::Find => find(&mut text, work, next),
            Verb::Overwrite => overwrite(&mut text, work.table, next),
            Verb::Insert => insert(&mut text, work.table, next),
            Verb::Delete => delete(&mut text, work, next),
        }
        text.push(')');
        next += work.columns().len();
        if work.finds() {
            let _ = write!(found, " and (select count(*) from work{place}) = ${next}::bigint");
            next += 1;
        }
    }
    text.push_str(&found);
    text.push_str(" then 1 else 0 end)");
    text
}

/// A look-up that the planner cannot turn around, however little it knows of a table that grows fast.
fn find(text: &mut String, work: &Work<'_>, first: usize) {
    text.push_str("select 1 from ");
    unnest(text, work.columns(), first);
    let _ =
        write!(text, " cross join lateral (select 1 from {} as t where t.organization_id = $1::uuid", work.table.name);
    by_key(text, work.table);
    text.push_str(" offset 0) as t");
}

fn insert(text: &mut String, table: &TableDef, first: usize) {
    let _ = write!(text, "insert into {} (organization_id, ", table.name);
    statement::listed(text, table.columns.iter().map(|column| column.name));
    text.push_str(") select $1::uuid, u.* from ");
    unnest(text, table.columns, first);
}

/// An insert of rows that are there: their key says which, without anything to choose.
fn overwrite(text: &mut String, table: &TableDef, first: usize) {
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
}

/// As [`find`] a look-up that is not turned around, by the places of the rows.
fn delete(text: &mut String, work: &Work<'_>, first: usize) {
    let _ = write!(text, "delete from {} as t", work.table.name);
    // A table of one row per organization has no key to look up.
    if work.table.keys == 0 {
        text.push_str(" where t.organization_id = $1::uuid");
    } else {
        text.push_str(" where t.ctid = any (array(select f.ctid from ");
        unnest(text, work.columns(), first);
        let _ = write!(
            text,
            " cross join lateral (select t.ctid from {} as t where t.organization_id = $1::uuid",
            work.table.name
        );
        by_key(text, work.table);
        text.push_str(" offset 0) as f))");
    }
    text.push_str(" returning 1");
}

fn by_key(text: &mut String, table: &TableDef) {
    for (index, name) in statement::key_names(table).enumerate() {
        let _ = write!(text, " and t.{name} = u.v{index}");
    }
}

/// The arrays as rows `u`. Side by side in a select list they are read value by value; as arguments of one `unnest`
/// each would be stored in a place of its own first.
fn unnest(text: &mut String, columns: &[Column], first: usize) {
    text.push_str("(select ");
    for (index, column) in columns.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}unnest(${}::{}[]) as v{index}", index + first, postgres_type(column.kind));
    }
    text.push_str(") as u");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables;

    fn change(name: &str, updates: usize, inserts: usize) -> TableChanges {
        let table = tables::named(name).expect("a table");
        let rows = |count: usize, what: i64| vec![vec![Cell::Int(what); table.columns.len()]; count];
        let updated = domain::rows::Columns::ALL;
        TableChanges { table, updates: rows(updates, 1), updated, inserts: rows(inserts, 2), deletes: Vec::new() }
    }

    #[test]
    fn a_post_and_a_void_in_a_known_series_are_one_statement_with_their_transaction() {
        for entries in [change("entries", 0, 1), change("entries", 1, 1)] {
            let tables = vec![
                change("heads", 1, 0),
                change("number_series", 1, 0),
                entries,
                change("lines", 0, 2),
                change("balances", 2, 0),
                change("receipts", 0, 1),
                change("facts", 0, 1),
            ];
            let changes = Changes { tables };
            let steps = steps(&changes);
            assert_eq!(steps.len(), 1);
            assert!(steps[0].is_whole());
            // An update may free a value that an insert takes: it is written first.
            let entries = steps[0].works.iter().find(|work| work.table.name == "entries").expect("entries");
            let written: Vec<&[Cell]> =
                changes.tables[2].updates.iter().chain(&changes.tables[2].inserts).map(Vec::as_slice).collect();
            assert_eq!(entries.rows, written);
        }
    }
}
