//! Pages of a SQLite file with their checksums: a page that is read is the page that was written, or an error.
//!
//! SQLite keeps a few bytes at the end of each page free for others where it is asked to ([`reserve`]). Into these, the
//! shim between SQLite and its file ([`shim`]) puts the sum of the page and of its number when the page is written, and
//! compares the two when it is read. SQLite then says `SQLITE_IOERR_DATA`, and nobody computes with a page that a disk,
//! a cable or another program changed. A page in the wrong place is found, too.
//!
//! The idea is that of SQLite's own extension `cksumvfs`. This is another one, because that one stops checking if the
//! byte that announces sums is damaged, does not see a page that stands in another's place, and would have to be
//! compiled as C.
//!
//! The write-ahead log has sums of its own; pages copied from it into the file get ours on the way. Files without
//! reserved bytes are read and written as ever.

pub mod log;
pub mod scan;
#[expect(unsafe_code, reason = "SQLite is handed functions that it calls through pointers")]
mod shim;
pub mod sum;

use std::path::Path;

use rusqlite::{Connection, ErrorCode, OpenFlags, ffi};

/// Opens a file through the shim.
pub fn open(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    shim::register().map_err(|code| rusqlite::Error::SqliteFailure(ffi::Error::new(code), None))?;
    Connection::open_with_flags_and_vfs(path, flags, shim::NAME)
}

/// Bytes that the pages of the open file keep free for sums, or will keep once it is written anew. Asks for it after the first
/// query: before, SQLite has not looked.
pub fn reserved(connection: &Connection) -> rusqlite::Result<usize> {
    let found = shim::file_control(connection, ffi::SQLITE_FCNTL_RESERVE_BYTES, -1)?;
    Ok(usize::try_from(found).unwrap_or(0))
}

/// Has the pages of an empty file keep room for their sums from the first one on. A file with content keeps it after the next
/// `vacuum`, which must be made with a write-ahead log: a rollback would put pages without room back, and sums into them.
pub fn reserve(connection: &Connection) -> rusqlite::Result<()> {
    let wanted = i32::try_from(sum::BYTES).unwrap_or(0);
    shim::file_control(connection, ffi::SQLITE_FCNTL_RESERVE_BYTES, wanted).map(drop)
}

/// As [`reserve`], for an empty file into which another one with sums is copied: its pages may come in any order, and get
/// their sums from the first one written.
pub fn reserve_for_copy(connection: &Connection) -> rusqlite::Result<()> {
    reserve(connection)?;
    shim::file_control(connection, shim::KEEP_SUMS, 0).map(drop)
}

/// The page that this thread met last without its sum, once.
#[must_use]
pub fn take_met() -> Option<u64> {
    shim::MET.take()
}

/// Whether SQLite reports damaged data: a page without its sum, or pages that do not fit together.
#[must_use]
pub fn is_damage(error: &ffi::Error) -> bool {
    matches!(error.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        || [ffi::SQLITE_IOERR_DATA, ffi::SQLITE_IOERR_CORRUPTFS].contains(&error.extended_code)
}

#[cfg(test)]
mod tests;
