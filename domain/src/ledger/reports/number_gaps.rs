//! Gaps in numbers: the organization's series of entries and the numbers of every journal, looked at one by one.
//!
//! There must be none, as numbers are given inside the commit that posts. The report proves it instead of saying so: it
//! reads every number back by its journal's pattern.

use std::collections::BTreeMap;

use crate::ledger::posting::bucket;
use crate::rows::{Journal, NumberSeries};
use crate::value::id::JournalId;
use crate::value::{Date, NumberPattern};

/// Faults that are listed one by one; more are only counted.
pub const FAULTS_TOLD: usize = 1_000;

/// One entry's place and number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbered<'a> {
    /// Its place in the organization's series.
    pub sequence: i64,
    /// Its journal.
    pub journal: JournalId,
    /// Its date, which decides in which year or month it counts.
    pub date: Date,
    /// Its number, if it has one.
    pub number: Option<&'a str>,
}

/// A fault in the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NumberFault {
    /// Places of the organization's series that no entry has, from and to.
    MissingSequences(i64, i64),
    /// Numbers of a journal that no entry has.
    MissingNumbers {
        /// Whose series.
        journal: JournalId,
        /// The year or month in which it counts; empty for ever.
        bucket: String,
        /// The first number that is missing, as it would read.
        first: String,
        /// The last one.
        last: String,
    },
    /// An entry whose number is not the one that is next, or not one of its journal's pattern.
    WrongNumber {
        /// The entry's place.
        sequence: i64,
        /// Whose series.
        journal: JournalId,
        /// The number that it has.
        number: Option<String>,
        /// The number that is next.
        wanted: String,
    },
}

/// One series as far as it was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// Entries in it.
    pub count: i64,
    /// The last number given.
    pub last: i64,
}

/// Looks at entries in the order of the organization's series.
#[derive(Debug)]
pub struct NumberGaps {
    journals: BTreeMap<JournalId, Journal>,
    series: BTreeMap<(JournalId, String), Series>,
    last_sequence: i64,
    count: i64,
    found: i64,
    faults: Vec<NumberFault>,
}

impl NumberGaps {
    /// Before the first entry.
    #[must_use]
    pub fn new(journals: Vec<Journal>) -> Self {
        Self {
            journals: journals.into_iter().map(|journal| (journal.id, journal)).collect(),
            series: BTreeMap::new(),
            last_sequence: 0,
            count: 0,
            found: 0,
            faults: Vec::new(),
        }
    }

    /// Looks at the next entry.
    pub fn look(&mut self, entry: Numbered<'_>) {
        self.count += 1;
        if entry.sequence > self.last_sequence + 1 {
            self.tell(NumberFault::MissingSequences(self.last_sequence + 1, entry.sequence - 1));
        }
        self.last_sequence = entry.sequence;
        let Some(journal) = self.journals.get(&entry.journal) else {
            let number = entry.number.map(str::to_owned);
            let fault = NumberFault::WrongNumber {
                sequence: entry.sequence,
                journal: entry.journal,
                number,
                wanted: String::new(),
            };
            return self.tell(fault);
        };
        let bucket = bucket(journal.reset_per, entry.date);
        // A pattern is checked when it is set; without one no number can be right.
        let pattern = NumberPattern::parse(&journal.number_pattern).ok();
        let render = |place: i64| pattern.as_ref().map(|one| one.render(entry.date, place)).unwrap_or_default();
        let place = entry.number.zip(pattern.as_ref()).and_then(|(number, pattern)| pattern.place(entry.date, number));
        let series = self.series.entry((entry.journal, bucket.clone())).or_default();
        let next = series.last + 1;
        series.count += 1;
        let fault = match place {
            Some(place) if place >= next => {
                series.last = place;
                (place > next).then(|| NumberFault::MissingNumbers {
                    journal: entry.journal,
                    bucket,
                    first: render(next),
                    last: render(place - 1),
                })
            }
            _ => {
                series.last = next;
                Some(NumberFault::WrongNumber {
                    sequence: entry.sequence,
                    journal: entry.journal,
                    number: entry.number.map(str::to_owned),
                    wanted: render(next),
                })
            }
        };
        fault.into_iter().for_each(|fault| self.tell(fault));
    }

    /// Compares with the counters of the series: numbers missing at their ends. `last_sequence` is the last place given
    /// in the organization's series.
    pub fn finish(&mut self, counted: &[NumberSeries], last_sequence: i64) {
        if last_sequence > self.last_sequence {
            self.tell(NumberFault::MissingSequences(self.last_sequence + 1, last_sequence));
        }
        for series in counted {
            let last = self.series.get(&(series.journal_id, series.bucket.clone())).map_or(0, |series| series.last);
            if series.last > last {
                self.tell(NumberFault::MissingNumbers {
                    journal: series.journal_id,
                    bucket: series.bucket.clone(),
                    first: (last + 1).to_string(),
                    last: series.last.to_string(),
                });
            }
        }
    }

    /// Entries that were looked at.
    #[must_use]
    pub fn count(&self) -> i64 {
        self.count
    }

