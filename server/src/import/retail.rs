//! Reads a retail file: rows become documents, and every fault is reported with its line.

use std::borrow::Cow;
use std::collections::HashMap;

use csv::{ByteRecord, ReaderBuilder};
use domain::value::{Date, Decimal, text};

use super::fields::{self, ExactSum, FIELD_CHARACTERS, NAME_CHARACTERS, STOCK_CODE_CHARACTERS};
use super::goods::codes;
use super::goods::row::{Charge, GoodsRow, millionths};

/// The columns of a retail file; their order is free.
pub const COLUMNS: [&str; 8] =
    ["InvoiceNo", "StockCode", "Description", "Quantity", "InvoiceDate", "UnitPrice", "CustomerID", "Country"];
/// The currency of the amounts.
pub const CURRENCY: &str = "GBP";
/// Decimals of the currency.
pub const CURRENCY_DECIMALS: u8 = 2;
/// The party of counter and web sales.
pub const WEB_SALES: &str = "Web sales";
/// Problems that are listed; more are only counted.
pub const PROBLEMS_TOLD: usize = 100;

/// One document: all rows with one number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Document {
    /// The `InvoiceNo`.
    pub number: String,
    /// The line of its first row.
    pub line: u64,
    /// How many rows it has.
    pub rows: u64,
    /// Its day.
    pub date: Date,
    /// The customer's number; `None` for counter and web sales.
    pub customer: Option<String>,
    /// Where the customer is.
    pub country: Option<String>,
    /// Quantity × price over all rows, in minor units; credit notes are negative.
    pub total_minor: i64,
    /// The rows that move goods, in the order of the file.
    pub goods: Vec<GoodsRow>,
    /// Other charges, or refunds of them, in the order of the file.
    pub charges: Vec<Charge>,
}

impl Document {
    /// Whether it is a credit note: its number starts with `C`.
    #[must_use]
    pub fn is_credit_note(&self) -> bool {
        self.number.starts_with(['C', 'c'])
    }

    /// Who owes it.
    #[must_use]
    pub fn party(&self) -> &str {
        self.customer.as_deref().unwrap_or(WEB_SALES)
    }

    /// The amount of its goods: its total without its charges, in minor units.
    #[must_use]
    pub fn goods_minor(&self) -> i64 {
        self.charges.iter().fold(self.total_minor, |rest, charge| rest.saturating_sub(charge.amount_minor))
    }
}

/// Something wrong in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineProblem {
    /// The line, counted from 1.
    pub line: u64,
    /// The column, where it is one column's fault.
    pub column: Option<&'static str>,
    /// The fault, and the expected value.
    pub message: String,
}

impl std::fmt::Display for LineProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, {column}: {}", self.line, self.message),
            None => write!(f, "line {}: {}", self.line, self.message),
        }
    }
}

/// A file as it was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RetailFile {
    /// Rows below the header.
    pub rows: u64,
    /// The sound documents in the order of their first rows.
    pub documents: Vec<Document>,
    /// The faults, the first hundred.
    pub problems: Vec<LineProblem>,
    /// How much is wrong in all.
    pub problem_count: usize,
    /// Numbers of the documents that are left out since a row of theirs is wrong.
    pub left_out: Vec<String>,
}

/// Reads a whole file. All faults are reported; a document with a wrong row is left out as a whole.
#[must_use]
pub fn read(bytes: &[u8]) -> RetailFile {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut reading = Reading::default();
    let mut lines = LineCounter { bytes, at: 0, line: 1 };
    let mut record = ByteRecord::new();
    let mut places: Option<[usize; 8]> = None;
    // Reading from memory cannot fail, and a record of raw bytes is never refused.
    while reader.read_byte_record(&mut record).is_ok_and(|more| more) {
        let line = lines.line_at(record.position().map_or(0, csv::Position::byte));
        match &places {
            None => match columns(&record) {
                Ok(found) => places = Some(found),
                Err(message) => {
                    reading.tell(line, None, message);
                    return reading.finish();
                }
            },
            Some(places) => reading.row(line, &record, places),
        }
    }
    if places.is_none() {
        reading.tell(
            1,
            None,
            format!("the file is empty: the first line must name the columns {}", COLUMNS.join(", ")),
        );
    }
    reading.finish()
}

