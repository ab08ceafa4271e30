//! The possible faults of a fact, each in the words of a report.

use crate::value::BadCell;

/// Why a fact cannot be the one that was written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Broken {
    /// A fact is missing, doubled or out of order.
    #[error("is out of order: fact {expected} was expected")]
    Seq {
        /// The one that had to come.
        expected: i64,
    },
    /// It does not continue the fact before it.
    #[error("does not name the hash of the fact before it")]
    PreviousHash,
    /// Time ran backwards.
    #[error("is older than the fact before it")]
    Time,
    /// A stored byte is not the one that was hashed.
    #[error("does not match its hash")]
    Hash,
    /// The parts of a split payload do not belong together.
    #[error("belongs to a payload whose parts are missing or out of order")]
    Parts,
    /// The payload cannot be read.
    #[error("has a payload that cannot be read: {0}")]
    Payload(BadCell),
    /// Facts carry rows of the books only.
    #[error("writes to {table}, which is not among the books")]
    NotBooks {
        /// The table.
        table: &'static str,
    },
    /// Posting left out or repeated a place of the series.
    #[error("posts an entry as number {found} of the series instead of {expected}")]
    EntrySequence {
        /// The value found.
        found: i64,
        /// The value expected.
        expected: i64,
    },
    /// A line came without its entry.
    #[error("has a line of entry {sequence} without that entry")]
    LineWithoutEntry {
        /// The entry's place in the series.
        sequence: i64,
    },
    /// An entry was posted to a period that no fact made.
    #[error("posts entry {sequence} to a period that is not in the log")]
    PeriodUnknown {
        /// The entry's place in the series.
        sequence: i64,
    },
}
