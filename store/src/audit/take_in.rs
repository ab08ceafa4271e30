//! Taking a log in: a file becomes an organization of this instance, which has none with that id.
//!
//! The whole file is looked at before anything is written: its chain, its trailer, and the head that was expected. Its
//! facts then come in by chunks, under a status that hides the organization; who breaks off goes on with the same file.
//! Its rows are made from the facts as a rebuild makes them, verified, and only then it is seen. Where a rule between
//! rows does not hold, everything goes again.
//!
//! Nobody may sign in to it: logins and secrets are of the instance that it came from, and the operator of this one
//! says who enters.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use domain::book::Book;
use domain::replay::{self, Replay};
use domain::rows::{Class, FactRow};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, CellValue, Instant};

use super::log_file::{Frame, Header, Inspection, LogReader};
use super::manifest::hex;
use super::rebuild;
use super::scratch::Scratch;
use super::verify::verify;
use crate::database::Database;
use crate::fault::Fault;
use crate::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};

/// Facts of one transaction at most.
const CHUNK: usize = 500;
/// Bytes of payload after which a chunk is full.
const CHUNK_BYTES: usize = 4 << 20;

/// The outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenIn {
    /// The file's header.
    pub header: Header,
    /// Facts that this run wrote: fewer than there are where an earlier one broke off, 0 where all was there.
    pub written: i64,
    /// Whether the organization was there and active before, with this log or one that goes on from it.
    pub was_there: bool,
}

/// Takes a log in; `progress` hears facts done and in all.
///
/// # Errors
/// `BadFile` where the file is damaged or another one than was expected, or another log is here under its id; nothing
/// visible is left then. Else where the database fails: try again with the same file.
pub async fn take_in(
    database: &Database,
    file: &Path,
    expected: Option<[u8; 32]>,
    at: Instant,
    mut progress: impl FnMut(i64, i64),
) -> Result<TakenIn, Fault> {
    let header = inspect(file, expected)?;
    let organization = header.organization;
    let mut snapshot = database.snapshot().await?;
    let listed = organizations_list::get(&mut snapshot, organization).await?;
    let has_head = snapshot.head(organization).await?.is_some();
    drop(snapshot);
    let is_hidden = listed.as_ref().is_some_and(|listed| listed.status == OrganizationStatus::Importing);
    if !is_hidden && (listed.is_some() || has_head) {
        same_log(database, &header).await?;
        return Ok(TakenIn { header, written: 0, was_there: true });
    }
    let status = OrganizationStatus::Importing;
    let row = ListedOrganization { organization_id: organization, status, created_at: at, founded_by: None };
    organizations_list::add(database, &row).await?;
    let written = copy_facts(database, file, &mut progress).await?;
    if let Some(why) = unsound(database, file, organization).await? {
        rebuild::discard(database, organization).await?;
        organizations_list::remove_importing(database, organization).await?;
        return Err(Fault::BadFile(format!("the log cannot be imported, and nothing of it was kept: {why}")));
    }
    let (from, to) = (OrganizationStatus::Importing, OrganizationStatus::Active);
    organizations_list::set_status(database, organization, from, to).await?;
    Ok(TakenIn { header, written, was_there: false })
}

/// Makes the rows from the facts and verifies them; returns the first contradiction.
async fn unsound(database: &Database, file: &Path, organization: OrganizationId) -> Result<Option<String>, Fault> {
    match rebuild::rebuild_with(database, organization, |scratch| add_names(file, scratch)).await {
        Ok(_) => {}
        Err(Fault::Constraint(why) | Fault::Corrupt(why)) => return Ok(Some(why)),
        Err(fault) => return Err(fault),
    }
    let report = verify(database, Some(organization)).await?;
    let broken = report.organizations.iter().flat_map(|one| &one.invariants).find(|one| !one.holds());
    Ok(broken.map(|broken| {
        let first = broken.differences.first().map_or("", String::as_str);
        format!("{} does not hold: {first}", broken.name)
    }))
}

