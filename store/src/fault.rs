//! Faults: the failures of the world below, sorted by the caller's next step.

use domain::value::BadCell;
use tokio_postgres::error::SqlState;

/// A failure of the database, never a decision of the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// A CHECK, UNIQUE or FOREIGN KEY said no: decide again, one command at a time.
    #[error("the database refused a row: {0}")]
    Constraint(String),
    /// Another transaction won: decide again.
    #[error("the transaction lost a race: {0}")]
    Serialization(String),
    /// No space is left; nothing was written.
    #[error("the storage is full, free some space and try again: {0}")]
    StorageFull(String),
    /// Reading, writing or syncing failed: the effect of COMMIT is unknown, the process must stop.
    #[error("input or output failed, restart after checking the disk: {0}")]
    Io(String),
    /// The connection ended: at COMMIT the outcome is unknown, before it nothing was written.
    #[error("the connection to the database was lost: {0}")]
    ConnectionLost(String),
    /// The database cannot be used as its address says; the text names the next step.
    #[error("{0}")]
    Unreachable(String),
    /// Somebody else holds a needed lock for too long.
    #[error("the database is busy: {0}")]
    Busy(String),
    /// A read took longer than a snapshot may live.
    #[error("the read took too long, ask for less: {0}")]
    TooSlow(String),
    /// A part of the stored data is damaged: no row of it can be read, and their owner is unknown.
    #[error("{0}; run `countinghouse verify`, which names the table and what to do")]
    Damaged(String),
    /// The stored data cannot be those that were written.
    #[error(
        "the database is damaged or newer than this program: {0}; run `countinghouse verify`, which names the row and what to do"
    )]
    Corrupt(String),
    /// A file that was handed in has the wrong contents; the text names the place and the next step.
    #[error("{0}")]
    BadFile(String),
    /// Anything else: a wrong statement, a missing right, no memory.
    #[error("the database failed: {0}")]
    Other(String),
}

impl Fault {
    /// Whether, met at COMMIT, it leaves open if the transaction was kept.
    #[must_use]
    pub fn leaves_outcome_unknown(&self) -> bool {
        matches!(self, Self::Io(_) | Self::ConnectionLost(_))
    }

    /// Whether the same work may succeed when it is decided anew, or the rest of it without the request that met damage.
    #[must_use]
    pub fn is_worth_deciding_again(&self) -> bool {
        matches!(self, Self::Constraint(_) | Self::Serialization(_) | Self::Corrupt(_) | Self::Damaged(_))
    }
}

impl From<BadCell> for Fault {
    fn from(bad: BadCell) -> Self {
        Self::Corrupt(bad.to_string())
    }
}

impl From<rusqlite::Error> for Fault {
    #[expect(clippy::wildcard_enum_match_arm, reason = "SQLite's own codes, of which few mean something here")]
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Is;
        let text = error.to_string();
        let Some(code) = error.sqlite_error_code() else {
            return Self::Other(text);
        };
        if error.sqlite_error().is_some_and(pages::is_damage) {
            return damaged_file(&text);
        }
        match code {
            Is::ConstraintViolation | Is::TypeMismatch => Self::Constraint(text),
            Is::DiskFull => Self::StorageFull(text),
            Is::SystemIoFailure => Self::Io(text),
            Is::DatabaseBusy | Is::DatabaseLocked | Is::FileLockingProtocolFailed => Self::Busy(text),
            Is::OperationInterrupted => Self::TooSlow(text),
            _ => Self::Other(text),
        }
    }
}

/// SQLite's message about a file, and the damaged page, which SQLite does not name.
fn damaged_file(text: &str) -> Fault {
    Fault::Damaged(match pages::take_met() {
        Some(page) => format!("page {page} of the database file is damaged: its checksum is wrong"),
        None => format!("the database file is damaged: {text}"),
    })
}

impl From<tokio_postgres::Error> for Fault {
    fn from(error: tokio_postgres::Error) -> Self {
        Self::from(&error)
    }
}

