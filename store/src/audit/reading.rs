//! A long look at the database: one moment of it, for as long as an audit takes.
//!
//! Snapshots of requests end after 5 seconds, because an open reader keeps the write-ahead log of SQLite
//! growing and old rows of PostgreSQL alive. An audit may read for minutes, and a log that it saw end
//! at one fact must be compared with rows of that same moment. So it has a connection of its own, on
//! which it pays that price knowingly. On SQLite its reads block the thread that they run on: a server gives
//! it a thread of its own, and a time.

use std::time::{Duration, Instant};

use deadpool_postgres::Object;
use domain::rows::{Row, TableDef};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};
use rusqlite::Connection;

use super::gently::Pace;
use crate::database::Database;
use crate::fault::Fault;
use crate::sql::Dialect;
use crate::sqlite::{load, soundness};
use crate::value::postgres_row;
use crate::{postgres, statement};

/// Steps of SQLite's machine between two looks at the clock.
const STEPS_PER_LOOK: i32 = 20_000;

/// The same between two rests of a reading that holds nobody up: much else is done for a row than SQLite does.
const STEPS_PER_REST: i32 = 1_000;

/// Rows that one page of a walk holds.
pub const PAGE: usize = 500;

/// One moment of the database.
#[derive(Debug)]
pub enum Reading {
    /// A connection of its own.
    Sqlite(Connection),
    /// A connection taken from the pool; it is closed, not given back. Where it holds nobody up, it rests between its queries.
    Postgres(Option<Object>, Option<Pace>),
}

impl Reading {
    /// Begins to read. The moment is that of the first query.
    pub async fn begin(database: &Database) -> Result<Self, Fault> {
        match database {
            Database::Sqlite(database) => {
                let connection = database.readers.open()?;
                // Sorting millions of lines belongs on the disk.
                connection.pragma_update(None, "temp_store", "file")?;
                connection.execute_batch("begin deferred")?;
                Ok(Self::Sqlite(connection))
            }
            Database::Postgres(database) => {
                let client = database.operational().await?;
                let begin =
                    "set idle_in_transaction_session_timeout = 0; begin isolation level repeatable read read only";
                client.batch_execute(begin).await?;
                Ok(Self::Postgres(Some(client), None))
            }
        }
    }

    /// Begins to read, for so long at most: later queries are `TooSlow`. On PostgreSQL each of them may take that long.
    pub async fn begin_within(database: &Database, most: Duration) -> Result<Self, Fault> {
        let mut reading = Self::begin(database).await?;
        match &mut reading {
            Self::Sqlite(connection) => {
                let ends_at = Instant::now() + most;
                connection.progress_handler(STEPS_PER_LOOK, Some(move || Instant::now() > ends_at))?;
            }
            Self::Postgres(Some(client), _) => {
                client.batch_execute(&format!("set local statement_timeout = {}", most.as_millis())).await?;
            }
            Self::Postgres(None, _) => {}
        }
        Ok(reading)
    }

    /// Begins to read alongside a running service, which has precedence for the processor and the disk; later queries
    /// are `TooSlow` once nobody waits for them. SQLite rests within its queries, and PostgreSQL, which has one
    /// processor at most for each, between them.
    pub async fn begin_gently(database: &Database, mut pace: Pace) -> Result<Self, Fault> {
        let mut reading = Self::begin(database).await?;
        match &mut reading {
            Self::Sqlite(connection) => {
                connection.progress_handler(STEPS_PER_REST, Some(move || !pace.rest()))?;
            }
            Self::Postgres(Some(client), own) => {
                let one_processor = "set local max_parallel_workers_per_gather = 0";
                let most = pace.left().as_millis();
                client.batch_execute(&format!("{one_processor}; set local statement_timeout = {most}")).await?;
                *own = Some(pace);
            }
            Self::Postgres(None, _) => {}
        }
        Ok(reading)
    }

