//! Looking up matches in a book, and the amounts that they took of lines.

use std::collections::BTreeSet;

use crate::book::lookups::Answer;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{Line, Match, MatchItem, MatchSource, MatchStatus, MatchedLine};
use crate::value::id::{AccountId, MatchId};

impl Book {
    /// A match.
    pub fn match_row(&self, id: MatchId) -> Answer<Option<&Match>> {
        self.matches.get(&(id,)).ok_or(Stop::Missing(Key::Match(id)))
    }

    /// The amounts that a match took, by sequence and line.
    pub fn match_items(&self, id: MatchId) -> Answer<Vec<MatchItem>> {
        if !self.matches.is_new(&(id,)) {
            self.require_range(Key::MatchItems(id))?;
        }
        Ok(self.match_items.range((id, 0, 0)..=(id, i64::MAX, i64::MAX)).cloned().collect())
    }

    /// The matches, active or undone, that took something of the entry with this sequence.
    pub fn matches_of_entry(&self, sequence: i64) -> Answer<BTreeSet<MatchId>> {
        if !self.lines.is_new(&(sequence, 1)) {
            self.require_range(Key::MatchItemsOfEntry(sequence))?;
        }
        let items = self.match_items.values().filter(|item| item.entry_sequence == sequence);
        Ok(items.map(|item| item.match_id).collect())
    }

    /// How much of a line is matched; `None` where it never was.
    pub fn matched_line(&self, line: &Line) -> Answer<Option<&MatchedLine>> {
        self.matched_line_at(line.entry_sequence, line.line_number)
    }

    /// How much is matched of the line at this place.
    pub fn matched_line_at(&self, sequence: i64, line_number: i64) -> Answer<Option<&MatchedLine>> {
        // Of an entry that this batch posts, the database knows nothing.
        if !self.lines.is_new(&(sequence, 1)) {
            self.require_range(Key::MatchedLines(sequence))?;
        }
        Ok(self.matched_lines.get(&(sequence, line_number)).flatten())
    }

    /// How many matches that somebody made stand on an account.
    pub fn manual_matches_of_account(&self, id: AccountId) -> Answer<i64> {
        self.counted(Key::ManualMatchesOfAccount(id), &self.matches, |row: &Match| {
            row.account_id == id && row.status == MatchStatus::Active && row.source == MatchSource::Manual
        })
    }
}
