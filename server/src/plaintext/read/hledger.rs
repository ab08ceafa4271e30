//! Reads journals of hledger and ledger.

use std::collections::BTreeMap;

use domain::rows::AccountType;

use super::amount;
use super::{Assertion, PlainAccount, PlainEntry, PlainJournal, PlainPosting, Price, day};
use crate::plaintext::hledger::decoded;

const FLATTEN: &str = "write the journal out first: `hledger -f FILE print --explicit > flat.journal`, and import that";

/// The owner of the indented lines.
enum Block {
    Nothing,
    Account,
    Entry,
    /// A directive that changes nothing here.
    Passed,
    /// `comment` … `end comment`
    Comment,
}

/// Reads the text into the journal.
pub fn read(text: &str, journal: &mut PlainJournal) {
    let mut block = Block::Nothing;
    for (line, text) in (1..).zip(text.lines()) {
        if let Block::Comment = block {
            if text.trim_end() == "end comment" {
                block = Block::Nothing;
            }
            continue;
        }
        let is_indented = text.starts_with([' ', '\t']);
        let trimmed = text.trim();
        if trimmed.is_empty() {
            block = Block::Nothing;
        } else if !is_indented {
            block = begins(journal, line, text);
        } else {
            match block {
                Block::Account => account_tag(journal, trimmed),
                Block::Entry => indented(journal, line, trimmed),
                Block::Passed | Block::Comment => {}
                Block::Nothing => {
                    if !trimmed.starts_with([';', '#', '*']) {
                        journal.tell(
                            line,
                            "is indented but belongs to no entry: an entry begins with its date in the first column",
                        );
                    }
                }
            }
        }
    }
}

/// A line in the first column.
fn begins(journal: &mut PlainJournal, line: u64, text: &str) -> Block {
    if text.starts_with([';', '#', '*']) {
        journal.declaration(line, text);
        return Block::Nothing;
    }
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return entry(journal, line, text);
    }
    let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
    match word.trim_start_matches(['!', '@']) {
        "account" => {
            let (path, comment) = split_comment(rest);
            journal.accounts.push(PlainAccount { line, path: path.trim().to_owned(), code: None, account_type: None });
            account_tag(journal, &format!(";{comment}"));
            Block::Account
        }
        "commodity" | "D" | "P" | "payee" | "tag" | "N" => Block::Passed,
        "decimal-mark" if rest.trim() == "." => Block::Passed,
        "comment" => Block::Comment,
        "include" => refused(journal, line, "includes are not followed", FLATTEN),
        "~" => refused(
            journal,
            line,
            "a periodic rule creates entries that are not in the file",
            "leave it out, and set up a recurring entry instead",
        ),
        "=" => refused(
            journal,
            line,
            "an automatic rule adds postings that are not in the file",
            &FLATTEN.replace("print", "print --auto"),
        ),
        "alias" | "apply" | "end" | "Y" | "year" | "decimal-mark" => {
            refused(journal, line, &format!("{word} changes how other lines are read"), FLATTEN)
        }
        _ => refused(journal, line, &format!("{word:?} does not begin anything that can be imported"), FLATTEN),
    }
}

fn refused(journal: &mut PlainJournal, line: u64, why: &str, way_out: &str) -> Block {
    journal.tell(line, format!("{why}: {way_out}"));
    Block::Passed
}

/// `2010-01-31=2010-02-02 * (code) payee | note  ; comment`
fn entry(journal: &mut PlainJournal, line: u64, text: &str) -> Block {
    let (head, comment) = split_comment(text);
    let (dates, rest) = head.split_once([' ', '\t']).unwrap_or((head, ""));
    let (date, second) = dates.split_once('=').map_or((dates, None), |(date, second)| (date, Some(second)));
    let Some(date) = day(date) else {
        return refused(journal, line, &format!("{date:?} is not a date"), "write it like 2010-12-31, with the year");
    };
    let rest = rest.trim_start().trim_start_matches(['*', '!']).trim_start();
    let (code, words) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((code, words)) => (Some(code.trim().to_owned()).filter(|code| !code.is_empty()), words),
        None => (None, rest),
    };
    let (payee, description) = match words.split_once('|') {
        Some((payee, note)) => (Some(payee.trim().to_owned()).filter(|payee| !payee.is_empty()), note),
        None => (None, words),
    };
    let mut entry =
        PlainEntry { line, date, code, payee, description: description.trim().to_owned(), ..PlainEntry::default() };
    entry.tags.extend(second.and_then(day).map(|second| ("document-date".to_owned(), second.to_string())));
    put_tags(&mut entry.tags, comment);
    journal.entries.push(entry);
    Block::Entry
}