/// Where each column stands.
fn columns(header: &ByteRecord) -> Result<[usize; 8], String> {
    let names: Vec<String> = header.iter().map(|name| String::from_utf8_lossy(name).trim().to_owned()).collect();
    let mut places = [0; 8];
    let mut missing = Vec::new();
    for (place, column) in places.iter_mut().zip(COLUMNS) {
        match names.iter().position(|name| name.eq_ignore_ascii_case(column)) {
            Some(found) => *place = found,
            None => missing.push(column),
        }
    }
    if missing.is_empty() && names.len() == COLUMNS.len() {
        return Ok(places);
    }
    let what = if missing.is_empty() {
        format!("{} columns", names.len())
    } else {
        format!("no column {}", missing.join(", "))
    };
    Err(format!("the header has {what}: it must name {}", COLUMNS.join(", ")))
}

/// Counts lines up to the beginning of a record; any line end in the file counts.
struct LineCounter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
}

impl LineCounter<'_> {
    /// The line of the record that begins at or, behind line ends, after this byte.
    fn line_at(&mut self, byte: u64) -> u64 {
        let start = usize::try_from(byte).unwrap_or(usize::MAX);
        while let Some(&found) = self.bytes.get(self.at) {
            if self.at >= start && !matches!(found, b'\r' | b'\n') {
                break;
            }
            let ends = found == b'\n' || (found == b'\r' && self.bytes.get(self.at + 1) != Some(&b'\n'));
            self.line += u64::from(ends);
            self.at += 1;
        }
        self.line
    }
}

#[derive(Default)]
struct Reading {
    file: RetailFile,
    drafts: Vec<Draft>,
    by_number: HashMap<String, usize>,
}

/// A document while its rows are read.
struct Draft {
    document: Document,
    sum: ExactSum,
    is_sound: bool,
}

/// A row whose fields are all sound.
struct Row {
    code: String,
    description: String,
    quantity: Decimal,
    date: Date,
    price: Decimal,
    customer: Option<String>,
    country: Option<String>,
}

impl Row {
    /// Adds its content to its document.
    fn enter(self, line: u64, document: &mut Document) -> Result<(), ()> {
        if codes::is_charge(&self.code) {
            let amount = ExactSum::default().plus(self.quantity, self.price);
            let amount_minor = amount.and_then(|sum| sum.to_units(CURRENCY_DECIMALS)).ok_or(())?;
            let description = if self.description.is_empty() { self.code } else { self.description };
            document.charges.push(Charge { description, amount_minor });
        } else if let Ok(quantity_millionths) = millionths(self.quantity) {
            let (sku, description) = (codes::sku(&self.code), self.description);
            document.goods.push(GoodsRow { line, sku, description, quantity_millionths, price: self.price });
        }
        Ok(())
    }
}

impl Reading {
    fn tell(&mut self, line: u64, column: Option<&'static str>, message: impl Into<String>) {
        self.file.problem_count += 1;
        if self.file.problems.len() < PROBLEMS_TOLD {
            self.file.problems.push(LineProblem { line, column, message: message.into() });
        }
    }

    fn row(&mut self, line: u64, record: &ByteRecord, places: &[usize; 8]) {
        self.file.rows += 1;
        let number = record.get(places[0]).and_then(|bytes| std::str::from_utf8(bytes).ok()).map(str::trim);
        let number = number.filter(|number| !number.is_empty() && fields::text(number, NAME_CHARACTERS).is_ok());
        // Rows whose number is composed in one of them and not in another belong together. An invalid number is
        // reported below.
        let number = number.map(|number| text::code(number).unwrap_or(Cow::Borrowed(number)));
        let row = self.fields(line, record, places);
        // A row without a readable number belongs to no document.
        let Some(number) = number else { return };
        let Some(&index) = self.by_number.get(number.as_ref()) else {
            self.by_number.insert(number.clone().into_owned(), self.drafts.len());
            let draft = Draft::new(&number, line, row.as_ref());
            self.drafts.push(draft);
            self.add(line, self.drafts.len() - 1, row);
            return;
        };
        self.add(line, index, row);
    }

