//! SQLite: one writer on a thread of its own, a pool of readers, a lock file against a second writer.

pub mod backup;
mod checkpoint;
pub mod load;
pub mod lock;
pub mod readers;
pub mod save;
pub mod thread;
pub mod writer;

pub use thread::WriterHandle;
pub use writer::Writer;

use std::time::Duration;

use rusqlite::Connection;

use crate::Fault;

/// How a SQLite database is opened.
#[derive(Clone, Debug)]
pub struct Options {
    /// Page cache of each connection, in KiB.
    pub cache_kib: u32,
    /// Pages in the write-ahead log at which they begin to be copied into the file, beside the commits; the log
    /// begins anew after about four times as many.
    pub checkpoint_pages: u32,
    /// Whether COMMIT waits for the disk. Without it a loss of power loses acknowledged commits.
    pub is_synchronous: bool,
    /// Connections that read.
    pub readers: usize,
    /// How long to wait for a lock that another process holds.
    pub busy_timeout: Duration,
    /// Called once with the reason when the disk fails below the writer: what it holds is unknown from then on.
    pub on_disk_failure: fn(&str),
}

impl Default for Options {
    fn default() -> Self {
        Self {
            cache_kib: 16_384,
            checkpoint_pages: 8_000,
            is_synchronous: true,
            readers: 8,
            busy_timeout: Duration::from_secs(5),
            on_disk_failure: |_| (),
        }
    }
}

/// What COMMIT and checkpoints wait for.
fn synchronous(options: &Options) -> &'static str {
    if options.is_synchronous { "full" } else { "normal" }
}

/// Prepared statements that a connection keeps.
const STATEMENTS: usize = 512;

fn configure(connection: &Connection, options: &Options) -> Result<(), Fault> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.busy_timeout(options.busy_timeout)?;
    connection.pragma_update(None, "cache_size", -i64::from(options.cache_kib))?;
    connection.pragma_update(None, "temp_store", "memory")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // Double-quoted names that exist nowhere are errors, not strings.
    connection.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_DQS_DML, false)?;
    Ok(())
}
