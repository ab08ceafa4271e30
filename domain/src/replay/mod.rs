//! Replay: from the stored facts, one after the other, to the rows that follow from them.
//!
//! Invariant: the state between two facts is bounded: the end of the log, the parts of one split payload, and the
//! periods. Rows go to a [`Sink`], which may hold millions.

mod broken;
mod numbers;
#[cfg(test)]
pub(crate) mod tests;
mod upcast;

pub use broken::Broken;
pub use numbers::Numbers;
pub use upcast::current;

use std::collections::{BTreeMap, BTreeSet};

use crate::book::{Book, fact};
use crate::ledger::posting::class_of;
use crate::replay;
use crate::rows::{Balance, BalanceClass, Class, Entry, FactRow, Head, Line, Period, Row, RowWrite, TableDef, payload};
use crate::value::BadCell;
use crate::value::id::{EntryId, OrganizationId, PeriodId};

/// The destination of a replay's results.
pub trait Sink {
    /// The error that ends a replay.
    type Error;

    /// A row of the books, as a fact wrote or deleted it; a later write replaces it.
    fn write(&mut self, write: &RowWrite) -> Result<(), Self::Error>;

    /// The amount that one line adds to its balance row; the row begins with the first part.
    fn add(&mut self, part: &Balance) -> Result<(), Self::Error>;

    /// A fact that cannot be the one that was written. The replay goes on unless this returns an error.
    fn broken(&mut self, seq: i64, broken: Broken) -> Result<(), Self::Error>;
}

/// A replay of one organization's log.
#[derive(Debug)]
pub struct Replay {
    organization: OrganizationId,
    head: Head,
    /// The part that came last and the payload so far, where the last part has not come yet.
    pending: Option<(FactRow, Vec<u8>)>,
    tables: Vec<&'static TableDef>,
    periods: BTreeMap<PeriodId, Period>,
}

impl Replay {
    /// A replay that waits for the first fact.
    #[must_use]
    pub fn new(organization: OrganizationId) -> Self {
        Self {
            organization,
            head: Head::before_the_first(),
            pending: None,
            tables: Book::table_defs(),
            periods: BTreeMap::new(),
        }
    }

    /// The end of the log so far, which the row of heads must hold.
    #[must_use]
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Takes the next fact: checks its link, and hands its rows on once its payload is whole.
    pub fn take<S: Sink>(&mut self, fact: &FactRow, sink: &mut S) -> Result<(), S::Error> {
        self.check_link(fact, sink)?;
        self.head.seq = fact.seq;
        self.head.at = fact.at;
        self.head.hash = fact.hash;
        if fact.parts == 1 && self.pending.is_none() {
            return self.apply(fact.seq, &fact.payload, sink);
        }
        let Some(payload) = self.join(fact, sink)? else { return Ok(()) };
        self.apply(fact.seq, &payload, sink)
    }

    /// The log ends here: nothing may be left half.
    pub fn finish<S: Sink>(self, sink: &mut S) -> Result<Head, S::Error> {
        if let Some((last, _)) = &self.pending {
            sink.broken(last.seq, Broken::Parts)?;
        }
        Ok(self.head)
    }

    fn check_link<S: Sink>(&self, fact: &FactRow, sink: &mut S) -> Result<(), S::Error> {
        let expected = self.head.seq + 1;
        if fact.seq != expected {
            sink.broken(fact.seq, Broken::Seq { expected })?;
        }
        if fact.previous_hash != self.head.hash {
            sink.broken(fact.seq, Broken::PreviousHash)?;
        }
        if fact.at < self.head.at {
            sink.broken(fact.seq, Broken::Time)?;
        }
        if fact::hash(self.organization, fact) != fact.hash {
            sink.broken(fact.seq, Broken::Hash)?;
        }
        Ok(())
    }

    /// Adds a part; returns the payload when it was the last one.
    fn join<S: Sink>(&mut self, fact: &FactRow, sink: &mut S) -> Result<Option<Vec<u8>>, S::Error> {
        let (last, mut payload, part) = match self.pending.take() {
            None => (fact.clone(), Vec::new(), 1),
            Some((last, payload)) => {
                let part = last.part + 1;
                (last, payload, part)
            }
        };
        if fact.part != part || !is_same_fact(&last, fact) {
            sink.broken(fact.seq, Broken::Parts)?;
            // A new fact may begin here: the one before it is lost.
            if fact.part != 1 {
                return Ok(None);
            }
            payload.clear();
        }
        payload.extend_from_slice(&fact.payload);
        if fact.part == fact.parts {
            return Ok(Some(payload));
        }
        self.pending = Some((fact.clone(), payload));
        Ok(None)
    }

