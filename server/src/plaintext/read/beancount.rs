//! Reads journals of beancount.

use super::amount::{self, PlainAmount};
use super::lot::{self, Figures};
use super::{Assertion, Booking, Pad, PlainAccount, PlainEntry, PlainJournal, PlainPosting, day};

/// The owner of indented metadata.
enum Block {
    Nothing,
    Open,
    Entry,
    /// A directive that changes nothing here.
    Passed,
}

/// Reads the text into the journal.
pub fn read(text: &str, journal: &mut PlainJournal) {
    let mut block = Block::Nothing;
    journal.bookings.insert(String::new(), Booking::Strict);
    for (line, text) in (1..).zip(text.lines()) {
        let is_indented = text.starts_with([' ', '\t']);
        let trimmed = without_comment(text).trim();
        if trimmed.is_empty() {
            journal.declaration(line, text);
            if text.trim().is_empty() {
                block = Block::Nothing;
            }
        } else if !is_indented {
            block = begins(journal, line, trimmed);
        } else {
            match block {
                Block::Open => open_metadata(journal, trimmed),
                Block::Entry => indented(journal, line, trimmed),
                Block::Passed => {}
                Block::Nothing => journal.tell(
                    line,
                    "is indented but belongs to no entry: an entry begins with its date in the first column",
                ),
            }
        }
    }
}

/// A line in the first column.
fn begins(journal: &mut PlainJournal, line: u64, text: &str) -> Block {
    // Headings of outlines are no part of the language.
    if text.starts_with(['*', '#', '!', ':', '&', '?', '%']) {
        return Block::Passed;
    }
    let (word, rest) = split_word(text);
    let Some(date) = day(word) else {
        return match word {
            "option" => {
                let words: Vec<&str> = rest.split('"').collect();
                if let ["", "booking_method", _, method, ..] = words.as_slice() {
                    journal.bookings.insert(String::new(), booking(method));
                }
                Block::Passed
            }
            "include" => refused(journal, line, "includes are not followed: put everything into one file"),
            "plugin" => refused(
                journal,
                line,
                "a plugin can change entries in ways that the file does not show: leave the line out if it only checks",
            ),
            "pushtag" | "poptag" | "pushmeta" | "popmeta" => Block::Passed,
            _ => refused(journal, line, &format!("{word:?} does not begin anything that can be imported")),
        };
    };
    let (keyword, rest) = split_word(rest);
    match keyword {
        "open" => {
            let (path, behind) = split_word(rest);
            if let Some((_, method)) = behind.split_once('"') {
                journal.bookings.insert(path.to_owned(), booking(method.trim_end_matches('"')));
            }
            journal.accounts.push(PlainAccount { line, path: path.to_owned(), code: None, account_type: None });
            Block::Open
        }
        "commodity" | "close" | "note" | "document" | "event" | "query" | "custom" => Block::Passed,
        "price" => {
            let (commodity, worth) = split_word(rest);
            if let Ok(worth) = amount_of(worth) {
                journal.prices.push((date, commodity.to_owned(), worth));
            }
            Block::Passed
        }
        "pad" => {
            let (account, from) = split_word(rest);
            let (account, from) = (account.to_owned(), split_word(from).0.to_owned());
            journal.pads.push(Pad { line, date, account, from });
            Block::Passed
        }
        "balance" => {
            let (account, figures) = split_word(rest);
            // A tolerance may stand behind the number.
            let figures = match figures.split_once('~') {
                Some((number, behind)) => format!("{number} {}", split_word(behind.trim_start()).1),
                None => figures.to_owned(),
            };
            match amount_of(&figures) {
                Err(why) => journal.tell(line, why),
                Ok(amount) => journal.assertions.push(Assertion {
                    line,
                    date,
                    entries_before: None,
                    postings: 0,
                    account: account.to_owned(),
                    includes_below: true,
                    amount,
                }),
            }
            Block::Passed
        }
        "txn" | "*" | "!" => entry(journal, line, date, rest),
        _ => refused(journal, line, &format!("{keyword:?} is not a directive that can be imported")),
    }
}

