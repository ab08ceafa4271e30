//! The engine: an opened data folder or database with its committer, shared by the server and the command line.

use std::path::Path;

use store::operational::clock_acceptances;
use store::{Database, Fault, private};

use crate::commit::{self, Committer};
use crate::config::Config;

/// The failures of starting the engine.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The database.
    #[error(transparent)]
    Store(#[from] Fault),
    /// Nothing was ever written there.
    #[error(
        "there is no database at {0}: start with `countinghouse init` or `countinghouse serve --demo`, or set another \
         folder in COUNTINGHOUSE_DATA"
    )]
    NoDatabase(String),
    /// A folder or thread.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// Others may write to the data folder; the text names the next step.
    #[error("{0}")]
    Unsafe(String),
    /// The data folder.
    #[error("the data folder {folder} cannot be created: {reason}; set another one in COUNTINGHOUSE_DATA")]
    Folder {
        /// Which folder.
        folder: String,
        /// The system's message.
        reason: String,
    },
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
    /// Opens the database of a configuration, creates it if there is none, and brings its schema up to date.
    ///
    /// # Errors
    /// `Busy` if another process writes to the folder; else the error of disk or server.
    pub async fn open(config: &Config) -> Result<Self, EngineError> {
        let database = match &config.database_url {
            Some(url) => Database::open_postgres(&store::postgres::parse(url)?, &config.postgres).await?,
            None => {
                make_folder(&config.data)?;
                Database::open_sqlite(&config.data.join(DATABASE_FILE), &ending_with_the_disk(&config.sqlite))?
            }
        };
        // Where a wrong clock wrote a log ahead of time, an operator may have let it go on.
        commit::clock::accept(clock_acceptances::latest(&mut database.snapshot().await?).await?);
        Self::over(database, config.memory.book_slots())
    }

    /// Opens or makes the embedded database in a folder, with everything else as it is by default.
    pub fn open_folder(folder: &Path) -> Result<Self, EngineError> {
        make_folder(folder)?;
        let options = ending_with_the_disk(&store::sqlite::Options::default());
        Self::over(Database::open_sqlite(&folder.join(DATABASE_FILE), &options)?, commit::shelf::SLOTS_KEPT)
    }

    fn over(database: Database, slots: usize) -> Result<Self, EngineError> {
        let committer = Committer::start_keeping(database.clone(), slots, end_process)?;
        Ok(Self { database, committer })
    }
}

/// Opens the database of a configuration for reading, also while a server runs.
///
/// # Errors
/// If there is no database.
pub async fn open_reader(config: &Config) -> Result<Database, EngineError> {
    Ok(match &config.database_url {
        Some(url) => Database::open_postgres(&store::postgres::parse(url)?, &config.postgres).await?,
        None => {
            let path = config.data.join(DATABASE_FILE);
            if !path.is_file() {
                return Err(EngineError::NoDatabase(path.display().to_string()));
            }
            Database::open_sqlite_reader(&path, &config.sqlite)?
        }
    })
}

fn make_folder(folder: &Path) -> Result<(), EngineError> {
    let unusable =
        |error: std::io::Error| EngineError::Folder { folder: folder.display().to_string(), reason: error.to_string() };
    // The books and the signing keys are nobody else's business.
    private::create_folder(folder).map_err(unusable)?;
    private::objection(folder).map_or(Ok(()), |why| Err(EngineError::Unsafe(why)))
}

/// The same options, with which the process does not outlive a failed disk.
fn ending_with_the_disk(options: &store::sqlite::Options) -> store::sqlite::Options {
    store::sqlite::Options { on_disk_failure: end_process, ..options.clone() }
}

/// After a failed write to the disk its contents are unknown: the process ends at once, and the receipts settle the
/// outcome when it starts again.
fn end_process(why: &str) {
    tracing::error!(why, "the disk failed: the outcome of the last writes is unknown, ending the process");
    std::process::exit(70);
}
