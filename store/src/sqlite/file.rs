//! The file: opened so that every page has its checksum, and looked at before anybody writes to it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::Options;
use super::lock::WriterLock;
use super::memory::Role;
use crate::fault::Fault;

/// The next step after damage that no program of ours can repair.
pub const NEXT_STEP: &str = "keep all files of the data folder as they are and restore the last good backup into another \
    folder (`countinghouse restore BACKUP --data NEW_FOLDER`)";

/// Opens a file that is there.
pub fn open(path: &Path) -> Result<Connection, Fault> {
    Ok(pages::open(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX)?)
}

/// Looks at the log that a killed process left. SQLite would read it to its first damaged frame, and forget the commits
/// after it; so a damaged one is not opened.
///
/// # Errors
/// `BadFile` with the fault and the next step.
pub fn require_sound_log(path: &Path, options: &Options) -> Result<(), Fault> {
    if !options.is_synchronous {
        // Commits that nobody waited for may be lost in any order, and that is no damage.
        return Ok(());
    }
    match pages::log::find_damage(path) {
        Ok(None) => Ok(()),
        Ok(Some(what)) => Err(Fault::BadFile(format!(
            "{what}; opening the database would forget committed writes, so it was not opened: {NEXT_STEP}"
        ))),
        Err(error) => Err(Fault::Io(format!("the write-ahead log of {} cannot be read: {error}", path.display()))),
    }
}

/// As [`require_sound_log`], where nobody writes to the file now: a log that grows meanwhile ends anywhere.
pub fn require_sound_log_of_stopped(path: &Path, options: &Options) -> Result<(), Fault> {
    match WriterLock::holder(super::writer::folder_of(path)) {
        Some(_) => Ok(()),
        None => require_sound_log(path, options),
    }
}

/// Sees to it that the pages of a file have room for their sums: of a new one from the beginning, of one that an earlier version
/// made by writing it anew. Called with a write-ahead log, before anything else has the file open.
///
/// # Errors
/// Where the file fails. A file that cannot be written anew, for want of room or because it is damaged, is left as it was.
pub fn keep_sums(connection: Connection, path: &Path, options: &Options) -> Result<Connection, Fault> {
    // The first look, without which SQLite does not know the file.
    let is_empty: bool = connection.query_row("select count(*) = 0 from sqlite_master", [], |row| row.get(0))?;
    let reserved = pages::reserved(&connection)?;
    if reserved == pages::sum::BYTES {
        return Ok(connection);
    }
    if reserved != 0 {
        tracing::warn!(reserved, "another program uses the room for checksums in the database's pages: they get none");
        return Ok(connection);
    }
    if !is_empty {
        let bytes = std::fs::metadata(path).map_or(0, |found| found.len());
        tracing::info!(
            bytes,
            "the database is written anew once, so that its pages get checksums; this needs its size twice over"
        );
    }
    match add_sums(&connection) {
        Ok(()) => {}
        Err(fault @ (Fault::StorageFull(_) | Fault::Damaged(_))) => {
            tracing::warn!(%fault, "the database's pages get no checksums: damage to them is found by `countinghouse verify` alone");
            return Ok(connection);
        }
        Err(fault) => return Err(fault),
    }
    // Opened again: who opened the file before read it without sums.
    drop(connection);
    let connection = open(path)?;
    super::configure(&connection, options, Role::Writer)?;
    Ok(connection)
}

fn add_sums(connection: &Connection) -> Result<(), Fault> {
    pages::reserve(connection)?;
    // Sorted rows in a new file belong on the disk.
    connection.pragma_update(None, "temp_store", "file")?;
    connection.execute_batch("vacuum")?;
    Ok(connection.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?)
}