fn refused(journal: &mut PlainJournal, line: u64, why: &str) -> Block {
    journal.tell(line, why);
    Block::Passed
}

/// `"payee" "narration" #tag ^link`
fn entry(journal: &mut PlainJournal, line: u64, date: domain::value::Date, rest: &str) -> Block {
    let mut texts = Vec::new();
    let mut rest = rest.trim_start();
    while rest.starts_with('"') {
        let Some((text, behind)) = quoted(rest) else {
            return refused(journal, line, "a text does not end on its line: write it on one line, with \\n in it");
        };
        texts.push(text);
        rest = behind.trim_start();
    }
    let description = texts.pop().unwrap_or_default();
    let mut entry = PlainEntry { line, date, payee: texts.pop(), description, ..PlainEntry::default() };
    let words =
        |mark: char| -> Vec<&str> { rest.split_whitespace().filter_map(|word| word.strip_prefix(mark)).collect() };
    for (name, found) in [("tags", words('#')), ("links", words('^'))] {
        if !found.is_empty() {
            entry.tags.insert(name.to_owned(), found.join(" "));
        }
    }
    journal.entries.push(entry);
    Block::Entry
}

/// Metadata of the entry or of the posting above, or a posting.
fn indented(journal: &mut PlainJournal, line: u64, text: &str) {
    let Some(entry) = journal.entries.last_mut() else { return };
    if let Some((name, value)) = metadata(text) {
        match entry.postings.last_mut() {
            Some(posting) => drop(posting.tags.insert(name, value)),
            None if name == "number" => entry.code = Some(value),
            None => drop(entry.tags.insert(name, value)),
        }
        return;
    }
    if text.starts_with(['#', '^']) {
        return;
    }
    match posting(line, text) {
        Ok(posting) => entry.postings.push(posting),
        Err(why) => {
            entry.unread.get_or_insert(line);
            let account = split_word(text).0.to_owned();
            entry.postings.push(PlainPosting { line, account, ..PlainPosting::default() });
            journal.tell(line, why);
        }
    }
}

/// A number, also a sum or product, and a commodity, in which there may be digits and points.
fn amount_of(text: &str) -> Result<PlainAmount, String> {
    let text = text.trim();
    let at = text.find(|c: char| c.is_ascii_uppercase()).unwrap_or(text.len());
    let (number, commodity) = (text[..at].trim(), text[at..].trim());
    let is_name = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "'._-".contains(c);
    if number.is_empty() || commodity.is_empty() || !commodity.chars().all(is_name) {
        return Err(format!("{text:?} is not an amount: write it like -1234.50 GBP"));
    }
    let has_sign = |sign: char| number[1..].contains(sign);
    let is_reckoned = number.contains(['*', '+']) || has_sign('-');
    let read = if is_reckoned && !number.starts_with('(') { format!("({number})") } else { number.to_owned() };
    Ok(PlainAmount { commodity: commodity.to_owned(), ..amount::parse(&read)? })
}

fn booking(method: &str) -> Booking {
    match method {
        "FIFO" => Booking::Fifo,
        "LIFO" => Booking::Lifo,
        _ => Booking::Strict,
    }
}

fn posting(line: u64, text: &str) -> Result<PlainPosting, String> {
    let text = text.strip_prefix(['*', '!']).map_or(text, str::trim_start);
    let (account, figures) = split_word(text);
    if !account.contains(':') {
        return Err(format!("{account:?} is not an account"));
    }
    let Figures { amount, lot, price } = lot::figures(figures, amount_of)?;
    Ok(PlainPosting { line, account: account.to_owned(), amount, price, lot, ..PlainPosting::default() })
}

