//! Reads journals of hledger and ledger.

use domain::value::Date;

use super::hledger_declaration::{account_tag, price};
use super::hledger_posting::{self, put_tags, split_comment};
use super::{PlainAccount, PlainEntry, PlainJournal, amount, day};
use crate::{commit, today};

const FLATTEN: &str = "write the journal out first: `hledger -f FILE print --explicit > flat.journal`, and import that";

/// The owner of the indented lines.
enum Block {
    Nothing,
    Account,
    Entry,
    /// A directive that changes nothing here.
    Passed,
    /// `comment` … `end comment`, or `test` … `end test`
    Comment(&'static str),
}

/// What `apply` … `end apply` encloses.
enum Applied {
    Account(String),
    Tag(String, String),
    Year(Option<i16>),
}

/// What earlier lines say about later ones.
#[derive(Default)]
struct Reader {
    /// The year of dates without one.
    year: Option<i16>,
    applied: Vec<Applied>,
    /// The last one comes first.
    aliases: Vec<(String, String)>,
    /// The commodity of amounts without one.
    commodity: String,
}

/// Reads the text into the journal.
pub fn read(text: &str, journal: &mut PlainJournal) {
    let mut block = Block::Nothing;
    let mut reader = Reader::default();
    for (line, text) in (1..).zip(text.lines()) {
        if let Block::Comment(end) = block {
            if text.trim_end() == end {
                block = Block::Nothing;
            }
            continue;
        }
        let is_indented = text.starts_with([' ', '\t']);
        let trimmed = text.trim();
        if trimmed.is_empty() {
            block = Block::Nothing;
        } else if !is_indented {
            block = reader.begins(journal, line, text);
        } else {
            match block {
                Block::Account => account_tag(journal, trimmed),
                Block::Entry => reader.indented(journal, line, trimmed),
                Block::Passed | Block::Comment(_) => {}
                Block::Nothing => {
                    if !trimmed.starts_with([';', '#', '*', '%', '|']) {
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

impl Reader {
    /// A line in the first column.
    fn begins(&mut self, journal: &mut PlainJournal, line: u64, text: &str) -> Block {
        if text.starts_with([';', '#', '*', '%', '|']) {
            journal.declaration(line, text);
            return Block::Nothing;
        }
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            return self.entry(journal, line, text);
        }
        let (word, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let rest = rest.trim();
        match word.trim_start_matches(['!', '@']) {
            "account" => {
                let (path, comment) = split_comment(rest);
                let path = self.path(path.trim());
                journal.accounts.push(PlainAccount { line, path, code: None, account_type: None });
                account_tag(journal, &format!(";{comment}"));
                Block::Account
            }
            "P" => {
                price(journal, split_comment(rest).0);
                Block::Passed
            }
            "D" => {
                if let Ok(sample) = amount::parse(split_comment(rest).0) {
                    self.commodity = sample.commodity;
                }
                Block::Passed
            }
            "C" => {
                if let Some((one, many)) = rest.split_once('=')
                    && let (Ok(one), Ok(many)) = (amount::parse(one), amount::parse(many))
                    && super::exact::is_equal(one.number, domain::value::Decimal { unscaled: 1, scale: 0 })
                {
                    journal.scales.insert(one.commodity, (many.number, many.commodity));
                    return Block::Passed;
                }
                refused(journal, line, "a conversion must be like C 1.00 h = 60 min", FLATTEN)
            }
            "commodity" | "payee" | "tag" | "N" | "assert" | "check" => Block::Passed,
            "decimal-mark" if rest == "." => Block::Passed,
            "comment" => Block::Comment("end comment"),
            "test" => Block::Comment("end test"),
            "include" => refused(journal, line, "includes are not followed", FLATTEN),
            "~" => {
                journal.note(
                    line,
                    "a periodic rule is left out: it creates entries that are not in the file, which a recurring entry \
                     does here",
                );
                Block::Passed
            }
            "=" => {
                journal.note(
                    line,
                    "an automatic rule is left out: its postings are not in the file (`hledger print --auto` writes \
                     them)",
                );
                Block::Passed
            }
            "alias" => match rest.split_once('=') {
                Some((old, new)) if !old.trim_start().starts_with('/') => {
                    self.aliases.insert(0, (old.trim().to_owned(), new.trim().to_owned()));
                    Block::Passed
                }
                _ => refused(journal, line, "an alias by a pattern changes how other lines are read", FLATTEN),
            },
            "apply" => self.apply(journal, line, rest),
            "end" => self.end(rest),
            "year" => self.set_year(journal, line, rest),
            word if word.starts_with('Y') && (word == "Y" || word[1..].bytes().all(|byte| byte.is_ascii_digit())) => {
                let year = if word == "Y" { rest } else { &word[1..] };
                self.set_year(journal, line, year)
            }
            "decimal-mark" => refused(journal, line, &format!("{word} changes how other lines are read"), FLATTEN),
            _ => refused(journal, line, &format!("{word:?} does not begin anything that can be imported"), FLATTEN),
        }
    }

    fn apply(&mut self, journal: &mut PlainJournal, line: u64, rest: &str) -> Block {
        let (what, value) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        let value = value.trim();
        match what {
            "account" => self.applied.push(Applied::Account(self.path(value))),
            "tag" => {
                let (name, text) = value.split_once(':').unwrap_or((value, ""));
                self.applied.push(Applied::Tag(name.trim().to_owned(), text.trim().to_owned()));
            }
            "year" => {
                self.applied.push(Applied::Year(self.year));
                return self.set_year(journal, line, value);
            }
            _ => return refused(journal, line, &format!("apply {what} changes how other lines are read"), FLATTEN),
        }
        Block::Passed
    }

    /// `end apply account`, `end account`, `end tag`, `end apply`, `end aliases`
    fn end(&mut self, rest: &str) -> Block {
        let what = rest.strip_prefix("apply").unwrap_or(rest).trim();
        if what == "aliases" {
            self.aliases.clear();
            return Block::Passed;
        }
        let is_meant = |one: &Applied| match one {
            Applied::Account(_) => matches!(what, "" | "account"),
            Applied::Tag(..) => matches!(what, "" | "tag"),
            Applied::Year(_) => matches!(what, "" | "year"),
        };
        if let Some(place) = self.applied.iter().rposition(is_meant)
            && let Applied::Year(before) = self.applied.remove(place)
        {
            self.year = before;
        }
        Block::Passed
    }

    fn set_year(&mut self, journal: &mut PlainJournal, line: u64, text: &str) -> Block {
        match text.trim().parse().ok().filter(|year| (1..=9999).contains(year)) {
            Some(year) => self.year = Some(year),
            None => journal.tell(line, format!("{text:?} is not a year: write it like 2010")),
        }
        Block::Passed
    }

    /// The whole name of an account: what is applied before it, then aliases.
    fn path(&self, own: &str) -> String {
        let prefix = self.applied.iter().rev().find_map(|one| match one {
            Applied::Account(prefix) => Some(format!("{prefix}:")),
            Applied::Tag(..) | Applied::Year(_) => None,
        });
        let mut path = format!("{}{own}", prefix.unwrap_or_default());
        for (old, new) in &self.aliases {
            if path == *old {
                path.clone_from(new);
            } else if let Some(below) = path.strip_prefix(&format!("{old}:")) {
                path = format!("{new}:{below}");
            }
        }
        path
    }

    /// `2010-01-31=2010-02-02 * (code) payee | note  ; comment`
    fn entry(&mut self, journal: &mut PlainJournal, line: u64, text: &str) -> Block {
        let (head, comment) = split_comment(text);
        let (dates, rest) = head.split_once([' ', '\t']).unwrap_or((head, ""));
        let (date, second) = dates.split_once('=').map_or((dates, None), |(date, second)| (date, Some(second)));
        let mut entry = PlainEntry { line, ..PlainEntry::default() };
        match day(date).or_else(|| self.yearless(journal, line, date)) {
            Some(date) => entry.date = date,
            None => {
                journal.tell(line, format!("{date:?} is not a date: write it like 2010-12-31, with the year"));
                entry.unread = Some(line);
            }
        }
        let rest = rest.trim_start().trim_start_matches(['*', '!']).trim_start();
        let (code, words) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            Some((code, words)) => (Some(code.trim().to_owned()).filter(|code| !code.is_empty()), words),
            None => (None, rest),
        };
        let (payee, description) = match words.split_once('|') {
            Some((payee, note)) => (Some(payee.trim().to_owned()).filter(|payee| !payee.is_empty()), note),
            None => (None, words),
        };
        (entry.code, entry.payee, entry.description) = (code, payee, description.trim().to_owned());
        entry.tags.extend(second.and_then(day).map(|second| ("document-date".to_owned(), second.to_string())));
        for one in &self.applied {
            if let Applied::Tag(name, value) = one {
                entry.tags.insert(name.clone(), value.clone());
            }
        }
        put_tags(&mut entry.tags, comment);
        journal.entries.push(entry);
        Block::Entry
    }

    /// A date without a year: of the year that the file says, else of the present one.
    fn yearless(&self, journal: &mut PlainJournal, line: u64, text: &str) -> Option<Date> {
        let year = self.year.unwrap_or_else(|| today::on(commit::now(), "UTC").year());
        let separator = text.chars().find(|c| matches!(c, '-' | '/' | '.'))?;
        let found = day(&format!("{year:04}{separator}{text}"))?;
        if self.year.is_none() {
            journal.note(line, format!("a date without a year is taken to be in {year}: write `Y {year}` above it"));
        }
        Some(found)
    }

    /// A posting, or a comment of the entry or posting above.
    fn indented(&self, journal: &mut PlainJournal, line: u64, text: &str) {
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
        hledger_posting::add(journal, line, text, &self.commodity, |own| self.path(own));
    }
}

fn refused(journal: &mut PlainJournal, line: u64, why: &str, way_out: &str) -> Block {
    journal.tell(line, format!("{why}: {way_out}"));
    Block::Passed
}

#[cfg(test)]
mod tests {
    use super::super::read as read_bytes;
    use super::super::{Price, Virtual};
    use super::*;
    use crate::plaintext::PlainFormat;
    use domain::rows::AccountType;

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
            ("alias /a/ = b", "print --explicit"),
            ("apply fixed X 1", "print --explicit"),
            ("Y 20x", "is not a year"),
            ("2010-02-30 no day", "is not a date"),
            ("2010-01-05 x\n    a:b  5 X {3 GBP", "neither a lot nor a price"),
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

    #[test]
    fn lines_that_change_later_ones_are_followed_and_what_is_left_out_is_noted() {
        let read = journal(
            "Y 2010\nD $1.00\nalias bank = assets:bank\napply account home\napply tag trip: paris\n\
             01/05 x\n    bank  5\n    (assets:budget)  5\n    [assets:x]  = 7\n\nend tag\nend apply account\n\
             2/6 y\n    bank:giro  -1 h\n\n~ monthly\n    a  5\n\n= /x/\n    (a)  1\n\nC 1.00 h = 60 min\n\
             P 2010/01/02 15:50:00 BTC $10800\nend aliases\n2010-03-01 z\n    bank  0\n",
        );
        assert_eq!(read.problems, []);
        let entry = &read.entries[0];
        assert_eq!((entry.date.to_string().as_str(), entry.tags["trip"].as_str()), ("2010-01-05", "paris"));
        let paths: Vec<&str> =
            read.entries.iter().flat_map(|one| &one.postings).map(|one| one.account.as_str()).collect();
        assert_eq!(paths, ["home:bank", "home:assets:budget", "home:assets:x", "assets:bank:giro", "bank"]);
        assert_eq!(entry.postings[0].amount, Some(amount::parse("$5").unwrap()));
        assert_eq!(
            (entry.postings[1].outside, entry.postings[2].outside),
            (Some(Virtual::Alone), Some(Virtual::Balanced))
        );
        assert_eq!(entry.postings[2].assigned.as_ref().map(|one| one.amount.commodity.as_str()), Some("USD"));
        assert_eq!(read.entries[1].tags.get("trip"), None);
        assert_eq!(read.scales["h"].1, "min");
        assert_eq!((read.prices[0].1.as_str(), read.prices[0].2.commodity.as_str()), ("BTC", "USD"));
        let noted: Vec<u64> = read.noted().iter().map(|one| one.line).collect();
        assert_eq!(noted, [16, 19]);
    }
}
