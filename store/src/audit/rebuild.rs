//! Rebuilding: the books and all that follows from them, written anew from the log alone.
//!
//! The log is replayed into the scratch database first; then one transaction takes the stored rows away
//! and writes the replayed ones, so that nobody ever sees half of it. Names and contacts of people are in
//! no fact: they are laid aside and put back as they were. Receipts and the log itself stay untouched.
//!
//! It is offline work: a running server keeps rows in memory and would not learn that they changed. A
//! SQLite database is opened with the lock of its folder; for PostgreSQL ask [`running_nodes`] first.

use domain::book::{Changes, TableChanges};
use domain::rows::{Class, FactRow, Head, Row, TableDef};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};

use super::reading::{PAGE, Reading};
use super::scratch::Scratch;
use crate::database::Database;
use crate::fault::Fault;
use crate::postgres::Committer;
use crate::sqlite::Writer;
use crate::{statement, tables};

/// The result of a rebuild.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rebuilt {
    /// Whose books.
    pub organization: OrganizationId,
    /// The end of the log.
    pub head: Head,
    /// Rows written, by table.
    pub rows: Vec<(&'static str, i64)>,
    /// Names of people whose row the log does not know; they are gone.
    pub orphans: i64,
}

/// Every organization that has a log.
pub async fn organizations(database: &Database) -> Result<Vec<OrganizationId>, Fault> {
    super::verify::organizations(&mut Reading::begin(database).await?).await
}

/// How many connections of servers a PostgreSQL database has; 0 for a SQLite file, whose lock tells.
/// Name your own connections differently before you ask.
pub async fn running_nodes(database: &Database) -> Result<i64, Fault> {
    if matches!(database, Database::Sqlite(_)) {
        return Ok(0);
    }
    let sql = "select count(*) from pg_stat_activity where datname = current_database() \
         and application_name = 'countinghouse' and pid <> pg_backend_pid()";
    let rows = Reading::begin(database).await?.query(sql, &[], &[CellKind::Int]).await?;
    Ok(rows.first().and_then(|row| row.first()).map_or(0, |cell| if let Cell::Int(count) = cell { *count } else { 0 }))
}

/// Rebuilds one organization in one transaction.
///
/// # Errors
/// `Corrupt` where the log itself is damaged: rows are then better than it; restore a backup. Else
/// where the database refuses a row or fails; nothing is changed then.
pub async fn rebuild(database: &Database, organization: OrganizationId) -> Result<Rebuilt, Fault> {
    rebuild_with(database, organization, |_| Ok(())).await
}

/// As [`rebuild`], with more names and contacts than are stored: those of a log that is taken in.
pub(super) async fn rebuild_with(
    database: &Database,
    organization: OrganizationId,
    add_names: impl FnOnce(&mut Scratch) -> Result<(), Fault>,
) -> Result<Rebuilt, Fault> {
    let mut reading = Reading::begin(database).await?;
    let (mut scratch, head) = Scratch::of_log(&mut reading, organization, &|_| ()).await?;
    if let Some(damage) = scratch.chain.differences.first() {
        return Err(Fault::Corrupt(format!(
            "the log cannot be used for a rebuild, restore a backup instead: {damage}"
        )));
    }
    if head.seq == 0 {
        return Err(Fault::Other(format!("organization {organization} has no log")));
    }
    lay_aside(&mut reading, &mut scratch, organization).await?;
    drop(reading);
    add_names(&mut scratch)?;
    let mut rebuilt = Rebuilt { organization, head, rows: Vec::new(), orphans: 0 };
    if let Some(writer) = database.sqlite_writer() {
        return writer
            .run(move |writer| {
                let done = on_sqlite(writer, &mut scratch, &mut rebuilt);
                writer.rollback();
                done.map(|()| rebuilt)
            })
            .await?;
    }
    let mut committer = database.postgres_committer().await?;
    match on_postgres(&mut committer, &mut scratch, &mut rebuilt).await {
        Ok(()) => Ok(rebuilt),
        Err(fault) => {
            committer.rollback().await;
            Err(fault)
        }
    }
}

/// Removes everything of an organization, its log included: the rest of one that never became visible.
pub(super) async fn discard(database: &Database, organization: OrganizationId) -> Result<(), Fault> {
    let whose = [Cell::Id(organization.0)];
    if let Some(writer) = database.sqlite_writer() {
        return writer
            .run(move |writer| {
                let done = (|| {
                    writer.begin()?;
                    writer.execute("pragma defer_foreign_keys = on", &[], &[])?;
                    for table in tables::ALL.iter().rev() {
                        writer.execute(&statement::delete_all(table), &whose, &[])?;
                    }
                    writer.commit()
                })();
                writer.rollback();
                done
            })
            .await?;
    }
    let mut committer = database.postgres_committer().await?;
    committer.begin(organization, &[]).await?;
    for table in tables::ALL.iter().rev() {
        committer.execute(&statement::delete_all(table), &whose, &[]).await?;
    }
    committer.commit().await
}