/// `key: value`, the key in lower case.
fn metadata(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once(':')?;
    let is_key = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let value = value.trim();
    is_key.then(|| (name.to_owned(), quoted(value).map_or_else(|| value.to_owned(), |(text, _)| text)))
}

fn open_metadata(journal: &mut PlainJournal, text: &str) {
    let (Some(account), Some((name, value))) = (journal.accounts.last_mut(), metadata(text)) else { return };
    if name == "code" {
        account.code = Some(value);
    }
}

/// The text in quotes and the rest after it; `None` if it is not closed.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut chars = text.strip_prefix('"')?.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((out, &text[at + 2..])),
            '\\' => out.push(match chars.next()?.1 {
                'n' => '\n',
                't' => '\t',
                other => other,
            }),
            c => out.push(c),
        }
    }
    None
}

/// The line up to a semicolon that stands in no quotes.
fn without_comment(text: &str) -> &str {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            ';' if !is_quoted => return &text[..at],
            _ => {}
        }
    }
    text
}

fn split_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::super::Price;
    use super::super::read as read_bytes;
    use super::*;
    use crate::plaintext::PlainFormat;

    fn journal(text: &str) -> PlainJournal {
        read_bytes(text.as_bytes(), PlainFormat::Beancount)
    }

    #[test]
    fn entries_postings_prices_metadata_and_balances_are_read() {
        let read = journal(
            "option \"title\" \"x\"\n2010-01-01 open Assets:1000-Cash GBP\n  code: \"1000\"\n\n\
             2010-01-05 * \"Ada; \\\"Co\\\"\" \"Sale\\nof two\" #big ^l1 ; a comment\n  number: \"R-7\"\n  id: \"x\"\n\
             \x20 Assets:1000-Cash  100.00 USD @ 0.80 GBP ; here\n    due: 2010-02-01\n  ! Income:Sales\n\n\
             2010-02-01 balance Assets:1000-Cash  100.00 ~ 0.01 USD\n",
        );
        assert_eq!(read.problems, []);
        assert_eq!(
            (read.accounts[0].path.as_str(), read.accounts[0].code.as_deref()),
            ("Assets:1000-Cash", Some("1000"))
        );
        let entry = &read.entries[0];
        assert_eq!((entry.payee.as_deref(), entry.description.as_str()), (Some("Ada; \"Co\""), "Sale\nof two"));
        assert_eq!((entry.line, entry.code.as_deref(), entry.tags["tags"].as_str()), (5, Some("R-7"), "big"));
        let posting = &entry.postings[0];
        assert_eq!(posting.price, Some(Price::Unit(amount::parse("0.80 GBP").unwrap())));
        assert_eq!(posting.tags["due"], "2010-02-01");
        assert_eq!((entry.postings[1].account.as_str(), &entry.postings[1].amount), ("Income:Sales", &None));
        assert_eq!((read.assertions[0].line, read.assertions[0].entries_before), (12, None));
    }

    #[test]
    fn what_the_file_does_not_say_itself_is_refused_with_its_line_and_a_way_out() {
        for (text, words) in [
            ("include \"other.beancount\"", "put everything into one file"),
            ("plugin \"auto\"", "leave the line out"),
            ("2010-01-01 * \"open", "does not end on its line"),
            ("2010-01-01 * \"x\"\n  Assets:A  5 X {3 GBP", "neither a lot nor a price"),
            ("2010-01-01 * \"x\"\n  Assets  5 GBP", "is not an account"),
            ("2010-01-01 * \"x\"\n  Assets:A  (1/3) GBP", "is not an amount"),
            ("2010-13-01 open Assets:A", "does not begin anything"),
            ("  Assets:A  5 GBP", "belongs to no entry"),
        ] {
            let read = journal(&format!("\n\n{text}\n"));
            let problem = &read.problems[0];
            assert!(problem.message.contains(words), "{text}: {problem}");
            assert!(problem.line >= 3, "{text}: {problem}");
        }
    }
}
