//! The division of the service's memory among the parts that grow with its use.

use crate::auth::password;
use crate::commit::shelf::SLOT_BYTES;

/// The setting.
pub const KEY: &str = "memory.limit_mib";
/// The program's own memory, in MiB: its code, the tables of its routes, connections of clients, and the allocator's
/// reserve for each of some thirty threads between two requests.
const PROGRAM_MIB: u64 = 112;
/// Passwords that are hashed at a time, in MiB.
const PASSWORDS_MIB: u64 = (password::AT_ONCE as u64 * password::MEMORY_KIB as u64).div_ceil(1_024);
/// Answers and documents that are being made, in MiB, at the least: one for each reader of the database.
const ANSWER_MIB: u64 = 2;
/// Books of the organizations that write, in MiB, at the least.
const LEAST_BOOKS_MIB: u64 = 8;

/// The parts, each with its memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Division {
    /// The memory of the whole service, in MiB.
    pub limit_mib: u64,
    /// The program and the hashing of passwords.
    pub fixed_mib: u64,
    /// SQLite: pages, statements and sorting. Nothing on PostgreSQL.
    pub database_mib: u64,
    /// Books that stay loaded between commits.
    pub books_mib: u64,
    /// The memory of answers and documents in the making.
    pub answers_mib: u64,
}

impl Division {
    /// Divides the memory, for this many connections that read.
    pub fn of(limit_mib: u64, readers: usize, has_sqlite: bool) -> Result<Self, String> {
        let least = Self::least(readers, has_sqlite);
        if limit_mib < least {
            return Err(format!(
                "`{KEY}` (COUNTINGHOUSE_MEMORY_LIMIT_MIB) is {limit_mib}, which is too little for {readers} readers: write {least} or \
                 more, or lower `database.readers`"
            ));
        }
        Ok(Self::divided(limit_mib, readers, has_sqlite))
    }

    /// The division of the least that is enough.
    #[must_use]
    pub fn enough(readers: usize, has_sqlite: bool) -> Self {
        Self::divided(Self::least(readers, has_sqlite), readers, has_sqlite)
    }

    fn divided(limit_mib: u64, readers: usize, has_sqlite: bool) -> Self {
        let fixed_mib = PROGRAM_MIB + PASSWORDS_MIB;
        let rest = limit_mib.saturating_sub(fixed_mib);
        let answers_mib = (rest / 4).max(ANSWER_MIB * readers as u64).min(rest);
        let rest = rest - answers_mib;
        let books_mib = if has_sqlite { (rest / 2).max(LEAST_BOOKS_MIB).min(rest) } else { rest };
        Self { limit_mib, fixed_mib, database_mib: rest - books_mib, books_mib, answers_mib }
    }

    /// The least limit that works.
    #[must_use]
    pub fn least(readers: usize, has_sqlite: bool) -> u64 {
        let database = if has_sqlite { least_database_mib(readers) } else { 0 };
        let mut limit = PROGRAM_MIB + PASSWORDS_MIB;
        // A few hundred steps at most: each reader needs some MiB.
        loop {
            let parts = Self::divided(limit, readers, has_sqlite);
            if parts.database_mib >= database && parts.books_mib >= LEAST_BOOKS_MIB {
                return limit;
            }
            limit += 1;
        }
    }

    /// How much SQLite may take, in KiB.
    #[must_use]
    pub fn database_kib(&self) -> u32 {
        u32::try_from(self.database_mib * 1_024).unwrap_or(u32::MAX)
    }

    /// Slots of the books that stay loaded.
    #[must_use]
    pub fn book_slots(&self) -> usize {
        usize::try_from(self.books_mib * 1_048_576).unwrap_or(usize::MAX) / SLOT_BYTES
    }

    /// The parts in words.
    #[must_use]
    pub fn told(&self) -> String {
        let database = match self.database_mib {
            0 => String::new(),
            database => format!(", database pages and statements {database}"),
        };
        format!(
            "{} MiB: program and passwords {}{database}, books of writing organizations {}, answers and documents {}",
            self.limit_mib, self.fixed_mib, self.books_mib, self.answers_mib
        )
    }
}

fn least_database_mib(readers: usize) -> u64 {
    u64::from(store::sqlite::Options::least_memory_kib(readers)).div_ceil(1_024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole_and_none_is_too_small() {
        for (readers, has_sqlite) in [(1, true), (8, true), (8, false), (64, true), (256, true), (256, false)] {
            let least = Division::least(readers, has_sqlite);
            for limit in [least, least + 1, least + 7, 4 * least, 65_536] {
                let parts = Division::of(limit, readers, has_sqlite).unwrap();
                let all = parts.fixed_mib + parts.database_mib + parts.books_mib + parts.answers_mib;
                assert_eq!(all, limit);
                assert!(
                    parts.books_mib >= LEAST_BOOKS_MIB && parts.answers_mib >= ANSWER_MIB * readers as u64,
                    "{parts:?}"
                );
                assert!(
                    !has_sqlite || parts.database_mib >= least_database_mib(readers),
                    "{readers} readers: {parts:?}"
                );
            }
            let refused = Division::of(least - 1, readers, has_sqlite).unwrap_err();
            assert!(refused.contains(&format!("write {least} or more")), "{refused}");
        }
    }

    #[test]
    fn the_default_is_enough_for_the_default_number_of_readers() {
        assert!(Division::least(8, true) <= 256);
    }
}