    /// In which words the database is asked.
    pub fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(..) => Dialect::Postgres,
        }
    }

    /// Runs one read, written with `$n`.
    pub async fn query(&mut self, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Result<Vec<Vec<Cell>>, Fault> {
        match self {
            Self::Sqlite(connection) => load::query(connection, sql, params, kinds),
            Self::Postgres(Some(client), pace) => {
                let rows = postgres::reader::rows(client, sql, params, kinds).await?;
                rest(pace)?;
                Ok(rows)
            }
            Self::Postgres(None, _) => Err(Fault::ConnectionLost("the reading has ended".to_owned())),
        }
    }

    /// Records of one table, as [`crate::Snapshot::rows`].
    ///
    /// # Errors
    /// As [`Self::query`].
    pub async fn rows<R: Row>(&mut self, rest: &str, params: &[Cell]) -> Result<Vec<R>, Fault> {
        let sql = format!("{} {rest}", statement::select_all(R::table()));
        let found = self.query(&sql, params, &kinds(R::table())).await?;
        found.iter().map(|cells| R::from_cells(cells).map_err(Fault::from)).collect()
    }

    /// The rows of a table that follow a key, in key order, at most a page.
    ///
    /// # Errors
    /// As [`Self::query`].
    pub async fn page(
        &mut self,
        table: &'static TableDef,
        organization: OrganizationId,
        after: Option<&[Cell]>,
    ) -> Result<Vec<Vec<Cell>>, Fault> {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(after.into_iter().flatten().cloned());
        self.query(&statement::page(table, true, after.is_some(), PAGE), &params, &kinds(table)).await
    }

    /// As [`Self::page`], with each cell as it is: one that its column may not hold is a difference, and no end.
    pub async fn page_as_found(
        &mut self,
        table: &'static TableDef,
        organization: OrganizationId,
        after: Option<&[Cell]>,
    ) -> Result<Vec<Vec<Cell>>, Fault> {
        let Self::Sqlite(connection) = self else { return self.page(table, organization, after).await };
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(after.into_iter().flatten().cloned());
        let sql = statement::page(table, true, after.is_some(), PAGE);
        let mut found = Vec::new();
        load::each_as_found(connection, &sql, &params, &kinds(table), &mut |row| found.push(row.to_vec()))?;
        Ok(found)
    }

    /// Hands out all that a statement without parameters answers, a row at a time and each cell as it is, however much that is.
    pub async fn each_as_found(
        &mut self,
        sql: &str,
        kinds: &[CellKind],
        take: &mut (dyn FnMut(&[Cell]) + Send),
    ) -> Result<(), Fault> {
        let (client, pace) = match self {
            Self::Sqlite(connection) => return load::each_as_found(connection, sql, &[], kinds, &mut |row| take(row)),
            Self::Postgres(Some(client), pace) => (client, pace),
            Self::Postgres(None, _) => return Err(Fault::ConnectionLost("the reading has ended".to_owned())),
        };
        client.batch_execute(&format!("declare every_row no scroll cursor for {sql}")).await?;
        loop {
            // Columns differ from cursor to cursor: nothing of a statement may be kept.
            let prepared = client.prepare(&format!("fetch forward {PAGE} from every_row")).await?;
            let rows = client.query(&prepared, &[]).await?;
            for row in &rows {
                take(&postgres_row(row, 0, kinds.iter().copied())?);
            }
            rest(pace)?;
            if rows.len() < PAGE {
                break;
            }
        }
        Ok(client.batch_execute("close every_row").await?)
    }

    /// The faults that the database finds in its own file; `None` if it has no such check.
    pub fn integrity(&mut self) -> Result<Option<Vec<String>>, Fault> {
        match self {
            Self::Sqlite(connection) => soundness::check(connection).map(Some),
            Self::Postgres(..) => Ok(None),
        }
    }
}

impl Drop for Reading {
    fn drop(&mut self) {
        if let Self::Postgres(client, _) = self
            && let Some(client) = client.take()
        {
            drop(Object::take(client));
        }
    }
}

/// Rests where it is time to.
fn rest(pace: &mut Option<Pace>) -> Result<(), Fault> {
    let Some(pace) = pace else { return Ok(()) };
    let ended = || Fault::TooSlow("the verification was ended, or takes too long".to_owned());
    pace.rest_after_query().then_some(()).ok_or_else(ended)
}

/// The kinds of a table's columns.
pub fn kinds(table: &TableDef) -> Vec<CellKind> {
    table.columns.iter().map(|column| column.kind).collect()
}