/// A posting, or a comment of the entry or posting above.
fn indented(journal: &mut PlainJournal, line: u64, text: &str) {
    let Some(entry) = journal.entries.last_mut() else { return };
    if let Some(comment) = text.strip_prefix(';') {
        let tags = entry.postings.last_mut().map_or(&mut entry.tags, |posting| &mut posting.tags);
        put_tags(tags, comment);
        // The exact text, where the line could not hold it.
        if entry.postings.is_empty() {
            if let Some(description) = entry.tags.remove("description") {
                entry.description = description;
            }
            if let Some(number) = entry.tags.remove("number") {
                entry.code = Some(number);
            }
        }
        return;
    }
    let (body, comment) = split_comment(text);
    match posting(line, body) {
        Err(why) => journal.tell(line, why),
        Ok((mut posting, assertion)) => {
            put_tags(&mut posting.tags, comment);
            entry.postings.push(posting);
            let (date, postings) = (entry.date, entry.postings.len());
            let account = entry.postings.last().map(|posting| posting.account.clone()).unwrap_or_default();
            if let Some((amount, includes_below)) = assertion {
                let entries_before = Some(journal.entries.len() - 1);
                let assertion = Assertion { line, date, entries_before, postings, account, includes_below, amount };
                journal.assertions.push(assertion);
            }
        }
    }
}

type Asserted = Option<(amount::PlainAmount, bool)>;

/// `[*] account  amount [@ price] [= balance]`
fn posting(line: u64, body: &str) -> Result<(PlainPosting, Asserted), String> {
    let body = body.trim_end().trim_start_matches(['*', '!']).trim_start();
    let end = body.find("  ").into_iter().chain(body.find('\t')).min().unwrap_or(body.len());
    let (account, rest) = (body[..end].trim(), body[end..].trim());
    if account.starts_with(['(', '[']) {
        return Err(format!(
            "{account} is a virtual posting, which a balanced ledger cannot have: leave it out (`hledger print \
             --real`)"
        ));
    }
    let mut posting = PlainPosting { line, account: account.to_owned(), ..PlainPosting::default() };
    let (figures, asserted) = match rest.split_once('=') {
        Some((figures, asserted)) => (figures.trim(), Some(asserted)),
        None => (rest, None),
    };
    if figures.contains(['{', '}']) {
        return Err("lots and their costs are not supported: write the total in base currency with @@".to_owned());
    }
    let (units, price) = match figures.split_once('@') {
        Some((units, price)) => (units.trim(), Some(price)),
        None => (figures, None),
    };
    if !units.is_empty() {
        posting.amount = Some(amount::parse(units)?);
    }
    posting.price = match price.map(|price| (price.strip_prefix('@'), price)) {
        None => None,
        Some((Some(total), _)) => Some(Price::Total(amount::parse(total)?)),
        Some((None, unit)) => Some(Price::Unit(amount::parse(unit)?)),
    };
    let Some(asserted) = asserted else { return Ok((posting, None)) };
    if posting.amount.is_none() {
        return Err("a balance is assigned without an amount: write the amount, and the balance after it".to_owned());
    }
    let asserted = asserted.trim_start_matches('=');
    let includes_below = asserted.starts_with('*');
    let amount = amount::parse(asserted.trim_start_matches('*').split('@').next().unwrap_or_default())?;
    Ok((posting, Some((amount, includes_below))))
}

/// The line and its comment; in names a semicolon is one only behind two blanks, in figures everywhere.
fn split_comment(text: &str) -> (&str, &str) {
    match text.find("  ;").into_iter().chain(text.find("\t;")).chain(text.find(';')).min() {
        Some(at) => (&text[..at], text[at..].trim_start().trim_start_matches(';')),
        None => (text, ""),
    }
}

/// `name: value, name: value`
fn put_tags(tags: &mut BTreeMap<String, String>, comment: &str) {
    for part in comment.split(',') {
        let Some((before, value)) = part.split_once(':') else { continue };
        let name = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        if !name.is_empty() {
            tags.insert(name.to_owned(), decoded(value));
        }
    }
}

