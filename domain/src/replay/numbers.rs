//! The numbers that entries must have: per journal and bucket one after the other from 1.

use std::collections::BTreeMap;

use crate::ledger::posting::bucket;
use crate::rows::Journal;
use crate::value::id::JournalId;
use crate::value::{Date, NumberPattern};

/// Counts the series of all journals along the organization's one sequence of entries. How a journal
/// numbers is fixed with its first entry, so that its present pattern holds for all of them.
#[derive(Debug)]
pub struct Numbers {
    journals: BTreeMap<JournalId, Journal>,
    last: BTreeMap<(JournalId, String), i64>,
}

impl Numbers {
    /// Before the first entry.
    #[must_use]
    pub fn new(journals: Vec<Journal>) -> Self {
        Self { journals: journals.into_iter().map(|journal| (journal.id, journal)).collect(), last: BTreeMap::new() }
    }

    /// The number of the next entry of a journal at a date; `None` where there is no such journal or
    /// its pattern cannot be read.
    pub fn next(&mut self, journal: JournalId, date: Date) -> Option<String> {
        let journal = self.journals.get(&journal)?;
        let pattern = NumberPattern::parse(&journal.number_pattern).ok()?;
        let last = self.last.entry((journal.id, bucket(journal.reset_per, date))).or_insert(0);
        *last += 1;
        Some(pattern.render(date, *last))
    }

    /// How far each series came.
    #[must_use]
    pub fn last(&self) -> &BTreeMap<(JournalId, String), i64> {
        &self.last
    }
}