    fn apply<S: Sink>(&mut self, seq: i64, payload: &[u8], sink: &mut S) -> Result<(), S::Error> {
        let stored = match payload::decode_writes(payload) {
            Ok(stored) => stored,
            Err(bad) => return sink.broken(seq, Broken::Payload(bad)),
        };
        let mut entries = BTreeMap::new();
        let mut lines = Vec::new();
        for stored in stored {
            let write = match replay::current(&self.tables, stored) {
                Ok(write) if write.table.class == Class::Books => write,
                Ok(write) => {
                    sink.broken(seq, Broken::NotBooks { table: write.table.name })?;
                    continue;
                }
                Err(bad) => {
                    sink.broken(seq, Broken::Payload(bad))?;
                    continue;
                }
            };
            if let Err(bad) = self.notice(&write, &mut entries, &mut lines) {
                sink.broken(seq, Broken::Payload(bad))?;
            }
            sink.write(&write)?;
        }
        self.derive(seq, &entries, &lines, sink)
    }

    /// Keeps the rows on which the derived ones rest.
    fn notice(
        &mut self,
        write: &RowWrite,
        entries: &mut BTreeMap<i64, Entry>,
        lines: &mut Vec<Line>,
    ) -> Result<(), BadCell> {
        if write.deleted {
            return Ok(());
        }
        if write.table.number == Period::TABLE.number {
            let period = Period::from_cells(&write.cells)?;
            self.periods.insert(period.id, period);
        } else if write.table.number == Line::TABLE.number {
            lines.push(Line::from_cells(&write.cells)?);
        } else if write.table.number == Entry::TABLE.number {
            let entry = Entry::from_cells(&write.cells)?;
            if let Some(sequence) = entry.sequence {
                entries.insert(sequence, entry);
            }
        }
        Ok(())
    }

    /// Balances and the last entry's sequence. An entry and its lines are always in one fact.
    fn derive<S: Sink>(
        &mut self,
        seq: i64,
        entries: &BTreeMap<i64, Entry>,
        lines: &[Line],
        sink: &mut S,
    ) -> Result<(), S::Error> {
        let by_id: BTreeMap<EntryId, &Entry> = entries.values().map(|entry| (entry.id, entry)).collect();
        let posted: BTreeSet<i64> = lines.iter().map(|line| line.entry_sequence).collect();
        for sequence in posted {
            let expected = self.head.entry_sequence + 1;
            if sequence != expected {
                sink.broken(seq, Broken::EntrySequence { found: sequence, expected })?;
            }
            self.head.entry_sequence = self.head.entry_sequence.max(sequence);
        }
        for line in lines {
            let sequence = line.entry_sequence;
            let Some(entry) = entries.get(&sequence) else {
                sink.broken(seq, Broken::LineWithoutEntry { sequence })?;
                continue;
            };
            match self.class(entry, &by_id) {
                Some(class) => sink.add(&balance_part(line, entry, class))?,
                None => sink.broken(seq, Broken::PeriodUnknown { sequence })?,
            }
        }
        Ok(())
    }

    /// A mirror has the class of the entry that it takes back, every other entry its own.
    fn class(&self, entry: &Entry, by_id: &BTreeMap<EntryId, &Entry>) -> Option<BalanceClass> {
        let original = entry.voids_entry_id.and_then(|id| by_id.get(&id));
        let entry_type = original.map_or(entry.entry_type, |original| original.entry_type);
        self.periods.get(&entry.period_id?).map(|period| class_of(entry_type, period))
    }
}

/// The rows that a whole payload wrote, in the present version of their tables.
///
/// # Errors
/// Where the bytes are damaged, or of a table or version that this program does not know.
pub fn writes(payload: &[u8]) -> Result<Vec<RowWrite>, BadCell> {
    let tables = Book::table_defs();
    payload::decode_writes(payload)?.into_iter().map(|stored| replay::current(&tables, stored)).collect()
}

fn is_same_fact(one: &FactRow, other: &FactRow) -> bool {
    one.at == other.at
        && one.actor == other.actor
        && one.request_id == other.request_id
        && one.kind == other.kind
        && one.version == other.version
        && one.subject == other.subject
        && one.parts == other.parts
}

/// The amount that a line adds. A mirror's line counts both halves of its pair as voided: its own side, and the
/// original's, which is the opposite one.
fn balance_part(line: &Line, entry: &Entry, class: BalanceClass) -> Balance {
    let pair = if entry.voids_entry_id.is_some() { line.base_debit.saturating_add(line.base_credit) } else { 0 };
    Balance {
        account_id: line.account_id,
        date: entry.date,
        currency: line.currency,
        class,
        debit: line.debit,
        credit: line.credit,
        base_debit: line.base_debit,
        base_credit: line.base_credit,
        voided_debit: pair,
        voided_credit: pair,
        first_seq: line.entry_sequence,
        last_seq: line.entry_sequence,
    }
}
