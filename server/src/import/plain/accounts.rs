//! Accounts of a journal as accounts of the chart: by the code that a tag gives, else by one made of the path.

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::AccountType;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::import::api::text;
use crate::plaintext::read::{PlainJournal, type_of_root};

/// Longest code of an account.
const CODE_CHARACTERS: usize = 32;

/// Longest path that is kept as the account's description.
const PATH_CHARACTERS: usize = 500;

/// The chart that a journal needs.
#[derive(Clone, Debug, Default)]
pub struct Accounts {
    codes: BTreeMap<String, String>,
    /// The codes in it.
    taken: BTreeSet<String>,
    /// As the API takes them, parents before children.
    pub wanted: Vec<Value>,
}

impl Accounts {
    /// The accounts of a journal. An account of unknown type is noted in the journal.
    #[must_use]
    pub fn of(journal: &mut PlainJournal) -> Self {
        let declared = journal.declared.iter().filter_map(|one| one.get("account").cloned());
        let mut accounts = Self { wanted: declared.collect(), ..Self::default() };
        let own: BTreeSet<String> = accounts.wanted.iter().map(|one| text(one, "code").to_owned()).collect();
        let mut types = BTreeMap::new();
        let mut first_lines: BTreeMap<String, u64> = BTreeMap::new();
        for account in &journal.accounts {
            if let Some(code) = account.code.clone() {
                accounts.taken.insert(code.clone());
                accounts.codes.insert(account.path.clone(), code);
            }
            types.extend(account.account_type.map(|kind| (account.path.clone(), kind)));
            first_lines.entry(account.path.clone()).or_insert(account.line);
        }
        let mut posted = BTreeSet::new();
        for posting in journal.entries.iter().flat_map(|entry| &entry.postings) {
            posted.insert(posting.account.clone());
            first_lines.entry(posting.account.clone()).or_insert(posting.line);
        }
        // Declared leaves without postings are accounts, too; an account above others is a group.
        let mut unknown = Vec::new();
        for (path, line) in &first_lines {
            let is_known = accounts.codes.get(path).is_some_and(|code| own.contains(code));
            if is_known {
                continue;
            }
            let is_above = first_lines.range(format!("{path}:")..format!("{path};")).next().is_some();
            if is_above && !posted.contains(path) {
                continue;
            }
            let declared = ancestors(path).chain([path.as_str()]).rev().find_map(|above| types.get(above).copied());
            let kind = declared.or_else(|| type_of_root(path));
            unknown.extend(kind.is_none().then_some(*line));
            accounts.want(path, kind.unwrap_or(AccountType::Asset), &posted);
        }
        unknown.sort_unstable();
        for line in unknown {
            journal.note(
                line,
                "the type of an account is not known, and it is taken for an asset: its first part must be Assets, \
                 Liabilities, Equity, Income or Expenses, or its declaration a tag type: A, L, E, R or X",
            );
        }
        accounts
    }

    /// The code of a path.
    #[must_use]
    pub fn code(&self, path: &str) -> &str {
        self.codes.get(path).map_or("", String::as_str)
    }

    /// Adds an account and the groups above it.
    fn want(&mut self, path: &str, kind: AccountType, posted: &BTreeSet<String>) {
        let mut parent: Option<String> = None;
        for above in ancestors(path).skip(1) {
            // An account with postings cannot be a group.
            if posted.contains(above) {
                continue;
            }
            if !self.codes.contains_key(above) {
                self.add(above, kind, parent.as_deref(), true);
            }
            parent = self.codes.get(above).cloned();
        }
        self.add(path, kind, parent.as_deref(), false);
    }

    fn add(&mut self, path: &str, kind: AccountType, parent: Option<&str>, is_group: bool) {
        let code = self.codes.get(path).cloned().unwrap_or_else(|| self.free_code(path));
        let name = path.rsplit(':').next().unwrap_or(path);
        let mut account = json!({"code": code, "name": name, "type": kind.name(), "isGroup": is_group});
        if code != path {
            account["description"] = json!(path.chars().take(PATH_CHARACTERS).collect::<String>());
        }
        if let Some(parent) = parent {
            account["parentCode"] = json!(parent);
        }
        self.wanted.push(account);
        self.taken.insert(code.clone());
        self.codes.insert(path.to_owned(), code);
    }