/// Reads the whole file and believes nothing.
fn inspect(file: &Path, expected: Option<[u8; 32]>) -> Result<Header, Fault> {
    let mut reader = open(file)?;
    let header = reader.header().clone();
    if let Some(expected) = expected.filter(|expected| *expected != header.hash) {
        return Err(Fault::BadFile(format!(
            "the log ends with the hash {}, not with the expected {}: it is another log, or an older or newer state of it",
            hex(&header.hash),
            hex(&expected)
        )));
    }
    let tables = Book::table_defs();
    let mut replay = Replay::new(header.organization);
    let mut inspection = Inspection::default();
    while let Some(frame) = reader.next_frame()? {
        match frame {
            Frame::Fact(fact) => {
                let Ok(()) = replay.take(&fact, &mut inspection);
            }
            Frame::Name(stored) => {
                let name = replay::current(&tables, stored).map_err(|bad| reader.damaged(&bad.to_string()))?;
                if name.table.class != Class::Personal || name.deleted {
                    return Err(reader.damaged("a frame of names has another row"));
                }
            }
        }
        if let Some(damage) = &inspection.damage {
            return Err(reader.damaged(damage));
        }
    }
    let Ok(end) = replay.finish(&mut inspection);
    if let Some(damage) = inspection.damage {
        return Err(reader.damaged(&damage));
    }
    if (end.seq, end.hash) != (header.facts, header.hash) {
        return Err(reader.damaged("the end of its facts does not match its first line"));
    }
    Ok(header)
}

/// An organization of that id is here: it must have this log, perhaps with more behind it.
async fn same_log(database: &Database, header: &Header) -> Result<(), Fault> {
    match hash_at(database, header.organization, header.facts).await? {
        Some(hash) if hash == header.hash => Ok(()),
        _ => Err(Fault::BadFile(format!(
            "organization {} already exists here with another log: import the file into another instance",
            header.organization
        ))),
    }
}

/// Writes facts that are not there yet; existing ones must be the same.
async fn copy_facts(database: &Database, file: &Path, progress: &mut impl FnMut(i64, i64)) -> Result<i64, Fault> {
    let mut reader = open(file)?;
    let header = reader.header().clone();
    let organization = header.organization;
    let sql = "select coalesce(max(seq), 0) from facts where organization_id = $1";
    let found = database.snapshot().await?.query(sql, &[Cell::Id(organization.0)], &[CellKind::Int]).await?;
    let last = i64::from_cell(found.first().and_then(|row| row.first()).unwrap_or(&Cell::Null))?;
    let there = hash_at(database, organization, last).await?;
    let (mut chunk, mut bytes, mut written): (Vec<FactRow>, usize, i64) = (Vec::new(), 0, 0);
    while let Some(frame) = reader.next_frame()? {
        let Frame::Fact(fact) = frame else { continue };
        if fact.seq == last && Some(fact.hash) != there {
            break;
        }
        if fact.seq <= last {
            continue;
        }
        bytes += fact.payload.len();
        chunk.push(*fact);
        if chunk.len() == CHUNK || bytes >= CHUNK_BYTES {
            rebuild::append(database, organization, &chunk).await?;
            written += chunk.len() as i64;
            progress(last + written, header.facts);
            chunk.clear();
            bytes = 0;
        }
    }
    if !chunk.is_empty() {
        rebuild::append(database, organization, &chunk).await?;
        written += chunk.len() as i64;
    }
    if last + written != header.facts {
        return Err(Fault::BadFile(format!(
            "an import of another log of {organization} was interrupted here after fact {last}: finish it with its own \
             file"
        )));
    }
    progress(header.facts, header.facts);
    Ok(written)
}

/// Adds the names of the file to the replayed rows.
fn add_names(file: &Path, scratch: &mut Scratch) -> Result<(), Fault> {
    let mut reader = open(file)?;
    if !reader.header().has_names {
        return Ok(());
    }
    let tables = Book::table_defs();
    while let Some(frame) = reader.next_frame()? {
        if let Frame::Name(stored) = frame {
            let name = replay::current(&tables, stored)?;
            scratch.put(name.table, &name.cells)?;
        }
    }
    Ok(())
}

async fn hash_at(database: &Database, organization: OrganizationId, seq: i64) -> Result<Option<[u8; 32]>, Fault> {
    let params = [Cell::Id(organization.0), Cell::Int(seq)];
    let facts: Vec<FactRow> =
        database.snapshot().await?.rows("where organization_id = $1 and seq = $2", &params).await?;
    Ok(facts.first().map(|fact| fact.hash))
}

fn open(file: &Path) -> Result<LogReader<BufReader<File>>, Fault> {
    let input = File::open(file).map_err(|error| Fault::BadFile(format!("{}: {error}", file.display())))?;
    LogReader::begin(BufReader::with_capacity(1 << 16, input))
}
