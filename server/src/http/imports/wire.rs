//! The file as it is sent, and what was read from it.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::rows::ControlFor;
use domain::value::Date;
use domain::value::limits::CHART_ACCOUNTS;

use crate::http::body::BATCH_BODY_BYTES;
use crate::http::input::{CodeText, LongText, NameOrEmpty, Pointer, StringMap, Text, Violations};
use crate::http::journal_entries::wire::NewStatus;
use crate::http::output::OpenObject;
use crate::http::problem::Problem;
use crate::import::ledger_files::{
    Column, DateOrder, DecimalMark, FileKind, Grouping, Ignored, Mapping, Options, Program, Reading, Request,
};

/// Faults, and lines left out, of one file that are told.
const TOLD: usize = 1_000;

crate::wire_enum! {
    FileKind = "ImportKind",
    Program = "ImportProgram",
    DateOrder = "DateOrder",
    DecimalMark = "DecimalMark",
    Grouping = "EntryGrouping",
}

crate::input! {
    /// A file of other books. Give `text` or `base64`.
    pub struct ImportFileInput {
        /// What the file holds.
        pub kind: FileKind = "journalEntries",
        /// A CSV file, separated by commas, semicolons, tabs or bars.
        pub text: Option<LongText<1, BATCH_BODY_BYTES>> = "date,account,debit,credit\n2010-12-01,1100,139.12,\n2010-12-01,4000,,139.12\n",
        /// A spreadsheet (XLSX, its first sheet) or a CSV file, in Base64.
        pub base64: Option<Text<1, BATCH_BODY_BYTES>>,
        /// The program that wrote it; with `countinghouse`, the absent value, columns are called as our fields are.
        pub program: Option<Program> = "countinghouse",
        /// Headings of the file by what they stand for, such as `{"date": "Posting date"}`; others are known from the program. Read
        /// are `date`, `entry` (what the lines of one entry have in common), `account`, `accountName`, `debit`, `credit`, `amount`
        /// (a debit is positive), `currency`, `exchangeRate`, `foreignAmount`, `description`, `lineDescription`, `reference`,
        /// `journalCode`, `documentDate`, `dueDate`, `party`; of parties also `partyCode`, `paymentTermsDays`, `email`, `phone`,
        /// `street`, `city`, `region`, `postalCode`, `country`, `taxNumber`.
        pub columns: Option<StringMap<40>>,
        /// Codes of accounts here by what the file calls them.
        pub accounts: Option<StringMap<CHART_ACCOUNTS>>,
        /// The order of the parts of days, where all are numbers.
        pub dates: Option<DateOrder>,
        /// What stands before the decimals of amounts.
        pub decimals: Option<DecimalMark>,
        /// Which lines are one entry: by the column `entry` if there is one, else by the date if some lines have none, else until
        /// they balance, if absent.
        pub entries: Option<Grouping>,
        /// The day of opening entries: the first of the books.
        pub date: Option<Date>,
        /// The account of open items, where several control `controlFor`.
        pub account_code: Option<CodeText<32>>,
        /// The account of the other side of open items, and of what is left of opening balances.
        pub offset_account_code: Option<CodeText<32>>,
        /// Whether open items are `receivable` or `payable`, and parties customers or suppliers.
        pub control_for: Option<ControlFor>,
        /// `posted` (the default), or `draft`.
        pub status: Option<NewStatus>,
        /// The namespace of the external ids, by which entries come in once; the name of the program if absent.
        pub source: Option<NameOrEmpty<100>>,
    }
}

crate::output! {
    /// What a file says.
    pub struct ImportFileView {
        /// How many lines below the header say something.
        pub rows: i64,
        /// The requests that bring the file in, in its order. Send them one by one, or up to 1,000 at a time as `items` of a batch.
        pub requests: Vec<ImportRequest>,
        /// What cannot be read, by line: the first 1,000.
        pub faults: Vec<ImportFault>,
        /// How many there are.
        pub faults_total: i64,
        /// What is left out, by line, and why: titles, totals, lines without an amount. The first 1,000.
        pub ignored: Vec<IgnoredLine>,
        /// Accounts that the chart does not have.
        pub unknown_accounts: Vec<UnknownAccount>,
    }

    /// A request that brings a part of the file in.
    pub struct ImportRequest {
        /// The lines that it was read from.
        pub lines: Vec<i64>,
        pub method: String,
        /// Below `/api/v1`.
        pub path: String,
        pub body: OpenObject,
    }

    /// Something that cannot be read.
    pub struct ImportFault {
        pub line: i64,
        /// The heading of its column.
        pub column: Option<String>,
        pub message: String,
    }

    /// A line that is left out.
    pub struct IgnoredLine {
        pub line: i64,
        pub reason: String,
    }

    /// A name that the file has for an account.
    pub struct UnknownAccount {
        pub name: String,
        /// How many lines name it.
        pub lines: i64,
    }
}

