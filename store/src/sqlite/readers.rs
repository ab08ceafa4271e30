//! The readers of a SQLite database: connections that cannot write, lent for one snapshot each.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::Connection;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::memory::Role;
use super::{Options, configure, file};
use crate::damage::Damage;
use crate::fault::Fault;

/// Steps of SQLite's machine between two looks at the clock.
const STEPS_PER_LOOK: i32 = 20_000;

/// A bounded pool of reading connections.
#[derive(Debug)]
pub struct Readers {
    path: PathBuf,
    options: Options,
    idle: Mutex<Vec<Connection>>,
    permits: Arc<Semaphore>,
    /// The damage that was met.
    pub(crate) damage: Damage,
}

impl Readers {
    /// A pool for this file; connections are opened when they are first needed.
    #[must_use]
    pub fn new(path: &Path, options: &Options) -> Self {
        Self {
            path: path.to_owned(),
            options: options.clone(),
            idle: Mutex::new(Vec::new()),
            permits: Arc::new(Semaphore::new(options.readers.max(1))),
            damage: Damage::default(),
        }
    }

    /// Waits for a reader and lends it until `lifetime` from now.
    ///
    /// # Errors
    /// `Busy` if none becomes free in that time; otherwise the error of opening.
    pub async fn lend(self: &Arc<Self>, lifetime: Duration) -> Result<Reader, Fault> {
        let permit = tokio::time::timeout(lifetime, Arc::clone(&self.permits).acquire_owned())
            .await
            .map_err(|_| Fault::Busy(format!("all {} readers are taken", self.options.readers)))?
            .map_err(|_| Fault::Other("the database is closed".to_owned()))?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.open()?,
        };
        let deadline = Instant::now() + lifetime;
        connection.progress_handler(STEPS_PER_LOOK, Some(move || Instant::now() > deadline))?;
        Ok(Reader { connection: Some(connection), home: Arc::clone(self), _permit: permit })
    }

    /// Lends no more, and closes idle readers.
    pub fn close(&self) {
        self.permits.close();
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A connection of its own, outside the pool and without its time limit.
    pub(crate) fn open(&self) -> Result<Connection, Fault> {
        // Not opened read-only: the log of a file that was not closed must be recovered first.
        let connection = file::open(&self.path)?;
        configure(&connection, &self.options, Role::Reader)?;
        connection.pragma_update(None, "query_only", true)?;
        Ok(connection)
    }
}

/// A lent reader with its transaction; dropped, the transaction ends and the connection goes home.
#[derive(Debug)]
pub struct Reader {
    connection: Option<Connection>,
    home: Arc<Readers>,
    _permit: OwnedSemaphorePermit,
}

impl Reader {
    /// The damage met in the database.
    #[must_use]
    pub fn damage(&self) -> &Damage {
        &self.home.damage
    }

    /// The connection, inside a read transaction whose moment is that of its first query.
    pub fn in_transaction(&self) -> Result<&Connection, Fault> {
        let connection = self.connection.as_ref().ok_or_else(|| Fault::Other("the reader went home".to_owned()))?;
        if connection.is_autocommit() {
            connection.prepare_cached("begin deferred")?.execute([])?;
        }
        Ok(connection)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let is_clean = connection.progress_handler(0, None::<fn() -> bool>).is_ok()
            && (connection.is_autocommit() || connection.execute_batch("rollback").is_ok());
        if is_clean && !self.home.permits.is_closed() {
            self.home.idle.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
        }
    }
}
