//! CSV files in which every fault is reported with its line: a header of names, then one record per line.

use csv::{ReaderBuilder, StringRecord, Trim};

/// A fault in a line of the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct Fault {
    /// From 1, the header included.
    pub line: u64,
    /// The fault, and the expected value.
    pub message: String,
}

/// The columns that a file may have; the first `needed` of them must be there.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// Their names.
    pub names: &'static [&'static str],
    /// How many must be there.
    pub needed: usize,
}

/// One record with the names of its columns.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    header: &'a StringRecord,
    fields: &'a StringRecord,
}

impl<'a> Record<'a> {
    /// The text in a column, where there is any.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&'a str> {
        let place = self.header.iter().position(|column| column == name);
        place.and_then(|place| self.fields.get(place)).filter(|text| !text.is_empty())
    }
}

/// The result of reading a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading<T> {
    /// The sound records, each with its line.
    pub rows: Vec<(u64, T)>,
    /// Every fault of the others, and of the file.
    pub faults: Vec<Fault>,
}

impl<T> Reading<T> {
    /// The records of a file without a fault.
    ///
    /// # Errors
    /// Every fault.
    pub fn whole(self) -> Result<Vec<(u64, T)>, Vec<Fault>> {
        if self.faults.is_empty() { Ok(self.rows) } else { Err(self.faults) }
    }

    /// Of a file in which nothing can be read.
    #[must_use]
    pub fn of_faults(faults: Vec<Fault>) -> Self {
        Self { rows: Vec::new(), faults }
    }
}

/// The records of a file, each with its line, and every fault; those that `one` finds in a record are its messages.
/// `what` names the records if there are none.
pub fn read<T>(
    bytes: &[u8],
    columns: Columns,
    what: &str,
    one: impl Fn(Record<'_>) -> Result<T, Vec<String>>,
) -> Reading<T> {
    // Spreadsheets put a mark at the beginning.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // Lines are counted by their ends: with the two bytes of some systems a record would begin on the line before it.
    let bytes = of_one_byte(bytes);
    let mut reader = ReaderBuilder::new().trim(Trim::All).from_reader(bytes.as_slice());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => return Reading::of_faults(vec![Fault { line: 1, message: error.to_string() }]),
    };
    let records = reader.records().map(|record| match record {
        Ok(fields) => Ok((fields.position().map_or(0, csv::Position::line), fields)),
        Err(error) => {
            let line = error.position().map_or(0, csv::Position::line);
            Err(Fault { line, message: error.to_string() })
        }
    });
    of_records(&header, records, columns, what, one)
}

/// The text with lines that end by a line feed alone.
fn of_one_byte(bytes: &[u8]) -> Vec<u8> {
    let mut found = Vec::with_capacity(bytes.len());
    for (at, byte) in bytes.iter().enumerate() {
        if *byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            found.push(*byte);
        }
    }
    found
}

/// The records of a file that was taken apart already: its header, and each record with its line.
pub(crate) fn of_records<T>(
    header: &StringRecord,
    records: impl Iterator<Item = Result<(u64, StringRecord), Fault>>,
    columns: Columns,
    what: &str,
    one: impl Fn(Record<'_>) -> Result<T, Vec<String>>,
) -> Reading<T> {
    let mut faults = columns.faults(header);
    if !faults.is_empty() {
        return Reading::of_faults(faults);
    }
    let mut rows = Vec::new();
    for record in records {
        match record {
            Err(fault) => faults.push(fault),
            Ok((line, fields)) => match one(Record { header, fields: &fields }) {
                Ok(sound) => rows.push((line, sound)),
                Err(messages) => faults.extend(messages.into_iter().map(|message| Fault { line, message })),
            },
        }
    }
    if rows.is_empty() && faults.is_empty() {
        faults.push(Fault { line: 2, message: format!("the file has a header but no {what}") });
    }
    Reading { rows, faults }
}

impl Columns {
    /// Those that must be there.
    pub fn needed(self) -> impl Iterator<Item = &'static str> {
        self.names.iter().copied().take(self.needed)
    }

    fn faults(self, header: &StringRecord) -> Vec<Fault> {
        let mut messages = Vec::new();
        for name in header.iter().filter(|name| !self.names.contains(name)) {
            messages.push(format!("unknown column {name:?}: known are {}", self.names.join(", ")));
        }
        for name in self.needed().filter(|name| !header.iter().any(|found| found == *name)) {
            messages.push(format!("the column {name} is missing"));
        }
        for (place, name) in header.iter().enumerate() {
            if header.iter().take(place).any(|other| other == name) {
                messages.push(format!("the column {name} is given twice"));
            }
        }
        messages.into_iter().map(|message| Fault { line: 1, message }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_with_their_line_however_lines_end() {
        let columns = Columns { names: &["sku", "name"], needed: 2 };
        let bad = |_: Record<'_>| Err::<(), _>(vec!["no".to_owned()]);
        for ends in ["\n", "\r\n"] {
            let text = ["sku,name", "A,\"two", "lines\"", "B,b", ""].join(ends);
            let faults = read(text.as_bytes(), columns, "items", bad).faults;
            assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [2, 4], "{ends:?}");
        }
    }
}