/// A file with how it is to be read.
#[derive(Debug)]
pub struct ToRead {
    /// What it holds.
    pub kind: FileKind,
    /// The file.
    pub bytes: Vec<u8>,
    /// What its columns mean.
    pub mapping: Mapping,
    /// What it does not say.
    pub options: Options,
}

impl ImportFileInput {
    /// The file, and how it is to be read.
    ///
    /// # Errors
    /// 400 where there is none or two, it is not Base64, or a column is unknown.
    pub fn reading(self) -> Result<ToRead, Problem> {
        let mut errors = Violations::default();
        let at = |field: &'static str| Pointer::Body.field(field);
        let bytes = match (self.text, self.base64) {
            (Some(text), None) => text.0.into_bytes(),
            (None, Some(coded)) => STANDARD.decode(coded.0.as_bytes()).unwrap_or_else(|_| {
                errors.push(&at("base64"), "malformed", "is not Base64 (RFC 4648, section 4)");
                Vec::new()
            }),
            (Some(_), Some(_)) => {
                errors.push(&at("base64"), "ambiguous", "give text or base64, not both");
                Vec::new()
            }
            (None, None) => {
                errors.push(&at("text"), "required", "give the file: a CSV file as text, or any in base64");
                Vec::new()
            }
        };
        let program = self.program.unwrap_or(Program::Countinghouse);
        let mut mapping = program.mapping(self.kind);
        for (name, heading) in self.columns.map(|columns| columns.0).unwrap_or_default() {
            match Column::parse(&name) {
                Some(column) => {
                    mapping.columns.insert(column, vec![heading]);
                }
                None => {
                    let all: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
                    let message = format!("is not read: use one of {}", all.join(", "));
                    errors.push(&at("columns").field(&name), "unknown_value", message);
                }
            }
        }
        if matches!(self.control_for, Some(ControlFor::Stock | ControlFor::Bank)) {
            errors.push(&at("controlFor"), "unknown_value", "must be receivable or payable");
        }
        if !errors.is_empty() {
            return Err(Problem::validation(errors.into_vec()));
        }
        mapping.dates = self.dates.unwrap_or(mapping.dates);
        mapping.decimals = self.decimals.unwrap_or(mapping.decimals);
        mapping.entries = self.entries.or(mapping.entries);
        mapping.accounts = self.accounts.map_or_else(BTreeMap::new, |accounts| accounts.0);
        let options = Options {
            date: self.date,
            account: self.account_code.map(|code| code.0),
            offset: self.offset_account_code.map(|code| code.0),
            control_for: self.control_for,
            is_draft: self.status == Some(NewStatus::Draft),
            source: self.source.map_or_else(|| program.name().to_owned(), |text| text.0),
        };
        Ok(ToRead { kind: self.kind, bytes, mapping, options })
    }
}

impl From<Reading> for ImportFileView {
    fn from(reading: Reading) -> Self {
        let number = |line: u64| i64::try_from(line).unwrap_or(i64::MAX);
        let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let request = |request: Request| ImportRequest {
            lines: request.lines.into_iter().map(number).collect(),
            method: "POST".to_owned(),
            path: request.path.to_owned(),
            body: OpenObject(request.body),
        };
        let faults_total = count(reading.faults.len());
        let fault = |fault: crate::import::ledger_files::Fault| ImportFault {
            line: number(fault.line),
            column: fault.column,
            message: fault.message,
        };
        let ignored = |line: Ignored| IgnoredLine { line: number(line.line), reason: line.reason.to_owned() };
        Self {
            rows: count(reading.rows),
            requests: reading.requests.into_iter().map(request).collect(),
            faults: reading.faults.into_iter().take(TOLD).map(fault).collect(),
            faults_total,
            ignored: reading.ignored.into_iter().take(TOLD).map(ignored).collect(),
            unknown_accounts: reading
                .unknown_accounts
                .into_iter()
                .map(|(name, lines)| UnknownAccount { name, lines: count(lines) })
                .collect(),
        }
    }
}
