//! CSV files in which every fault is reported with its line: a header of names, then one record per line.

use csv::{ReaderBuilder, StringRecord, Trim};

use crate::csv_text;

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
    let text = match csv_text::decoded(bytes) {
        Ok(text) => text,
        Err(fault) => return Reading::of_faults(vec![fault]),
    };
    let separator = csv_text::separator(&text, |name| columns.known(name).is_some());
    let mut reader =
        ReaderBuilder::new().delimiter(separator).flexible(true).trim(Trim::All).from_reader(text.as_bytes());
    let header = match reader.headers() {
        Ok(header) => header.clone(),
        Err(error) => return Reading::of_faults(vec![Fault { line: 1, message: error.to_string() }]),
    };
    let line = |position: Option<&csv::Position>| position.map_or(0, |position| csv_text::line_of(&text, position));
    let records = reader.records().map(|record| match record {
        Ok(fields) => as_wide(&header, line(fields.position()), fields),
        Err(error) => Err(Fault { line: line(error.position()), message: error.to_string() }),
    });
    of_records(&header, records, columns, what, one)
}

/// A record with as many values as the header has names; empty ones at its end are none.
fn as_wide(header: &StringRecord, line: u64, mut fields: StringRecord) -> Result<(u64, StringRecord), Fault> {
    let (names, values) = (header.len(), fields.len());
    if values > names && fields.iter().skip(names).all(str::is_empty) {
        fields.truncate(names);
    }
    if fields.len() == names {
        return Ok((line, fields));
    }
    let message = format!(
        "the line has {values} values, but the header has {names} names: put a value that contains the separator in quotes"
    );
    Err(Fault { line, message })
}

/// The records of a file that was taken apart already: its header, and each record with its line.
pub(crate) fn of_records<T>(
    header: &StringRecord,
    records: impl Iterator<Item = Result<(u64, StringRecord), Fault>>,
    columns: Columns,
    what: &str,
    one: impl Fn(Record<'_>) -> Result<T, Vec<String>>,
) -> Reading<T> {
    let (header, mut faults) = columns.named(header);
    if !faults.is_empty() {
        return Reading::of_faults(faults);
    }
    let mut rows = Vec::new();
    for record in records {
        match record {
            Err(fault) => faults.push(fault),
            Ok((line, fields)) => match one(Record { header: &header, fields: &fields }) {
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

    /// The column that a name means: letters may be large or small, and words may stand apart.
    fn known(self, name: &str) -> Option<&'static str> {
        let letters = |name: &str| name.replace([' ', '_', '-'], "").to_ascii_lowercase();
        let sought = letters(name);
        self.names.iter().copied().find(|one| letters(one) == sought)
    }

    /// A header with its names as they are known, and its faults.
    fn named(self, header: &StringRecord) -> (StringRecord, Vec<Fault>) {
        let mut messages = Vec::new();
        for name in header.iter().filter(|name| self.known(name).is_none()) {
            let near = |one: &str| strsim::damerau_levenshtein(&one.to_lowercase(), &name.to_lowercase()) <= 2;
            let meant =
                self.names.iter().find(|one| near(one)).map(|one| format!(" (is {one} meant?)")).unwrap_or_default();
            messages.push(format!("unknown column {name:?}{meant}: known are {}", self.names.join(", ")));
        }
        let header: StringRecord = header.iter().map(|name| self.known(name).unwrap_or(name)).collect();
        for name in self.needed().filter(|name| !header.iter().any(|found| found == *name)) {
            messages.push(format!("the column {name} is missing"));
        }
        for (place, name) in header.iter().enumerate() {
            if header.iter().take(place).any(|other| other == name) {
                messages.push(format!("the column {name} is given twice"));
            }
        }
        (header, messages.into_iter().map(|message| Fault { line: 1, message }).collect())
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

    #[test]
    fn a_file_is_read_as_spreadsheets_write_it() {
        let columns = Columns { names: &["sku", "name", "leadTimeDays"], needed: 2 };
        let whole = |record: Record<'_>| {
            Ok::<_, Vec<String>>((
                record.text("sku").map(str::to_owned),
                record.text("leadTimeDays").map(str::to_owned),
            ))
        };
        for text in [
            "SKU, Name,Lead time days\nA,b,7\n",
            "sku;name;lead_time_days\nA;\"b;c\";7;;\n",
            "Sku\tNAME\tLeadTimeDays\r\n\r\nA\tb\t7\r\n",
        ] {
            let rows = read(text.as_bytes(), columns, "items", whole)
                .whole()
                .unwrap_or_else(|faults| panic!("{text:?}: {faults:?}"));
            assert_eq!(
                rows.iter().map(|(_, row)| row.clone()).collect::<Vec<_>>(),
                [(Some("A".to_owned()), Some("7".to_owned()))],
                "{text:?}"
            );
        }
        let told = |text: &str| {
            read(text.as_bytes(), columns, "items", whole).faults.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let wide =
            "the line has 3 values, but the header has 2 names: put a value that contains the separator in quotes";
        assert_eq!(told("sku,name\n\n\"A\nA\",b\nB,b,c\n"), [format!("line 5: {wide}")]);
        assert_eq!(
            told("sku,nmae\n")[0],
            "line 1: unknown column \"nmae\" (is name meant?): known are sku, name, leadTimeDays"
        );
        assert_eq!(told("sku,name,Name\n"), ["line 1: the column name is given twice"]);
    }

    #[test]
    fn a_fault_behind_empty_lines_is_told_with_its_own_line() {
        let columns = Columns { names: &["sku", "name"], needed: 2 };
        let bad = |_: Record<'_>| Err::<(), _>(vec!["no".to_owned()]);
        let faults = read(b"sku,name\n\n\"A\nA\",b\n\n\nB,b\n", columns, "items", bad).faults;
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3, 7]);
    }
}
