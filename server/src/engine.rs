//! The engine: an opened data folder or database with its committer, shared by the server and the command line.

use std::path::Path;

use store::{Database, Fault};

use crate::commit::Committer;

/// What starts the engine could not do.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The database.
    #[error(transparent)]
    Store(#[from] Fault),
    /// A folder or thread.
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// The embedded database's file inside the data folder.
pub const DATABASE_FILE: &str = "countinghouse.db";

/// An engine that may write.
#[derive(Clone)]
pub struct Engine {
    /// Reads.
    pub database: Database,
    /// Writes.
    pub committer: Committer,
}

impl Engine {
    /// Opens or makes the embedded database in a folder.
    ///
    /// # Errors
    /// Where the folder cannot be used, or another process writes there.
    pub fn open_folder(folder: &Path) -> Result<Self, EngineError> {
        std::fs::create_dir_all(folder)?;
        let database = Database::open_sqlite(&folder.join(DATABASE_FILE), &store::sqlite::Options::default())?;
        let committer = Committer::start(database.clone(), end_process)?;
        Ok(Self { database, committer })
    }
}

/// After a failed write to the disk nobody knows what it holds: the process ends at once, and the receipts
/// settle what was kept when it starts again.
fn end_process(why: &str) {
    tracing::error!(why, "the disk failed: the outcome of the last writes is unknown, ending the process");
    std::process::exit(70);
}
