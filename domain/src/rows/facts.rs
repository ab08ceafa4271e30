//! The log: its facts, and its head.

use crate::rows;
use crate::value::Instant;
use crate::value::id::PrincipalId;

rows! {
    /// The end of the log and the organization's own counters. One row, locked by every commit.
    Head in "heads" (2 v 1, Derived) key {} {
        /// Sequence of the last fact; 0 before the first.
        seq: i64,
        /// When it was written; the next one is later.
        at: Instant,
        /// Its hash; 32 zero bytes before the first.
        hash: [u8; 32],
        /// Sequence of the last posted entry.
        entry_sequence: i64,
    }
}

rows! {
    /// One link of the log. Never updated, never deleted.
    FactRow in "facts" (3 v 1, Log) key {
        /// Gapless from 1.
        seq: i64,
    } {
        at: Instant,
        /// Who did it.
        actor: PrincipalId,
        /// The request that did it.
        request_id: String,
        /// `journalEntry.posted` and the like.
        kind: String,
        /// Version of the kind.
        version: i64,
        /// Wire id of its subject.
        subject: String,
        /// Part of a payload that was split, from 1.
        part: i64,
        /// Of how many.
        parts: i64,
        /// The canonical bytes of the rows that it wrote.
        payload: Vec<u8>,
        previous_hash: [u8; 32],
        hash: [u8; 32],
    }
}
