//! Taking a log out: one organization's facts into a file, while writers go on.
//!
//! The head is read once. Facts never change, so those before it may be read page by page, each page in a snapshot of
//! its own: no read lasts, however long the log is. The chain is checked on the way.

use std::io::Write;

use domain::replay::Replay;
use domain::rows::{Class, FactRow, RowWrite, TableDef};
use domain::value::Cell;
use domain::value::id::OrganizationId;

use super::log_file::{Header, Inspection, LogWriter};
use super::reading::{PAGE, kinds};
use crate::database::Database;
use crate::fault::Fault;
use crate::{statement, tables};

/// Facts that are in memory at once; a payload has up to 64 KiB.
const FACTS: usize = 100;

/// Writes the log of an organization as it is now, and on request its names and contacts as they are at the end.
///
/// # Errors
/// Where there is no such log, it is damaged, or either side fails. The file is then cut off, and nobody imports it.
pub async fn take_out(
    database: &Database,
    organization: OrganizationId,
    with_names: bool,
    out: impl Write,
) -> Result<Header, Fault> {
    let head = database.snapshot().await?.head(organization).await?;
    let head = head.ok_or_else(|| Fault::BadFile(format!("organization {organization} has no log")))?;
    let header = Header::of(organization, &head, with_names);
    let mut writer = LogWriter::begin(out, &header).map_err(|error| unwritten(&error))?;
    let mut replay = Replay::new(organization);
    let mut inspection = Inspection::default();
    while replay.head().seq < head.seq {
        let params = [Cell::Id(organization.0), Cell::Int(replay.head().seq), Cell::Int(head.seq)];
        let rest = format!("where organization_id = $1 and seq > $2 and seq <= $3 order by seq limit {FACTS}");
        let facts: Vec<FactRow> = database.snapshot().await?.rows(&rest, &params).await?;
        if facts.is_empty() {
            inspection.damage.get_or_insert_with(|| format!("fact {} is missing", replay.head().seq + 1));
        }
        for fact in &facts {
            let Ok(()) = replay.take(fact, &mut inspection);
            writer.fact(fact).map_err(|error| unwritten(&error))?;
        }
        if let Some(damage) = inspection.damage {
            return Err(Fault::Corrupt(format!(
                "the log of {organization} is not sound, restore a backup instead: {damage}"
            )));
        }
    }
    if replay.head().hash != head.hash {
        return Err(Fault::Corrupt(format!("the end of the log of {organization} does not match its head")));
    }
    if with_names {
        for table in tables::ALL.iter().copied().filter(|table| table.class == Class::Personal) {
            names(database, organization, table, &mut writer).await?;
        }
    }
    writer.finish().map_err(|error| unwritten(&error))?;
    Ok(header)
}

async fn names<W: Write>(
    database: &Database,
    organization: OrganizationId,
    table: &'static TableDef,
    writer: &mut LogWriter<W>,
) -> Result<(), Fault> {
    let mut after: Option<Vec<Cell>> = None;
    loop {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(after.iter().flatten().cloned());
        let sql = statement::page(table, true, after.is_some(), PAGE);
        let page = database.snapshot().await?.query(&sql, &params, &kinds(table)).await?;
        let next = page.last().filter(|_| page.len() == PAGE).map(|last| last[..table.keys].to_vec());
        for cells in page {
            writer.name(RowWrite { table, cells, deleted: false }).map_err(|error| unwritten(&error))?;
        }
        if next.is_none() {
            return Ok(());
        }
        after = next;
    }
}

fn unwritten(error: &std::io::Error) -> Fault {
    Fault::BadFile(format!("the log could not be written: {error}"))
}
