//! What SQLite may take of the memory, and how its connections share it.
//!
//! Half of it is for pages of readers, an eighth for pages of the writer, which finds most of its rows in the books
//! that the engine keeps, and the rest for prepared statements and for sorting. Each connection keeps to its part; in
//! addition, SQLite counts its whole memory, and reuses its own oldest pages instead of taking more if that is too
//! much.

use rusqlite::Connection;

use super::Options;
use crate::fault::Fault;

/// Pages that a connection has at least, in KiB: below that a query reads the same ones again and again.
const LEAST_CACHE_KIB: u32 = 512;
/// Pages that a connection has at most, in KiB: beyond that the system's own cache of files does as well.
const MOST_CACHE_KIB: u32 = 65_536;
/// A prepared statement with SQLite's memory for it, in KiB: reports have large ones.
const STATEMENT_KIB: u32 = 32;
/// Statements that a connection keeps at least: those of every request.
const LEAST_STATEMENTS: u32 = 16;
/// And at most.
const MOST_STATEMENTS: u32 = 512;

/// The use of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The one that writes.
    Writer,
    /// One of those that read.
    Reader,
    /// The one that copies the log, past any cache.
    Checkpointer,
}

impl Options {
    /// The least memory, in KiB, with which this many readers work.
    #[must_use]
    pub fn least_memory_kib(readers: usize) -> u32 {
        let readers = u32::try_from(readers).unwrap_or(u32::MAX);
        let each = (LEAST_CACHE_KIB * 2).max(LEAST_STATEMENTS * STATEMENT_KIB * 4);
        readers.saturating_mul(each).max(LEAST_CACHE_KIB * 8)
    }

    /// Pages that a connection keeps, in KiB.
    pub(super) fn cache_kib(&self, role: Role) -> u32 {
        let part = match role {
            Role::Writer => self.memory_kib / 8,
            Role::Reader => self.memory_kib / 2 / self.reader_count(),
            Role::Checkpointer => LEAST_CACHE_KIB,
        };
        part.clamp(LEAST_CACHE_KIB, MOST_CACHE_KIB)
    }

    /// Prepared statements that a connection keeps.
    pub(super) fn statements(&self, role: Role) -> usize {
        let part = match role {
            // Those of commits are small, and there are not many more than tables.
            Role::Writer => MOST_STATEMENTS,
            Role::Reader => self.memory_kib / 4 / self.reader_count() / STATEMENT_KIB,
            Role::Checkpointer => 1,
        };
        part.clamp(1, MOST_STATEMENTS) as usize
    }

    fn reader_count(&self) -> u32 {
        u32::try_from(self.readers).unwrap_or(u32::MAX).max(1)
    }
}

/// Lets SQLite take its own pages again from here on. The bound is the process's: the last one counts.
///
/// # Errors
/// Where SQLite refuses.
pub(super) fn bound(connection: &Connection, options: &Options) -> Result<(), Fault> {
    let bytes = i64::from(options.memory_kib) * 1_024;
    Ok(connection.query_row(&format!("pragma soft_heap_limit = {bytes}"), [], |_| Ok(()))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_connections_together_keep_to_what_there_is() {
        for (memory_kib, readers) in [(81_920, 8), (16_384, 4), (1_048_576, 32), (81_920, 20)] {
            let options = Options { memory_kib, readers, ..Options::default() };
            assert!(Options::least_memory_kib(readers) <= memory_kib, "{readers} readers");
            let each = options.cache_kib(Role::Reader) + options.statements(Role::Reader) as u32 * STATEMENT_KIB;
            let taken = each * readers as u32 + options.cache_kib(Role::Writer);
            assert!(taken <= memory_kib, "{taken} of {memory_kib} KiB for {readers} readers");
        }
    }

    #[test]
    fn what_is_least_is_enough_for_every_part() {
        for readers in [1, 2, 8, 256] {
            let options = Options { memory_kib: Options::least_memory_kib(readers), readers, ..Options::default() };
            assert!(options.cache_kib(Role::Reader) >= LEAST_CACHE_KIB);
            assert!(options.statements(Role::Reader) >= LEAST_STATEMENTS as usize, "{readers}");
        }
    }
}
