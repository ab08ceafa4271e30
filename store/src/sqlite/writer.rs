//! The writer: the only connection that changes a SQLite database, owned by one thread.

use std::path::{Path, PathBuf};

use domain::book::{Changes, Query};
use domain::rows::Head;
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind};
use rusqlite::Connection;

use super::checkpoint::Checkpointer;
use super::load::{self, Rows};
use super::lock::WriterLock;
use super::memory::Role;
use super::{Options, configure, file, save, soundness, synchronous};
use crate::fault::Fault;
use crate::{migrate, private};

/// The writing connection, the lock on the folder, and whether the disk ever failed.
#[derive(Debug)]
pub struct Writer {
    checkpointer: Checkpointer,
    connection: Connection,
    path: PathBuf,
    /// Set by the first failure of the disk: a failed sync is never tried again.
    stopped: Option<Fault>,
    on_disk_failure: fn(&str),
    // Last, so that the connection is closed when another process may begin.
    _lock: WriterLock,
}

impl Writer {
    /// Opens or makes the file, takes the lock and brings the schema up to date.
    ///
    /// # Errors
    /// `Busy` if another process writes; otherwise the error of the disk or the file.
    pub fn open(path: &Path, options: &Options) -> Result<Self, Fault> {
        let lock = WriterLock::take(folder_of(path))?;
        make_private(path)?;
        file::require_sound_log(path, options)?;
        let connection = file::open(path)?;
        configure(&connection, options, Role::Writer)?;
        if std::fs::metadata(path).is_ok_and(|found| found.len() == 0) {
            pages::reserve(&connection)?;
        }
        let mode: String = connection.query_row("pragma journal_mode = wal", [], |row| row.get(0))?;
        if mode != "wal" {
            return Err(Fault::Other(format!(
                "{} cannot be written with a log ahead: its journal mode is {mode}",
                path.display()
            )));
        }
        let mut connection = file::keep_sums(connection, path, options)?;
        connection.pragma_update(None, "synchronous", synchronous(options))?;
        migrate::sqlite(&mut connection)?;
        let checkpointer = Checkpointer::start(&mut connection, path, options)?;
        Ok(Self {
            checkpointer,
            connection,
            path: path.to_owned(),
            stopped: None,
            on_disk_failure: options.on_disk_failure,
            _lock: lock,
        })
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins a transaction that may write.
    ///
    /// # Errors
    /// The first failure of the disk, again and again, once there was one.
    pub fn begin(&mut self) -> Result<(), Fault> {
        self.control("begin immediate")
    }

    /// The head of an organization; `None` where it has none yet.
    pub fn head(&mut self, organization: OrganizationId) -> Result<Option<Vec<Cell>>, Fault> {
        Ok(self.load(organization, &[Query::all::<Head>()])?.pop().and_then(|mut rows| rows.pop()))
    }

    /// Answers each query with its rows, in order.
    pub fn load(&mut self, organization: OrganizationId, queries: &[Query]) -> Result<Vec<Rows>, Fault> {
        let answers = load::load(&self.connection, organization, queries);
        self.noticed(answers)
    }

    /// Writes changes within the transaction.
    ///
    /// # Errors
    /// As [`save::save`].
    pub fn save(&mut self, organization: OrganizationId, changes: &Changes) -> Result<(), Fault> {
        let saved = save::save(&self.connection, organization, changes);
        self.noticed(saved)
    }

    /// Marks the point to which one organization's part can be undone.
    pub fn savepoint(&mut self) -> Result<(), Fault> {
        self.control("savepoint one_organization")
    }

    /// Undoes everything since the mark, and the mark.
    pub fn rollback_to_savepoint(&mut self) -> Result<(), Fault> {
        self.control("rollback to one_organization")?;
        self.control("release one_organization")
    }

    /// Keeps everything since the mark, as far as the transaction is kept.
    pub fn release_savepoint(&mut self) -> Result<(), Fault> {
        self.control("release one_organization")
    }

    /// Makes the transaction durable.
    ///
    /// # Errors
    /// `Io`: the outcome is unknown and the process must stop. After any other error the transaction
    /// is rolled back.
    pub fn commit(&mut self) -> Result<(), Fault> {
        let kept = self.control("commit");
        if kept.is_err() {
            self.rollback();
            return kept;
        }
        let copied = self.checkpointer.after_commit(&self.connection);
        match self.noticed(copied) {
            Err(Fault::Io(why)) => (self.on_disk_failure)(&why),
            Err(fault) => tracing::warn!(%fault, "the write-ahead log could not be copied and grows"),
            Ok(()) => {}
        }
        kept
    }

    /// Undoes the transaction, if one is open.
    pub fn rollback(&mut self) {
        if !self.connection.is_autocommit() {
            // A failure is remembered by `noticed`; uncommitted changes are not kept in any case.
            let undone =
                self.connection.prepare_cached("rollback").and_then(|mut text| text.execute([])).map_err(Fault::from);
            let _ = self.noticed(undone);
        }
    }

    /// Whether a transaction is open.
    #[must_use]
    pub fn is_in_transaction(&self) -> bool {
        !self.connection.is_autocommit()
    }

    /// Runs one statement written with `$n`, inside the transaction if one is open.
    pub fn execute(&mut self, sql: &str, params: &[Cell], kinds: &[CellKind]) -> Result<Rows, Fault> {
        self.require_working()?;
        let answered = load::query(&self.connection, sql, params, kinds);
        self.noticed(answered)
    }

    /// The faults that SQLite finds in the file; empty if it is sound.
    pub fn integrity_check(&mut self) -> Result<Vec<String>, Fault> {
        let found = soundness::check(&self.connection);
        self.noticed(found)
    }

    fn control(&mut self, text: &str) -> Result<(), Fault> {
        self.require_working()?;
        let done =
            self.connection.prepare_cached(text).and_then(|mut prepared| prepared.execute([])).map_err(Fault::from);
        self.noticed(done).map(drop)
    }

    fn require_working(&self) -> Result<(), Fault> {
        self.stopped.clone().map_or(Ok(()), Err)
    }

    fn noticed<T>(&mut self, outcome: Result<T, Fault>) -> Result<T, Fault> {
        if let Err(fault @ Fault::Io(_)) = &outcome {
            self.stopped.get_or_insert_with(|| fault.clone());
        }
        outcome
    }
}

/// The folder in which a file lies.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes the file before SQLite does, which would leave its mode to the umask; its log and index take the file's mode.
fn make_private(path: &Path) -> Result<(), Fault> {
    private::ensure(path).map_err(|error| {
        if error.kind() == std::io::ErrorKind::StorageFull {
            Fault::StorageFull(path.display().to_string())
        } else {
            Fault::Other(format!("{} cannot be made: {error}", path.display()))
        }
    })?;
    for beside in ["-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(beside);
        private::close_to_others(Path::new(&name));
    }
    Ok(())
}
