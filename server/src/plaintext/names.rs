//! Names of accounts as each tool takes them: the path through the chart, each part with its code.
//!
//! The root gives the type, because beancount knows types by it alone. Characters that a tool does not take in a name
//! are replaced; codes are unique, and where two still become the same, the later one gets a number. The account's
//! declaration has code and name as they are, so that nothing is lost.

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::{Account, AccountType};
use domain::value::id::AccountId;

use super::PlainFormat;

/// The paths of a chart.
#[derive(Clone, Debug, Default)]
pub struct Paths(BTreeMap<AccountId, String>);

impl Paths {
    /// The paths of these accounts, which come in the order of their codes.
    #[must_use]
    pub fn of(accounts: &[Account], format: PlainFormat) -> Self {
        let by_id: BTreeMap<AccountId, &Account> = accounts.iter().map(|account| (account.id, account)).collect();
        let (mut paths, mut taken) = (BTreeMap::new(), BTreeSet::new());
        for account in accounts {
            let mut parts = Vec::new();
            let mut next = Some(account);
            // A chart has no cycle; a damaged one must not hang an export.
            while let Some(at) = next.filter(|_| parts.len() < accounts.len()) {
                parts.push(part(&at.code, &at.name, format));
                next = at.parent_id.and_then(|parent| by_id.get(&parent).copied());
            }
            parts.push(root(account.account_type).to_owned());
            parts.reverse();
            let wanted = parts.join(":");
            let mut path = wanted.clone();
            let mut times = 1;
            while !taken.insert(path.clone()) {
                times += 1;
                path = format!("{wanted}-{times}");
            }
            paths.insert(account.id, path);
        }
        Self(paths)
    }

    /// The path of an account; its id where it is none of the chart's.
    #[must_use]
    pub fn get(&self, account: AccountId) -> String {
        self.0.get(&account).cloned().unwrap_or_else(|| format!("Equity:{account}"))
    }
}

/// The first part of the paths of a type.
#[must_use]
pub fn root(account_type: AccountType) -> &'static str {
    match account_type {
        AccountType::Asset => "Assets",
        AccountType::Liability => "Liabilities",
        AccountType::Equity => "Equity",
        AccountType::Revenue => "Income",
        AccountType::Expense => "Expenses",
    }
}

fn part(code: &str, name: &str, format: PlainFormat) -> String {
    match format {
        PlainFormat::Hledger | PlainFormat::Ledger => spaced(&format!("{code} {name}")),
        PlainFormat::Beancount => hyphened(&format!("{code}-{name}")),
    }
}

/// Two blanks end a name, a colon its part, and a semicolon begins a comment.
fn spaced(text: &str) -> String {
    let replaced: String = text
        .chars()
        .map(|c| match c {
            ':' => '-',
            ';' => ',',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    replaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Letters, digits and hyphens, the first one a capital letter or a digit.
fn hyphened(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || is_letter_beyond_ascii(c) {
            out.push(c);
        } else if !out.ends_with('-') {
            out.push('-');
        }
    }
    let trimmed = out.trim_matches('-');
    let mut chars = trimmed.chars();
    match chars.next() {
        Some(first) if first.is_ascii_digit() || first.is_ascii_uppercase() => trimmed.to_owned(),
        Some(first) if first.is_ascii_lowercase() => format!("{}{}", first.to_ascii_uppercase(), chars.as_str()),
        _ => format!("X{trimmed}"),
    }
}

/// Latin, Greek and Cyrillic letters: the ones that every tool takes for a letter.
fn is_letter_beyond_ascii(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{3ff}' | '\u{400}'..='\u{4ff}')
        && (c.is_lowercase() || c.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_only_what_its_tool_takes() {
        for (code, name, hledger, beancount) in [
            ("1000", "Cash", "1000 Cash", "1000-Cash"),
            ("1000", "Cash: till  1; main\tone", "1000 Cash- till 1, main one", "1000-Cash-till-1-main-one"),
            ("4000", "Erlöse (19 %)", "4000 Erlöse (19 %)", "4000-Erlöse-19"),
            ("a1", "現金", "a1 現金", "A1"),
            ("-", "?", "- ?", "X"),
            ("é", "x", "é x", "Xé-x"),
        ] {
            assert_eq!(part(code, name, PlainFormat::Hledger), hledger);
            assert_eq!(part(code, name, PlainFormat::Beancount), beancount);
        }
    }
}
