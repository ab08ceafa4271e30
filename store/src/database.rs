//! The database: SQLite or PostgreSQL behind one door.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use domain::value::{Cell, CellKind};

use crate::damage::Damage;
use crate::fault::Fault;
use crate::postgres::{self, Committer, PostgresDatabase};
use crate::snapshot::Snapshot;
use crate::sql::Dialect;
use crate::sqlite::readers::Readers;
use crate::sqlite::{self, Writer, WriterHandle};

/// How long one read may take unless the options say otherwise: an open reader keeps a log growing and old rows alive.
pub const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// An open database; cheap to clone.
#[derive(Clone, Debug)]
pub enum Database {
    /// The embedded file.
    Sqlite(Arc<SqliteDatabase>),
    /// A server, perhaps shared with other nodes.
    Postgres(Arc<PostgresDatabase>),
}

/// A SQLite file with its readers and, unless it was opened for reading only, its writer.
#[derive(Debug)]
pub struct SqliteDatabase {
    pub(crate) readers: Arc<Readers>,
    read_timeout: Duration,
    writer: Option<WriterHandle>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Database {
    /// Opens or makes a SQLite file, takes its lock and brings its schema up to date.
    ///
    /// # Errors
    /// `Busy` with the holder's process id where another process writes.
    pub fn open_sqlite(path: &Path, options: &sqlite::Options) -> Result<Self, Fault> {
        let writer = Writer::open(path, options)?;
        let (writer, thread) = WriterHandle::start(writer, options.on_disk_failure)?;
        Ok(Self::Sqlite(Arc::new(SqliteDatabase {
            readers: Arc::new(Readers::new(path, options)),
            read_timeout: options.read_timeout,
            writer: Some(writer),
            thread: Mutex::new(Some(thread)),
        })))
    }

    /// Opens a SQLite file for reading only, while its writer runs.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn open_sqlite_reader(path: &Path, options: &sqlite::Options) -> Result<Self, Fault> {
        if !path.is_file() {
            return Err(Fault::Other(format!("there is no database at {}", path.display())));
        }
        sqlite::file::require_sound_log_of_stopped(path, options)?;
        Ok(Self::Sqlite(Arc::new(SqliteDatabase {
            readers: Arc::new(Readers::new(path, options)),
            read_timeout: options.read_timeout,
            writer: None,
            thread: Mutex::new(None),
        })))
    }

    /// Connects to PostgreSQL and brings its schema up to date.
    ///
    /// # Errors
    /// As [`PostgresDatabase::open`].
    pub async fn open_postgres(address: &postgres::Address, options: &postgres::Options) -> Result<Self, Fault> {
        Ok(Self::Postgres(Arc::new(PostgresDatabase::open(address, options).await?)))
    }

    /// Which SQL it speaks.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        match self {
            Self::Sqlite(_) => Dialect::Sqlite,
            Self::Postgres(_) => Dialect::Postgres,
        }
    }

    /// A consistent view for one request; it ends with its drop, at the latest when its time is over.
    ///
    /// # Errors
    /// `Busy` where no connection becomes free.
    pub async fn snapshot(&self) -> Result<Snapshot, Fault> {
        match self {
            Self::Sqlite(database) => Ok(Snapshot::Sqlite(Some(database.readers.lend(database.read_timeout).await?))),
            Self::Postgres(database) => Ok(Snapshot::Postgres(database.reader().await?)),
        }
    }

    /// Runs one operational statement, written with `$n`, in a transaction of its own; returns the
    /// rows of its `returning` (or `select`), once they are durable.
    pub async fn operational(&self, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Result<Vec<Vec<Cell>>, Fault> {
        let done = match self {
            Self::Sqlite(database) => match &database.writer {
                Some(writer) => writer.statement(sql, params, kinds).await,
                None => Err(Fault::Other("the database is open for reading only".to_owned())),
            },
            Self::Postgres(database) => {
                let client = database.operational().await?;
                postgres::reader::rows(&client, sql, params, kinds).await
            }
        };
        done.inspect_err(|fault| self.damage().note(None, fault))
    }

    /// The damage that was met in it since it was opened.
    #[must_use]
    pub fn damage(&self) -> &Damage {
        match self {
            Self::Sqlite(database) => &database.readers.damage,
            Self::Postgres(database) => &database.damage,
        }
    }

    /// Whether reads are compared with checksums: of pages on SQLite; on PostgreSQL by the server's `data_checksums`.
    pub async fn has_checksums(&self) -> Result<bool, Fault> {
        match self {
            Self::Sqlite(database) => {
                Ok(pages::scan::Scan::open(database.readers.path()).is_ok_and(|scan| scan.is_some()))
            }
            Self::Postgres(database) => postgres::has_checksums(&database.operational().await?).await,
        }
    }

    /// The writer's thread, where the database is a SQLite file that may be written.
    #[must_use]
    pub fn sqlite_writer(&self) -> Option<&WriterHandle> {
        match self {
            Self::Sqlite(database) => database.writer.as_ref(),
            Self::Postgres(_) => None,
        }
    }

    /// A connection for commits, where the database is PostgreSQL.
    ///
    /// # Errors
    /// `Busy` where none becomes free; `Other` where the database is a SQLite file, whose commits go
    /// through [`Self::sqlite_writer`].
    pub async fn postgres_committer(&self) -> Result<Committer, Fault> {
        match self {
            Self::Sqlite(_) => Err(Fault::Other("commits of a SQLite file go through its writer".to_owned())),
            Self::Postgres(database) => database.committer().await,
        }
    }

    /// Takes the statistics of tables that have grown, where a planner needs them; answers of how many tables.
    pub async fn take_statistics(&self) -> Result<usize, Fault> {
        match self {
            Self::Sqlite(_) => Ok(0),
            Self::Postgres(database) => postgres::statistics::take(&database.operational().await?).await,
        }
    }

    /// Lets waiting work finish, then closes all connections and gives up the lock.
    pub async fn close(&self) -> Result<(), Fault> {
        match self {
            Self::Sqlite(database) => {
                database.readers.close();
                if let Some(writer) = &database.writer {
                    writer.stop().await;
                }
                let thread = database.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
                let Some(thread) = thread else { return Ok(()) };
                let ended = tokio::task::spawn_blocking(move || thread.join()).await;
                match ended {
                    Ok(Ok(())) => Ok(()),
                    _ => Err(Fault::Other("the writer's thread did not end well".to_owned())),
                }
            }
            Self::Postgres(database) => {
                database.close();
                Ok(())
            }
        }
    }
}
