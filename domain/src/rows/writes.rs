//! The rows that a command wrote, as its answer reads them.

use std::sync::Arc;

use crate::rows::{PayloadWriter, Row, RowWrite, payload};

/// From this payload size on, rows are kept as bytes: a command that changes 200,000 costs would otherwise hold them
/// twice.
const KEPT_AS_ROWS: usize = 1 << 18;

/// The rows of the books that a command wrote, each once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Writes {
    /// As rows: the form of nearly every command.
    Rows(Arc<Vec<RowWrite>>),
    /// As the payload of its fact.
    Payload(Arc<Vec<u8>>),
}

impl Default for Writes {
    fn default() -> Self {
        Self::Rows(Arc::default())
    }
}

impl From<Vec<RowWrite>> for Writes {
    fn from(rows: Vec<RowWrite>) -> Self {
        Self::Rows(Arc::new(rows))
    }
}

impl Writes {
    /// The rows of one table, in key order, without those that were deleted.
    #[must_use]
    pub fn rows<R: Row>(&self) -> Vec<R> {
        let mut found = Vec::new();
        match self {
            Self::Rows(rows) => {
                let own = rows.iter().filter(|write| write.table == R::table() && !write.deleted);
                found.extend(own.filter_map(|write| R::from_cells(&write.cells).ok()));
            }
            Self::Payload(bytes) => {
                // It was encoded by this program a moment ago: it can be read.
                let _ = payload::each_write(bytes, |write| {
                    if write.table == R::table().number && !write.deleted {
                        found.extend(R::from_cells(&write.cells).ok());
                    }
                });
            }
        }
        found
    }
}

/// Gathers the rows of a command, encoding them as they come.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    payload: PayloadWriter,
    /// The rows, as long as they are few.
    rows: Vec<RowWrite>,
}

impl Gathered {
    /// One more row.
    pub(crate) fn push(&mut self, write: RowWrite) {
        self.payload.push(&write);
        if self.payload.len() < KEPT_AS_ROWS {
            self.rows.push(write);
        } else {
            self.rows = Vec::new();
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.payload.is_empty()
    }

    /// The payload, and the rows in the smaller form.
    pub(crate) fn finish(self) -> (Arc<Vec<u8>>, Writes) {
        let is_short = self.payload.len() < KEPT_AS_ROWS;
        let payload = Arc::new(self.payload.finish());
        let writes = if is_short { self.rows.into() } else { Writes::Payload(Arc::clone(&payload)) };
        (payload, writes)
    }
}

/// The record of a command in the log.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// The rows that it wrote.
    pub writes: Writes,
    /// First and last fact; `None` where nothing changed.
    pub facts: Option<(i64, i64)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::Head;

    #[test]
    fn many_rows_are_read_from_their_payload_as_few_are_from_themselves() {
        let row = |seq| Head { seq, ..Head::before_the_first() };
        let gathered = |count| {
            let write = |seq| RowWrite { table: Head::table(), cells: row(seq).cells(), deleted: seq % 2 == 0 };
            let (all, mut gathered) = ((1..=count).map(write).collect::<Vec<_>>(), Gathered::default());
            all.iter().for_each(|write| gathered.push(write.clone()));
            let (payload, writes) = gathered.finish();
            assert_eq!(*payload, payload::encode_writes(&all));
            writes
        };
        let [few, many] = [3, 30_000].map(gathered);
        assert!(matches!(few, Writes::Rows(_)) && matches!(many, Writes::Payload(_)));
        assert_eq!(few.rows::<Head>(), [row(1), row(3)]);
        let read = many.rows::<Head>();
        assert_eq!((read.len(), &read[0], &read[14_999]), (15_000, &row(1), &row(29_999)));
    }
}