    /// A code that is the same whenever the journal is read: the path; where that is too long, with its first parts
    /// shortened; where two come to the same, with the beginning of a hash.
    fn free_code(&self, path: &str) -> String {
        let plain: String = path
            .chars()
            .map(|c| {
                if c.is_alphanumeric() || c == '-' {
                    c
                } else if c == ':' {
                    '.'
                } else {
                    '_'
                }
            })
            .collect();
        let short = shortened(&plain, CODE_CHARACTERS);
        if !short.is_empty() && !self.taken.contains(&short) {
            return short;
        }
        let hash = Sha256::digest(path.as_bytes());
        let begin = shortened(&plain, CODE_CHARACTERS - 9);
        let begin: String = begin.chars().take(CODE_CHARACTERS - 9).collect();
        format!("{begin}-{:02x}{:02x}{:02x}{:02x}", hash[0], hash[1], hash[2], hash[3])
    }
}

/// A code of at most so many characters: parts from the first on lose characters, down to four, three, two and one of
/// each, and at last the middle of the last one; what tells accounts apart stands behind.
fn shortened(code: &str, most: usize) -> String {
    let mut parts: Vec<String> = code.split('.').map(str::to_owned).collect();
    let length = |parts: &[String]| parts.iter().map(|part| part.chars().count() + 1).sum::<usize>().saturating_sub(1);
    let above = parts.len().saturating_sub(1);
    // Numbers tell years and places apart: they go last.
    let has_number = |part: &str| part.contains(|c: char| c.is_ascii_digit());
    for (keep, with_numbers) in [4, 3, 2, 1].map(|keep| (keep, false)).into_iter().chain([(4, true), (1, true)]) {
        for place in 0..above {
            if length(&parts) <= most {
                return parts.join(".");
            }
            if with_numbers || !has_number(&parts[place]) {
                parts[place] = parts[place].chars().take(keep).collect();
            }
        }
    }
    if length(&parts) <= most {
        return parts.join(".");
    }
    // A last part without room for the others stands alone, without its middle.
    let last: Vec<char> = parts.last().map(|part| part.chars().collect()).unwrap_or_default();
    if last.len() <= most {
        return last.into_iter().collect();
    }
    let half = most / 2;
    last[..most - half].iter().chain(&last[last.len() - half..]).collect()
}

/// The paths above a path, the shortest first.
fn ancestors(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.match_indices(':').map(|(at, _)| &path[..at]).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plaintext::PlainFormat;
    use crate::plaintext::read::read;

    #[test]
    fn paths_become_codes_groups_and_types() {
        let text = "account stuff  ; type: X\n\n2010-01-01 x\n    assets:bank:checking  5 GBP\n    equity:opening  -5 GBP\n\
                    2010-01-02 x\n    assets:bank:savings  5 GBP\n    assets:bank  -5 GBP\n    stuff:a very long name of something that goes on  0 GBP\n    mine  0 GBP\n";
        let mut journal = read(text.as_bytes(), PlainFormat::Hledger);
        let accounts = Accounts::of(&mut journal);
        let told: Vec<String> = accounts
            .wanted
            .iter()
            .map(|one| {
                format!(
                    "{} {} {} {}",
                    text_of(one, "code"),
                    text_of(one, "type"),
                    one["isGroup"],
                    text_of(one, "parentCode")
                )
            })
            .collect();
        assert_eq!(
            told[..4],
            [
                "assets.bank asset false ".to_owned(),
                "assets.bank.checking asset false ".to_owned(),
                "assets.bank.savings asset false ".to_owned(),
                "equity.opening equity false ".to_owned(),
            ]
        );
        assert!(told[5].starts_with("a_very_long_name") && told[5].contains(" expense false"), "{}", told[5]);
        let noted: Vec<String> = journal.noted().iter().map(ToString::to_string).collect();
        assert!(noted.len() == 1 && noted[0].starts_with("line 10: the type of an account is not known"), "{noted:?}");
        for (code, short) in [
            ("Expenses.Taxes.Y2013.US.Federal", "Expenses.Taxes.Y2013.US.Federal"),
            ("Expenses.Taxes.Y2013.US.Federal.PreTax401k", "Exp.Tax.Y2013.US.Fede.PreTax401k"),
            ("a.0123456789012345678901234567890123456789", "0123456789012345"),
        ] {
            let found = shortened(code, CODE_CHARACTERS);
            assert!(found.starts_with(short) && found.chars().count() <= CODE_CHARACTERS, "{found}");
        }
    }

    fn text_of<'a>(one: &'a Value, name: &str) -> &'a str {
        text(one, name)
    }
}
