//! The scratch database: the rows that a replay gives, in a private file that is gone with its value.

use std::fmt::Write;

use domain::replay::{Broken, Replay, Sink};
use domain::rows::{Balance, Class, FactRow, Head, Row, RowWrite, TableDef};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};
use rusqlite::Connection;

use super::invariant::Invariant;
use super::reading::{PAGE, Reading, kinds};
use crate::fault::Fault;
use crate::sqlite::load;
use crate::{statement, tables};

/// The result of one organization's log: its rows, and the faults of the log.
#[derive(Debug)]
pub struct Scratch {
    connection: Connection,
    /// `log.chain`
    pub chain: Invariant,
}

/// The tables that follow from the log, parents first.
pub fn replayed_tables() -> impl DoubleEndedIterator<Item = &'static TableDef> {
    tables::ALL.iter().copied().filter(|table| matches!(table.class, Class::Books | Class::Derived))
}

impl Scratch {
    /// Replays the log of an organization, fact by fact, and tells how many it looked at.
    ///
    /// # Errors
    /// Where the log cannot be read or the rows cannot be kept. Damage to the log is no error; it is noted in `chain`.
    pub async fn of_log(
        reading: &mut Reading,
        organization: OrganizationId,
        told: &(dyn Fn(i64) + Sync),
    ) -> Result<(Self, Head), Fault> {
        let mut scratch = Self::empty()?;
        let mut replay = Replay::new(organization);
        let mut last = 0;
        loop {
            let params = [Cell::Id(organization.0), Cell::Int(last)];
            let sql = format!("where organization_id = $1 and seq > $2 order by seq limit {}", PAGE / 4);
            let facts = reading.rows::<FactRow>(&sql, &params).await?;
            let Some(end) = facts.last() else { break };
            last = end.seq;
            for fact in &facts {
                scratch.chain.checked += 1;
                replay.take(fact, &mut scratch)?;
            }
            told(scratch.chain.checked);
        }
        let head = replay.finish(&mut scratch)?;
        if scratch.chain.checked > 0 {
            scratch.put(Head::table(), &head.cells())?;
        }
        Ok((scratch, head))
    }

    /// A file with every table and no row.
    ///
    /// # Errors
    /// Where there is no room for a file.
    pub(super) fn empty() -> Result<Self, Fault> {
        // A database without a name is a temporary file of this connection alone.
        let connection = Connection::open("")?;
        connection.set_prepared_statement_cache_capacity(128);
        connection.pragma_update(None, "journal_mode", "off")?;
        connection.pragma_update(None, "synchronous", "off")?;
        connection.execute_batch("begin")?;
        for table in
            tables::ALL.iter().filter(|table| matches!(table.class, Class::Books | Class::Derived | Class::Personal))
        {
            connection.execute_batch(&create(table))?;
        }
        Ok(Self { connection, chain: Invariant::new("log.chain") })
    }

    /// The rows of a table that follow a key, in key order, at most a page.
    pub fn page(
        &mut self,
        table: &'static TableDef,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<Vec<Vec<Cell>>, Fault> {
        let sql = statement::page(table, false, after.is_some(), most);
        load::query(&self.connection, &sql, after.unwrap_or_default(), &kinds(table))
    }

    /// Runs a statement, written with `$n`.
    pub(super) fn query(&mut self, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Result<Vec<Vec<Cell>>, Fault> {
        load::query(&self.connection, sql, params, kinds)
    }

    /// Whether there is a row with this key.
    pub fn has(&mut self, table: &'static TableDef, key: &[Cell]) -> Result<bool, Fault> {
        let mut sql = format!("select count(*) from {}", table.name);
        where_key(&mut sql, table);
        let found = load::query(&self.connection, &sql, key, &[CellKind::Int])?;
        Ok(found.first().and_then(|row| row.first()) != Some(&Cell::Int(0)))
    }

    /// Keeps a row; one with the same key is replaced.
    pub fn put(&mut self, table: &TableDef, cells: &[Cell]) -> Result<(), Fault> {
        if table.keys == 0 {
            load::query(&self.connection, &format!("delete from {}", table.name), &[], &[])?;
        }
        let mut sql = format!("insert or replace into {} values ", table.name);
        sql.push_str(&crate::sql::list(1, table.columns.len()));
        load::query(&self.connection, &sql, cells, &[]).map(drop)
    }
}

impl Sink for Scratch {
    type Error = Fault;

    fn write(&mut self, write: &RowWrite) -> Result<(), Fault> {
        if !write.deleted {
            return self.put(write.table, &write.cells);
        }
        let mut sql = format!("delete from {}", write.table.name);
        where_key(&mut sql, write.table);
        load::query(&self.connection, &sql, &write.cells, &[]).map(drop)
    }

    fn add(&mut self, part: &Balance) -> Result<(), Fault> {
        let sql = "insert into balances values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
             on conflict (account_id, date, currency, class) do update set \
               debit = debit + excluded.debit, credit = credit + excluded.credit, \
               base_debit = base_debit + excluded.base_debit, base_credit = base_credit + excluded.base_credit, \
               voided_debit = voided_debit + excluded.voided_debit, voided_credit = voided_credit + excluded.voided_credit, \
               first_seq = min(first_seq, excluded.first_seq), last_seq = max(last_seq, excluded.last_seq)";
        load::query(&self.connection, sql, &part.cells(), &[]).map(drop)
    }

    fn broken(&mut self, seq: i64, broken: Broken) -> Result<(), Fault> {
        self.chain.differs(|| format!("fact {seq} {broken}"));
        Ok(())
    }
}

/// The table without the organization and without the walls of the real one: those are compared, not kept.
fn create(table: &TableDef) -> String {
    let mut text = format!("create table {} (", table.name);
    for (index, column) in table.columns.iter().enumerate() {
        let kind = match column.kind {
            CellKind::Int => "integer",
            CellKind::Text => "text",
            CellKind::Bytes | CellKind::Id => "blob",
        };
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(text, "{comma}{} {kind}", column.name);
    }
    if table.keys > 0 {
        text.push_str(", primary key (");
        statement::listed(&mut text, statement::key_names(table));
        text.push_str(")) strict, without rowid");
    } else {
        text.push_str(") strict");
    }
    text
}

fn where_key(text: &mut String, table: &TableDef) {
    for (index, name) in statement::key_names(table).enumerate() {
        let word = if index == 0 { "where" } else { "and" };
        let _ = write!(text, " {word} {name} = ${}", index + 1);
    }
}