    /// Adds a row to its document, which must agree with it.
    fn add(&mut self, line: u64, index: usize, row: Option<Row>) {
        let Some(draft) = self.drafts.get_mut(index) else { return };
        draft.document.rows += 1;
        let Some(row) = row else {
            draft.is_sound = false;
            return;
        };
        let mut wrong: Option<(Option<&'static str>, String)> = None;
        if draft.is_sound {
            let first = &draft.document;
            let differs = |what: &str| format!("document {} has another {what} on line {}", first.number, first.line);
            if row.date != first.date {
                wrong = Some((Some("InvoiceDate"), differs("day")));
            } else if row.customer != first.customer {
                wrong = Some((Some("CustomerID"), differs("customer")));
            } else if row.country != first.country {
                wrong = Some((Some("Country"), differs("country")));
            }
        }
        match draft.sum.plus(row.quantity, row.price) {
            Some(sum) if sum.to_units(CURRENCY_DECIMALS).is_some() => draft.sum = sum,
            _ => wrong = Some((None, format!("the total of document {} is out of range", draft.document.number))),
        }
        if wrong.is_none() && row.enter(line, &mut draft.document).is_err() {
            wrong = Some((None, format!("its amount in document {} is out of range", draft.document.number)));
        }
        if let Some((column, message)) = wrong {
            draft.is_sound = false;
            self.tell(line, column, message);
        }
    }

    /// All fields of a row; every fault in it is reported.
    fn fields(&mut self, line: u64, record: &ByteRecord, places: &[usize; 8]) -> Option<Row> {
        if record.len() != COLUMNS.len() {
            self.tell(line, None, format!("has {} columns: {} are needed", record.len(), COLUMNS.len()));
            return None;
        }
        let before = self.file.problem_count;
        let mut texts = [const { Cow::Borrowed("") }; 8];
        for ((text, &place), column) in texts.iter_mut().zip(places).zip(COLUMNS) {
            let most = match column {
                "InvoiceNo" | "CustomerID" | "Country" => NAME_CHARACTERS,
                "StockCode" => STOCK_CODE_CHARACTERS,
                _ => FIELD_CHARACTERS,
            };
            match std::str::from_utf8(record.get(place).unwrap_or_default()) {
                Ok(read) => match fields::text(read.trim(), most) {
                    Ok(()) => {
                        *text = Cow::Borrowed(read.trim());
                        // Codes have one spelling here as on any other way in, and names, too.
                        let spelled = match column {
                            _ if text.is_empty() => Ok(text.clone()),
                            "InvoiceNo" | "StockCode" => text::code(read.trim()).map_err(|fault| fault.to_string()),
                            "CustomerID" | "Country" => {
                                text::name(read.trim()).map(Cow::Owned).map_err(|fault| fault.to_string())
                            }
                            _ => Ok(text.clone()),
                        };
                        match spelled {
                            Ok(spelled) => *text = spelled,
                            Err(message) => self.tell(line, Some(column), message),
                        }
                    }
                    Err(message) => self.tell(line, Some(column), message),
                },
                Err(_) => self.tell(line, Some(column), "is not UTF-8: convert the file to UTF-8 first"),
            }
        }
        if self.file.problem_count > before {
            return None;
        }
        let [number, code, description, quantity, date, price, customer, country] =
            texts.each_ref().map(|text| &**text);
        if number.is_empty() {
            self.tell(line, Some("InvoiceNo"), "is empty: every row must belong to a document");
        }
        let quantity = fields::number(quantity);
        let quantity =
            quantity.and_then(|read| if codes::is_charge(code) { Ok(read) } else { millionths(read).map(|_| read) });
        let quantity = self.told(line, "Quantity", quantity);
        let date = self.told(line, "InvoiceDate", fields::day(date));
        let price = self.told(line, "UnitPrice", fields::number(price));
        let name = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Some(Row {
            code: code.to_owned(),
            description: description.to_owned(),
            quantity: quantity?,
            date: date?,
            price: price?,
            customer: name(customer),
            country: name(country),
        })
    }

    fn told<T>(&mut self, line: u64, column: &'static str, read: Result<T, String>) -> Option<T> {
        read.map_err(|message| self.tell(line, Some(column), message)).ok()
    }

    fn finish(mut self) -> RetailFile {
        for draft in self.drafts {
            match draft.sum.to_units(CURRENCY_DECIMALS) {
                Some(total_minor) if draft.is_sound => {
                    self.file.documents.push(Document { total_minor, ..draft.document });
                }
                _ => self.file.left_out.push(draft.document.number),
            }
        }
        self.file
    }
}

impl Draft {
    fn new(number: &str, line: u64, row: Option<&Row>) -> Self {
        let document = Document {
            number: number.to_owned(),
            line,
            rows: 0,
            date: row.map(|row| row.date).unwrap_or_default(),
            customer: row.and_then(|row| row.customer.clone()),
            country: row.and_then(|row| row.country.clone()),
            ..Document::default()
        };
        Self { document, sum: ExactSum::default(), is_sound: true }
    }
}

#[cfg(test)]
#[path = "retail_tests.rs"]
mod tests;