/// Adds facts to the log of an organization that nobody sees yet, in one transaction.
pub(super) async fn append(database: &Database, organization: OrganizationId, facts: &[FactRow]) -> Result<(), Fault> {
    let inserts = facts.iter().map(Row::cells).collect();
    let changes = Changes { tables: vec![TableChanges { inserts, ..TableChanges::none(FactRow::table()) }] };
    if let Some(writer) = database.sqlite_writer() {
        return writer
            .run(move |writer| {
                let done = (|| {
                    writer.begin()?;
                    writer.save(organization, &changes)?;
                    writer.commit()
                })();
                writer.rollback();
                done
            })
            .await?;
    }
    let mut committer = database.postgres_committer().await?;
    committer.begin(organization, &[]).await?;
    committer.save(organization, &changes).await?;
    committer.commit().await
}

/// The tables that are written anew, parents first.
fn rewritten() -> impl DoubleEndedIterator<Item = &'static TableDef> {
    tables::ALL.iter().copied().filter(|table| matches!(table.class, Class::Books | Class::Derived | Class::Personal))
}

/// Personal rows are in no fact, and refer to rows that go and come back.
async fn lay_aside(reading: &mut Reading, scratch: &mut Scratch, organization: OrganizationId) -> Result<(), Fault> {
    for table in tables::ALL.iter().copied().filter(|table| table.class == Class::Personal) {
        let mut after: Option<Vec<Cell>> = None;
        loop {
            let page = reading.page(table, organization, after.as_deref()).await?;
            for row in &page {
                scratch.put(table, row)?;
            }
            let Some(last) = page.last().filter(|_| page.len() == PAGE) else { break };
            after = Some(last[..table.keys].to_vec());
        }
    }
    Ok(())
}

fn on_sqlite(writer: &mut Writer, scratch: &mut Scratch, rebuilt: &mut Rebuilt) -> Result<(), Fault> {
    let whose = [Cell::Id(rebuilt.organization.0)];
    writer.begin()?;
    // A child may come before its parent in the order of ids; all are there at the end.
    writer.execute("pragma defer_foreign_keys = on", &[], &[])?;
    same_end(rebuilt, &writer.execute(END_OF_LOG, &whose, &[CellKind::Int])?)?;
    for table in rewritten().rev() {
        writer.execute(&statement::delete_all(table), &whose, &[])?;
    }
    for table in rewritten() {
        let mut pages = Pages::new(table, PAGE);
        while let Some(changes) = pages.next(scratch, rebuilt)? {
            writer.save(rebuilt.organization, &changes)?;
        }
    }
    writer.commit()
}

async fn on_postgres(committer: &mut Committer, scratch: &mut Scratch, rebuilt: &mut Rebuilt) -> Result<(), Fault> {
    let whose = [Cell::Id(rebuilt.organization.0)];
    committer.begin(rebuilt.organization, &[]).await?;
    same_end(rebuilt, &committer.execute(END_OF_LOG, &whose, &[CellKind::Int]).await?)?;
    for table in rewritten().rev() {
        committer.execute(&statement::delete_all(table), &whose, &[]).await?;
    }
    for table in rewritten() {
        // A tree is written in one statement: its foreign key is checked when that one ends.
        let is_tree = table.columns.iter().any(|column| column.name == "parent_id");
        let mut pages = Pages::new(table, if is_tree { TREE } else { PAGE });
        while let Some(changes) = pages.next(scratch, rebuilt)? {
            committer.save(rebuilt.organization, &changes).await?;
        }
    }
    committer.commit().await
}

const END_OF_LOG: &str = "select coalesce(max(seq), 0) from facts where organization_id = $1";
/// More rows than any tree may have.
const TREE: usize = 1_000_000;

/// Nobody may have written since the replay.
fn same_end(rebuilt: &Rebuilt, found: &[Vec<Cell>]) -> Result<(), Fault> {
    if found.first().and_then(|row| row.first()) == Some(&Cell::Int(rebuilt.head.seq)) {
        return Ok(());
    }
    Err(Fault::Busy(format!(
        "the log of organization {} has grown in the meantime: stop all servers first",
        rebuilt.organization
    )))
}

/// The replayed rows of one table, as inserts, a page at a time.
struct Pages {
    table: &'static TableDef,
    most: usize,
    after: Option<Vec<Cell>>,
    is_over: bool,
}

impl Pages {
    fn new(table: &'static TableDef, most: usize) -> Self {
        Self { table, most, after: None, is_over: false }
    }

    fn next(&mut self, scratch: &mut Scratch, rebuilt: &mut Rebuilt) -> Result<Option<Changes>, Fault> {
        if self.is_over {
            return Ok(None);
        }
        let mut page = scratch.page(self.table, self.after.as_deref(), self.most)?;
        self.is_over = page.len() < self.most;
        self.after = page.last().map(|row| row[..self.table.keys].to_vec());
        if self.table.name == "party_names" {
            let all = page.len();
            let mut kept = Vec::with_capacity(all);
            for row in page {
                if scratch.has(&domain::rows::Party::TABLE, &row[..1])? {
                    kept.push(row);
                }
            }
            rebuilt.orphans += i64::try_from(all - kept.len()).unwrap_or(i64::MAX);
            page = kept;
        }
        let count = i64::try_from(page.len()).unwrap_or(i64::MAX);
        match rebuilt.rows.last_mut() {
            Some((name, rows)) if *name == self.table.name => *rows += count,
            _ => rebuilt.rows.push((self.table.name, count)),
        }
        let tables = vec![TableChanges { inserts: page, ..TableChanges::none(self.table) }];
        Ok(Some(Changes { tables }))
    }
}

const _: () = assert!(matches!(FactRow::TABLE.class, Class::Log), "the log is never rewritten");
