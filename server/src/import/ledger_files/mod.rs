//! Files of other books: entries, opening balances, open items and parties as CSV or XLSX, read into the requests that bring
//! them in.
//!
//! Nothing is written here. Each request is one that anybody could send, so an import has no way into the books of its own.
//!
//! `mapping` says what the columns mean (`programs` has those of known programs), `table` finds the header and takes the file
//! apart, `values` reads days and amounts, `accounts` finds the account that a cell names; the others make requests.

mod accounts;
mod entries;
mod mapping;
mod open_items;
mod opening;
mod parties;
mod programs;
mod table;
mod values;

use std::collections::BTreeMap;

use domain::rows::{Account, ControlFor};
use domain::value::{Currency, Date};
use serde_json::Value;

pub use self::mapping::{Column, DateOrder, DecimalMark, Grouping, Mapping};
pub use self::programs::Program;

domain::named_enum! {
    /// What a file holds.
    FileKind {
        /// Lines of journal entries.
        JournalEntries = "journalEntries",
        /// The balance of each account on the day before the books begin.
        OpeningBalances = "openingBalances",
        /// What customers owe, or suppliers are owed, invoice by invoice.
        OpenItems = "openItems",
        /// Customers and suppliers.
        Parties = "parties",
    }
}

/// What the file does not say.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The day of opening entries: the first of the books.
    pub date: Option<Date>,
    /// The account of open items.
    pub account: Option<String>,
    /// The account that takes what is left: the other side of open items and of opening balances.
    pub offset: Option<String>,
    /// Whether open items are receivables or payables, and parties customers or suppliers.
    pub control_for: Option<ControlFor>,
    /// Whether entries are left as drafts.
    pub is_draft: bool,
    /// The namespace of the external ids.
    pub source: String,
}

/// The books that the file is to come into, as far as reading it needs them.
#[derive(Clone, Copy, Debug)]
pub struct Books<'a> {
    /// All accounts.
    pub chart: &'a [Account],
    /// The base currency.
    pub base: Currency,
}

/// A request that brings a part of the file in.
#[derive(Clone, PartialEq, Debug)]
pub struct Request {
    /// The lines of the file that it was read from.
    pub lines: Vec<u64>,
    /// Below `/api/v1`.
    pub path: &'static str,
    /// As the operation takes it.
    pub body: Value,
}

/// Something in the file that cannot be read, or would be refused whatever the books say.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {}{message}", column.as_ref().map(|name| format!("{name}: ")).unwrap_or_default())]
pub struct Fault {
    /// From 1.
    pub line: u64,
    /// The heading of its column, where it is in one.
    pub column: Option<String>,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Fault {
    fn of(line: u64, message: impl Into<String>) -> Self {
        Self { line, column: None, message: message.into() }
    }
}

/// A line that is left out, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ignored {
    /// From 1.
    pub line: u64,
    /// Why nothing is lost.
    pub reason: &'static str,
}

/// What a file says.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// How many lines of it were read.
    pub rows: usize,
    /// In the order of the file.
    pub requests: Vec<Request>,
    /// In the order of the file.
    pub faults: Vec<Fault>,
    /// Titles, totals, lines without an amount.
    pub ignored: Vec<Ignored>,
    /// Names of accounts that the chart does not have, each with the number of lines that name it.
    pub unknown_accounts: BTreeMap<String, usize>,
}

/// Reads a file.
#[must_use]
pub fn read(kind: FileKind, bytes: &[u8], mapping: &Mapping, books: Books<'_>, options: &Options) -> Reading {
    let table = match table::read(kind, bytes, mapping) {
        Ok(table) => table,
        Err(faults) => return Reading { faults, ..Reading::default() },
    };
    let mut reading = Reading { rows: table.rows.len(), ..Reading::default() };
    reading.faults.clone_from(&table.faults);
    reading.ignored.clone_from(&table.ignored);
    let mut reader = Reader { mapping, books, options, reading };
    match kind {
        FileKind::JournalEntries => reader.entries(&table),
        FileKind::OpeningBalances => reader.opening(&table),
        FileKind::OpenItems => reader.open_items(&table),
        FileKind::Parties => reader.parties(&table),
    }
    let mut reading = reader.reading;
    if reading.requests.is_empty() && reading.faults.is_empty() {
        reading.faults.push(Fault::of(1, "the file has a header, and no line below it that says anything"));
    }
    reading.faults.sort_by_key(|fault| fault.line);
    reading.ignored.sort_by_key(|line| line.line);
    reading
}

/// A file that is being read.
struct Reader<'a> {
    mapping: &'a Mapping,
    books: Books<'a>,
    options: &'a Options,
    reading: Reading,
}

impl Reader<'_> {
    fn fault(&mut self, line: u64, message: impl Into<String>) {
        self.reading.faults.push(Fault::of(line, message));
    }

    fn ignore(&mut self, line: u64, reason: &'static str) {
        self.reading.ignored.push(Ignored { line, reason });
    }

    fn status(&self) -> &'static str {
        if self.options.is_draft { "draft" } else { "posted" }
    }
}

#[cfg(test)]
mod tests;
