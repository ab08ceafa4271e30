//! Journals as they are read: the same entries from either program, and all faults, by line.
//!
//! The readers take the subset that a ledger needs. Directives that would change amounts without standing in the file
//! (includes, plugins) are refused with their line and a way out; what is left out (rules, virtual postings) is noted;
//! those that change none (options, notes) are skipped.

pub mod amount;
pub mod beancount;
pub mod exact;
pub mod hledger;
mod hledger_declaration;
mod hledger_posting;
pub mod lot;

use std::collections::BTreeMap;

use domain::rows::AccountType;
use domain::value::{Date, Decimal};
use serde_json::Value;

use self::amount::PlainAmount;
use self::lot::Lot;
use super::PlainFormat;
use crate::import::retail::{LineProblem, PROBLEMS_TOLD};

/// A journal that was read.
#[derive(Clone, Debug, Default)]
pub struct PlainJournal {
    /// JSON of our own exports: accounts, journals, years, dimensions.
    pub declared: Vec<Value>,
    /// Accounts in the order in which they are declared.
    pub accounts: Vec<PlainAccount>,
    /// Entries in the order of the file.
    pub entries: Vec<PlainEntry>,
    /// Balances that the file says are so.
    pub assertions: Vec<Assertion>,
    /// Prices of a day: commodity and what one is worth.
    pub prices: Vec<(Date, String, PlainAmount)>,
    /// Accounts whose next asserted balances are reached by an entry of their own.
    pub pads: Vec<Pad>,
    /// Commodities that are many of a smaller one.
    pub scales: BTreeMap<String, (Decimal, String)>,
    /// How lots are chosen that a posting does not name, by account; the empty one for all others.
    pub bookings: BTreeMap<String, Booking>,
    /// What is left out or taken otherwise than it stands, by kind: the first line, and how often.
    pub notes: BTreeMap<String, (u64, usize)>,
    /// The faults, the first hundred.
    pub problems: Vec<LineProblem>,
    /// How much is wrong in all.
    pub problem_count: usize,
}

/// An account that is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainAccount {
    /// The line of its declaration.
    pub line: u64,
    /// Its whole name.
    pub path: String,
    /// The code that a tag gives it.
    pub code: Option<String>,
    /// Its type, where a tag says so; else the root does.
    pub account_type: Option<AccountType>,
}

/// An entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlainEntry {
    /// The line on which it begins.
    pub line: u64,
    /// Its accounting date.
    pub date: Date,
    /// The code in parentheses, or the number in metadata.
    pub code: Option<String>,
    /// The payee.
    pub payee: Option<String>,
    /// The description.
    pub description: String,
    /// Tags or metadata, as they are meant.
    pub tags: BTreeMap<String, String>,
    /// Its postings.
    pub postings: Vec<PlainPosting>,
    /// The line that could not be read: nothing can be said of its figures.
    pub unread: Option<u64>,
    /// What distinguishes it from others without id and code.
    pub content: String,
}

/// A pad: what lacks to the next asserted balance comes from another account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pad {
    /// Its line.
    pub line: u64,
    /// Its day.
    pub date: Date,
    /// The account.
    pub account: String,
    /// The other one.
    pub from: String,
}

/// How a lot is chosen that a posting does not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Booking {
    /// The oldest first.
    #[default]
    Fifo,
    /// The newest first.
    Lifo,
    /// Only where there is no choice.
    Strict,
}

/// A posting that its program keeps out of the balance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Virtual {
    /// `(account)`
    Alone,
    /// `[account]`
    Balanced,
}

/// A balance that a posting reaches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assigned {
    /// The balance.
    pub amount: PlainAmount,
    /// Whether accounts below count, too.
    pub includes_below: bool,
    /// Whether nothing is left in any other commodity.
    pub is_whole: bool,
}

/// A posting.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlainPosting {
    /// Its line.
    pub line: u64,
    /// The account's whole name.
    pub account: String,
    /// The amount; `None` if it is the rest of the others.
    pub amount: Option<PlainAmount>,
    /// Its price.
    pub price: Option<Price>,
    /// The lot that it adds to or takes from.
    pub lot: Option<Lot>,
    /// The balance that gives the amount.
    pub assigned: Option<Assigned>,
    /// Whether its program keeps it out of the balance.
    pub outside: Option<Virtual>,
    /// Tags or metadata, as they are meant.
    pub tags: BTreeMap<String, String>,
}