impl From<&tokio_postgres::Error> for Fault {
    fn from(error: &tokio_postgres::Error) -> Self {
        let Some(refusal) = error.as_db_error() else {
            // Without an answer of the server the connection itself failed, or a value could not
            // be encoded, which the library tells apart only in its source.
            let text = with_source(error);
            let is_encoding = std::error::Error::source(error).is_some_and(|source| !source.is::<std::io::Error>());
            return if is_encoding && !error.is_closed() { Self::Other(text) } else { Self::ConnectionLost(text) };
        };
        let state = refusal.code();
        let text = match refusal.detail() {
            Some(detail) => format!("{} ({}): {detail}", refusal.message(), state.code()),
            None => format!("{} ({})", refusal.message(), state.code()),
        };
        from_state(state, text)
    }
}

fn from_state(state: &SqlState, text: String) -> Fault {
    match state.code() {
        "40001" | "40P01" => Fault::Serialization(text),
        "53100" => Fault::StorageFull(text),
        "55P03" | "53300" => Fault::Busy(text),
        "57014" | "25P03" => Fault::TooSlow(text),
        "58030" => Fault::Io(text),
        "XX001" | "XX002" => Fault::Damaged(format!("PostgreSQL found damage: {text}")),
        code if code.starts_with("23") => Fault::Constraint(text),
        code if code.starts_with("08") || code.starts_with("57P") => Fault::ConnectionLost(text),
        _ => Fault::Other(text),
    }
}

fn with_source(error: &dyn std::error::Error) -> String {
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_answer_of_sqlite_has_its_fault() {
        let fault = |code| Fault::from(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None));
        assert!(matches!(fault(rusqlite::ffi::SQLITE_FULL), Fault::StorageFull(_)));
        assert!(matches!(fault(rusqlite::ffi::SQLITE_IOERR_FSYNC), Fault::Io(_)));
        assert!(matches!(fault(rusqlite::ffi::SQLITE_IOERR_WRITE), Fault::Io(_)));
        assert!(matches!(fault(rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE), Fault::Constraint(_)));
        assert!(matches!(fault(rusqlite::ffi::SQLITE_BUSY_SNAPSHOT), Fault::Busy(_)));
        assert!(matches!(fault(rusqlite::ffi::SQLITE_IOERR_READ), Fault::Io(_)));
        for code in [
            rusqlite::ffi::SQLITE_CORRUPT,
            rusqlite::ffi::SQLITE_CORRUPT_INDEX,
            rusqlite::ffi::SQLITE_NOTADB,
            rusqlite::ffi::SQLITE_IOERR_DATA,
            rusqlite::ffi::SQLITE_IOERR_CORRUPTFS,
        ] {
            assert!(matches!(fault(code), Fault::Damaged(_)), "{code}");
        }
        assert!(matches!(fault(rusqlite::ffi::SQLITE_ERROR), Fault::Other(_)));
    }

    #[test]
    fn every_state_of_postgresql_has_its_fault() {
        let fault = |code: &str| from_state(&SqlState::from_code(code), String::new());
        for code in ["23505", "23503", "23514"] {
            assert!(matches!(fault(code), Fault::Constraint(_)), "{code}");
        }
        assert!(matches!(fault("40001"), Fault::Serialization(_)));
        assert!(matches!(fault("40P01"), Fault::Serialization(_)));
        assert!(matches!(fault("53100"), Fault::StorageFull(_)));
        assert!(matches!(fault("08006"), Fault::ConnectionLost(_)));
        assert!(matches!(fault("57P01"), Fault::ConnectionLost(_)));
        assert!(matches!(fault("55P03"), Fault::Busy(_)));
        for code in ["XX001", "XX002"] {
            assert!(matches!(fault(code), Fault::Damaged(_)), "{code}");
        }
        assert!(matches!(fault("42P01"), Fault::Other(_)));
    }

    #[test]
    fn only_lost_disks_and_lost_connections_leave_the_outcome_open() {
        assert!(Fault::Io(String::new()).leaves_outcome_unknown());
        assert!(Fault::ConnectionLost(String::new()).leaves_outcome_unknown());
        assert!(!Fault::StorageFull(String::new()).leaves_outcome_unknown());
    }
}