fn account_tag(journal: &mut PlainJournal, text: &str) {
    let (Some(account), Some(comment)) = (journal.accounts.last_mut(), text.strip_prefix(';')) else { return };
    let mut tags = BTreeMap::new();
    put_tags(&mut tags, comment);
    if let Some(code) = tags.remove("code") {
        account.code = Some(code);
    }
    let kind = tags.remove("type").and_then(|kind| match kind.to_lowercase().as_str() {
        "a" | "asset" | "c" | "cash" => Some(AccountType::Asset),
        "l" | "liability" => Some(AccountType::Liability),
        "e" | "equity" | "v" | "conversion" => Some(AccountType::Equity),
        "r" | "revenue" => Some(AccountType::Revenue),
        "x" | "expense" => Some(AccountType::Expense),
        _ => None,
    });
    account.account_type = kind.or(account.account_type);
}

#[cfg(test)]
mod tests {
    use super::super::read as read_bytes;
    use super::*;
    use crate::plaintext::PlainFormat;

    fn journal(text: &str) -> PlainJournal {
        read_bytes(text.as_bytes(), PlainFormat::Hledger)
    }

    #[test]
    fn entries_postings_prices_tags_and_assertions_are_read() {
        let read = journal(
            "; a comment\ncommodity 1000.00 GBP\naccount Assets:Cash at hand  ; type: C\n    ; code: 1000\n\n\
             2010/1/5=2010-01-02 * (R-7) Ada | Sale, at last  ; ref: 5, mood:good\n    ; id: x%2Cy\n\
             \x20   Assets:Cash at hand   $100 @@ 80.00 GBP = $100  ; due: 2010-02-01\n        ; dim-country: France\n\
             \x20   Income:Sales\n",
        );
        assert_eq!(read.problems, []);
        let account = &read.accounts[0];
        assert_eq!(
            (account.path.as_str(), account.code.as_deref(), account.account_type),
            ("Assets:Cash at hand", Some("1000"), Some(AccountType::Asset))
        );
        let entry = &read.entries[0];
        assert_eq!(
            (entry.line, entry.date.to_string(), entry.code.as_deref()),
            (6, "2010-01-05".to_owned(), Some("R-7"))
        );
        assert_eq!((entry.payee.as_deref(), entry.description.as_str()), (Some("Ada"), "Sale, at last"));
        let tag = |name: &str| entry.tags.get(name).map(String::as_str);
        assert_eq!(
            (tag("ref"), tag("mood"), tag("id"), tag("document-date")),
            (Some("5"), Some("good"), Some("x,y"), Some("2010-01-02"))
        );
        let posting = &entry.postings[0];
        assert_eq!(posting.amount, Some(amount::parse("100 USD").unwrap()));
        assert_eq!(posting.price, Some(Price::Total(amount::parse("80.00 GBP").unwrap())));
        assert_eq!(posting.tags["due"], "2010-02-01");
        assert_eq!(posting.tags["dim-country"], "France");
        assert_eq!(entry.postings[1].amount, None);
        assert_eq!((read.assertions.len(), read.assertions[0].postings), (1, 1));
    }

    #[test]
    fn what_the_file_does_not_say_itself_is_refused_with_its_line_and_a_way_out() {
        for (text, words) in [
            ("include other.journal", "includes are not followed"),
            ("~ monthly\n    a  5", "set up a recurring entry"),
            ("= expenses:tax\n    a  *0.1", "print --auto"),
            ("alias a = b", "print --explicit"),
            ("01-05 no year\n    a  5", "with the year"),
            ("2010-02-30 no day", "is not a date"),
            ("2010-01-05 x\n    (a:b)  5 GBP", "virtual posting"),
            ("2010-01-05 x\n    a:b  5 X {3 GBP}", "lots"),
            ("2010-01-05 x\n    a:b  = 5 GBP", "without an amount"),
            ("2010-01-05 x\n    a:b  1,5 GBP", "write a point"),
            ("    a:b  5 GBP", "belongs to no entry"),
            ("nonsense", "does not begin anything"),
        ] {
            let read = journal(&format!("\n\n{text}\n"));
            let problem = &read.problems[0];
            assert!(problem.message.contains(words), "{text}: {problem}");
            assert!(problem.line >= 3, "{text}: {problem}");
        }
        assert_eq!(read_bytes(b"a\n\xff", PlainFormat::Hledger).problems[0].line, 2);
    }
}