/// The price of a posting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Price {
    /// Per unit: `@`.
    Unit(PlainAmount),
    /// In all: `@@`.
    Total(PlainAmount),
}

/// A balance that the file says is so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assertion {
    /// Its line.
    pub line: u64,
    /// The day.
    pub date: Date,
    /// How many entries of the file come before it; `None` where the day begins with it.
    pub entries_before: Option<usize>,
    /// How many postings of the next entry count, too.
    pub postings: usize,
    /// The account.
    pub account: String,
    /// Whether accounts below count, too.
    pub includes_below: bool,
    /// The balance.
    pub amount: PlainAmount,
}

/// Reads a journal of this program.
#[must_use]
pub fn read(bytes: &[u8], format: PlainFormat) -> PlainJournal {
    let mut journal = PlainJournal::default();
    match std::str::from_utf8(bytes) {
        Err(error) => {
            let line = bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count() as u64 + 1;
            journal.tell(line, "is not UTF-8: convert the file to UTF-8 first");
        }
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(text);
            match format {
                PlainFormat::Beancount => beancount::read(text, &mut journal),
                PlainFormat::Hledger | PlainFormat::Ledger => hledger::read(text, &mut journal),
            }
            if text.lines().all(|line| line.trim().is_empty()) {
                journal.tell(1, "the file is empty: the program that was to write it has failed, if it came from one");
            }
        }
    }
    journal
}

impl PlainJournal {
    /// Notes something wrong.
    pub fn tell(&mut self, line: u64, message: impl Into<String>) {
        self.problem_count += 1;
        if self.problems.len() < PROBLEMS_TOLD {
            self.problems.push(LineProblem { line, column: None, message: message.into() });
        }
    }

    /// Notes what is left out or taken otherwise than it stands; the same words once.
    pub fn note(&mut self, line: u64, words: impl Into<String>) {
        self.notes.entry(words.into()).or_insert((line, 0)).1 += 1;
    }

    /// The notes by line.
    #[must_use]
    pub fn noted(&self) -> Vec<LineProblem> {
        let mut noted: Vec<LineProblem> = self
            .notes
            .iter()
            .map(|(words, (line, times))| {
                let more = if *times > 1 { format!(" ({times} times, here first)") } else { String::new() };
                LineProblem { line: *line, column: None, message: format!("{words}{more}") }
            })
            .collect();
        noted.sort_by_key(|one| one.line);
        noted
    }

    /// Notes a declaration of our own export, if the comment is one.
    fn declaration(&mut self, line: u64, text: &str) {
        let Some(json) = text.strip_prefix(super::DECLARATION) else { return };
        match serde_json::from_str(json) {
            Ok(value) => self.declared.push(value),
            Err(_) => self.tell(line, "the declaration of an export is damaged: export the journal again"),
        }
    }
}

/// The type that the first part of a path says.
#[must_use]
pub fn type_of_root(path: &str) -> Option<AccountType> {
    let root = path.split(':').next().unwrap_or_default().to_lowercase();
    Some(match root.as_str() {
        "asset" | "assets" => AccountType::Asset,
        "liability" | "liabilities" | "debt" | "debts" => AccountType::Liability,
        "equity" => AccountType::Equity,
        "income" | "incomes" | "revenue" | "revenues" => AccountType::Revenue,
        "expense" | "expenses" => AccountType::Expense,
        _ => return None,
    })
}

/// `2010-12-31`, also with slashes or points; nothing else.
#[must_use]
pub fn day(text: &str) -> Option<Date> {
    let separator = text.chars().find(|c| !c.is_ascii_digit())?;
    let parts: Vec<&str> = text.split(separator).collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let fits = matches!(separator, '-' | '/' | '.') && year.len() == 4;
    if !fits || month.is_empty() || month.len() > 2 || day.is_empty() || day.len() > 2 {
        return None;
    }
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}