    /// How many faults there are.
    #[must_use]
    pub fn found(&self) -> i64 {
        self.found
    }

    /// The first faults.
    #[must_use]
    pub fn faults(&self) -> &[NumberFault] {
        &self.faults
    }

    /// Every series, by journal and bucket.
    #[must_use]
    pub fn series(&self) -> &BTreeMap<(JournalId, String), Series> {
        &self.series
    }

    fn tell(&mut self, fault: NumberFault) {
        self.found += 1;
        if self.faults.len() < FAULTS_TOLD {
            self.faults.push(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{JournalType, ResetPer};
    use crate::value::Instant;
    use crate::value::id::PrincipalId;

    const SALES: JournalId = JournalId([1; 16]);

    fn gaps() -> NumberGaps {
        NumberGaps::new(vec![Journal {
            id: SALES,
            code: "SJ".to_owned(),
            name: "Sales".to_owned(),
            journal_type: JournalType::Sales,
            number_pattern: "SJ-{year}-{seq:3}".to_owned(),
            reset_per: ResetPer::Year,
            is_active: true,
            version: 1,
            created_at: Instant(0),
            created_by: PrincipalId([0; 16]),
            updated_at: Instant(0),
            updated_by: PrincipalId([0; 16]),
        }])
    }

    /// The faults of entries with these places, years and numbers.
    fn faults(entries: &[(i64, i16, &str)], counted: &[(&str, i64)], last_sequence: i64) -> Vec<String> {
        let mut gaps = gaps();
        for (sequence, year, number) in entries {
            let date = jiff::civil::date(*year, 6, 15);
            let number = Some(*number).filter(|number| !number.is_empty());
            gaps.look(Numbered { sequence: *sequence, journal: SALES, date, number });
        }
        let counted: Vec<NumberSeries> = counted
            .iter()
            .map(|(bucket, last)| NumberSeries { journal_id: SALES, bucket: (*bucket).to_owned(), last: *last })
            .collect();
        gaps.finish(&counted, last_sequence);
        assert_eq!(gaps.found(), i64::try_from(gaps.faults().len()).unwrap());
        let told = gaps.faults().iter().map(|fault| match fault {
            NumberFault::MissingSequences(first, last) => format!("sequences {first}..{last}"),
            NumberFault::MissingNumbers { bucket, first, last, .. } => format!("{bucket}: {first}..{last}"),
            NumberFault::WrongNumber { sequence, number, wanted, .. } => {
                format!("{sequence} has {}, wanted {wanted}", number.as_deref().unwrap_or("none"))
            }
        });
        told.collect()
    }

    #[test]
    fn every_way_in_which_numbers_can_be_wrong_is_told() {
        type Case<'a> = (&'a str, &'a [(i64, i16, &'a str)], &'a [(&'a str, i64)], i64, &'a [&'a str]);
        let cases: &[Case<'_>] = &[
            ("nothing", &[], &[], 0, &[]),
            (
                "as it must be",
                &[(1, 2010, "SJ-2010-001"), (2, 2011, "SJ-2011-001"), (3, 2010, "SJ-2010-002")],
                &[("2010", 2), ("2011", 1)],
                3,
                &[],
            ),
            (
                "an entry is missing",
                &[(1, 2010, "SJ-2010-001"), (4, 2010, "SJ-2010-003")],
                &[("2010", 3)],
                4,
                &["sequences 2..3", "2010: SJ-2010-002..SJ-2010-002"],
            ),
            ("the last is missing", &[(1, 2010, "SJ-2010-001")], &[("2010", 2)], 2, &["sequences 2..2", "2010: 2..2"]),
            ("a whole series is missing", &[], &[("2010", 2)], 0, &["2010: 1..2"]),
            (
                "a number twice",
                &[(1, 2010, "SJ-2010-001"), (2, 2010, "SJ-2010-001")],
                &[("2010", 2)],
                2,
                &["2 has SJ-2010-001, wanted SJ-2010-002"],
            ),
            ("no number", &[(1, 2010, "")], &[("2010", 1)], 1, &["1 has none, wanted SJ-2010-001"]),
            (
                "another pattern",
                &[(1, 2010, "GJ-2010-001"), (2, 2010, "SJ-2010-02")],
                &[("2010", 2)],
                2,
                &["1 has GJ-2010-001, wanted SJ-2010-001", "2 has SJ-2010-02, wanted SJ-2010-002"],
            ),
            (
                "another year",
                &[(1, 2010, "SJ-2011-001")],
                &[("2010", 1)],
                1,
                &["1 has SJ-2011-001, wanted SJ-2010-001"],
            ),
        ];
        for (name, entries, counted, last, told) in cases {
            assert_eq!(faults(entries, counted, *last), *told, "{name}");
        }
    }

    #[test]
    fn an_entry_of_a_journal_that_is_not_there_is_told() {
        let mut gaps = gaps();
        let date = jiff::civil::date(2010, 1, 1);
        gaps.look(Numbered { sequence: 1, journal: JournalId([9; 16]), date, number: Some("X-1") });
        assert_eq!((gaps.found(), gaps.count()), (1, 1));
    }
}
