//! Journals as they are read: the same entries from either program, and all faults, by line.
//!
//! The readers take the subset that a ledger needs. Directives that would change amounts without standing in the file
//! (includes, rules that add postings, pads) are refused with their line and a way out; those that change none (prices,
//! options, notes) are skipped.

pub mod amount;
pub mod beancount;
pub mod hledger;

use std::collections::BTreeMap;

use domain::rows::AccountType;
use domain::value::Date;
use serde_json::Value;

use self::amount::PlainAmount;
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
