//! Journals of beancount.

use domain::rows::{Account, Entry, Line};
use domain::value::cell::IsoDate;

use super::books::Books;
use super::hledger::amount;
use super::tags::{self, Names, Tag};

/// The text before the first entry.
#[must_use]
pub fn header(books: &Books) -> String {
    let base = books.settings.base_currency;
    let opened = IsoDate(books.opened);
    let mut out = format!(
        "; The books of {} in {base}, as of event {} of their log\n; To be read with beancount\n\n\
         option \"title\" {}\noption \"operating_currency\" \"{base}\"\n\n",
        super::hledger::one_line(&books.settings.name),
        books.seq,
        quoted(&books.settings.name),
    );
    for currency in &books.currencies {
        out.push_str(&format!(
            "{opened} commodity {}\n  decimals: {}\n",
            books.written(*currency),
            currency.decimals()
        ));
    }
    out.push('\n');
    for account in &books.accounts {
        out.push_str(&declared(account, &books.paths.get(account.id), &opened.to_string()));
    }
    out.push('\n');
    out + &books.declarations() + "\n"
}

fn declared(account: &Account, path: &str, opened: &str) -> String {
    let mut out = format!("{opened} open {path}\n");
    let own = [("code".to_owned(), account.code.clone()), ("name".to_owned(), account.name.clone())];
    put_metadata(&mut out, &own, "  ");
    out
}

/// An entry with its lines.
#[must_use]
pub fn entry(books: &Books, entry: &Entry, lines: &[Line], names: &Names<'_>) -> String {
    let payee = tags::payee(lines, names).map(|payee| format!("{} ", quoted(&payee))).unwrap_or_default();
    let mut out = format!("{} * {payee}{}\n", IsoDate(entry.date), quoted(&entry.description));
    let mut own = vec![("number".to_owned(), entry.number.clone().unwrap_or_default())];
    own.extend(tags::of_entry(entry, names));
    put_metadata(&mut out, &own, "  ");
    for line in lines {
        out.push_str(&format!(
            "  {}  {}\n",
            books.paths.get(line.account_id),
            amount(line, books.settings.base_currency, |currency| books.written(currency))
        ));
        put_metadata(&mut out, &tags::of_line(line, names), "    ");
    }
    out.push('\n');
    out
}

fn put_metadata(out: &mut String, own: &[Tag], indent: &str) {
    for (name, value) in own {
        out.push_str(&format!("{indent}{name}: {}\n", quoted(value)));
    }
}

/// A text in quotes, on one line.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
