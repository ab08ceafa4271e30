//! Journals of hledger, and of ledger, which differ in a few directives.

use domain::rows::{Account, AccountSubtype, AccountType, Entry, Line};
use domain::value::cell::IsoDate;
use domain::value::{Currency, Decimal};

use super::PlainFormat;
use super::books::Books;
use super::tags::{self, Names, Tag};

/// Characters of an account's name before its amount.
const NAME_WIDTH: usize = 48;

/// The text before the first entry.
#[must_use]
pub fn header(books: &Books, format: PlainFormat) -> String {
    let title = one_line(&books.settings.name);
    let base = books.settings.base_currency;
    let mut out = format!(
        "; The books of {title} in {base}, as of event {} of their log\n; To be read with {}\n\n",
        books.seq,
        format.name()
    );
    for currency in &books.currencies {
        out.push_str(&commodity(*currency, &books.written(*currency), format));
    }
    out.push('\n');
    for account in &books.accounts {
        out.push_str(&declared(account, &books.paths.get(account.id), format));
    }
    out.push('\n');
    out + &books.declarations() + "\n"
}

fn commodity(currency: Currency, name: &str, format: PlainFormat) -> String {
    let sample = Decimal { unscaled: 1_000 * 10_i128.pow(u32::from(currency.decimals())), scale: currency.decimals() };
    // hledger wants to see the decimal mark, also where nothing follows it.
    let mark = if currency.decimals() == 0 { "." } else { "" };
    match format {
        PlainFormat::Ledger => format!("commodity {name}\n    format {sample} {name}\n"),
        _ => format!("commodity {sample}{mark} {name}\n"),
    }
}

fn declared(account: &Account, path: &str, format: PlainFormat) -> String {
    let mut out = format!("account {path}\n");
    let mut own = vec![("code".to_owned(), account.code.clone())];
    if format == PlainFormat::Hledger {
        own.push(("type".to_owned(), kind(account).to_owned()));
    }
    put_tags(&mut out, &own, "    ");
    out
}

/// The letter by which hledger knows the type.
fn kind(account: &Account) -> &'static str {
    match (account.account_type, account.subtype) {
        (AccountType::Asset, Some(AccountSubtype::Cash | AccountSubtype::Bank)) => "C",
        (AccountType::Asset, _) => "A",
        (AccountType::Liability, _) => "L",
        (AccountType::Equity, _) => "E",
        (AccountType::Revenue, _) => "R",
        (AccountType::Expense, _) => "X",
    }
}

/// An entry with its lines.
#[must_use]
pub fn entry(books: &Books, entry: &Entry, lines: &[Line], names: &Names<'_>, format: PlainFormat) -> String {
    let number = entry.number.as_deref().unwrap_or_default();
    let code = one_line(number).replace(['(', ')'], "/");
    let description = one_line(&entry.description);
    let mut own = tags::of_entry(entry, names);
    if code != number {
        own.insert(0, ("number".to_owned(), number.to_owned()));
    }
    if description != entry.description {
        own.push(("description".to_owned(), entry.description.clone()));
    }
    let payee = tags::payee(lines, names).map(|payee| one_line(&payee)).filter(|_| format == PlainFormat::Hledger);
    let words = match payee {
        Some(payee) => format!("{payee} | {description}"),
        None => description,
    };
    let mut out = format!("{} * ({code}) {words}", IsoDate(entry.date)).trim_end().to_owned();
    out.push('\n');
    put_tags(&mut out, &own, "    ");
    let base = books.settings.base_currency;
    for line in lines {
        let path = books.paths.get(line.account_id);
        let padding = NAME_WIDTH.saturating_sub(path.chars().count());
        out.push_str(&format!(
            "    {path}{:padding$}  {}\n",
            "",
            amount(line, base, |currency| books.written(currency))
        ));
        put_tags(&mut out, &tags::of_line(line, names), "        ");
    }
    out.push('\n');
    out
}

/// The amount of a line; that of a foreign currency with its exact total in base currency.
#[must_use]
pub fn amount(line: &Line, base: Currency, written: impl Fn(Currency) -> String) -> String {
    let in_base = signed(line.base_debit, line.base_credit, base);
    if line.currency == base || tags::is_base_only(line) {
        return format!("{in_base} {}", written(base));
    }
    // A total price has no sign of its own: it takes that of the amount.
    let price = in_base.trim_start_matches('-');
    format!(
        "{} {} @@ {price} {}",
        signed(line.debit, line.credit, line.currency),
        written(line.currency),
        written(base)
    )
}

fn signed(debit: i64, credit: i64, currency: Currency) -> String {
    Decimal { unscaled: i128::from(debit) - i128::from(credit), scale: currency.decimals() }.to_string()
}

/// One tag per line: a comma would end a value.
fn put_tags(out: &mut String, own: &[Tag], indent: &str) {
    for (name, value) in own {
        out.push_str(&format!("{indent}; {name}: {}\n", encoded(value)));
    }
}

/// A text on one line in which nothing begins a comment or a payee.
#[must_use]
pub fn one_line(text: &str) -> String {
    let replaced: String = text
        .chars()
        .map(|c| match c {
            ';' => ',',
            '|' => '/',
            c if c.is_control() => ' ',
            c => c,
        })
        .collect();
    replaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A value in which nothing ends it, is taken for a date, or for another tag: percent-encoded where it must.
#[must_use]
pub fn encoded(value: &str) -> String {
    let ends = value.len() - value.trim_end().len();
    let begins = value.len() - value.trim_start().len();
    let mut out = String::with_capacity(value.len());
    for (at, c) in value.char_indices() {
        let is_edge = at < begins || at >= value.len() - ends;
        if is_edge || c.is_control() || matches!(c, '%' | ',' | ':' | '[' | ']') {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// The value that [`encoded`] wrote; a text that is not encoded stays as it is.
#[must_use]
pub fn decoded(value: &str) -> String {
    let bytes = value.trim().as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digits = bytes.get(at + 1..at + 3).and_then(|pair| std::str::from_utf8(pair).ok());
        match digits.and_then(|pair| u8::from_str_radix(pair, 16).ok()).filter(|_| byte == b'%') {
            Some(meant) => {
                out.push(meant);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| value.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_comes_back_as_it_was() {
        for value in ["plain", "a, b: c [2010-01-01]", " edges ", "100 %", "two\nlines", "ä%", "", "%41"] {
            assert_eq!(decoded(&encoded(value)), value, "{value:?}");
            assert!(!encoded(value).contains([',', ':', '\n', '[', ']']), "{value:?}");
        }
        assert_eq!(decoded("100 % more"), "100 % more", "what another program wrote");
    }

    #[test]
    fn a_description_is_one_line_without_comments_and_payees() {
        assert_eq!(one_line(" a;b | c\n\td  e "), "a,b / c d e");
    }

    #[test]
    fn a_commodity_shows_the_decimals_of_its_currency() {
        let btc = domain::value::CurrencyRef::parse("BTC").and_then(|code| Currency::custom(code, 8)).unwrap();
        let yen = Currency::parse("JPY").unwrap();
        for (currency, format, text) in [
            (btc, PlainFormat::Hledger, "commodity 1000.00000000 BTC\n"),
            (yen, PlainFormat::Hledger, "commodity 1000. JPY\n"),
            (btc, PlainFormat::Ledger, "commodity BTC\n    format 1000.00000000 BTC\n"),
            (yen, PlainFormat::Ledger, "commodity JPY\n    format 1000 JPY\n"),
        ] {
            assert_eq!(commodity(currency, currency.code(), format), text);
        }
    }

    #[test]
    fn foreign_and_base_figures_are_both_exact() {
        let currency = |code: &str| Currency::parse(code).unwrap();
        let gbp = currency("GBP");
        for (code, debit, credit, base_debit, base_credit, text) in [
            ("GBP", 12_345, 0, 12_345, 0, "123.45 GBP"),
            ("GBP", 0, 5, 0, 5, "-0.05 GBP"),
            ("USD", 10_000, 0, 8_000, 0, "100.00 USD @@ 80.00 GBP"),
            ("USD", 0, 6_000, 0, 4_801, "-60.00 USD @@ 48.01 GBP"),
            ("JPY", 1_500, 0, 812, 0, "1500 JPY @@ 8.12 GBP"),
            ("USD", 0, 0, 500, 0, "5.00 GBP"),
            ("USD", 0, 0, 0, 500, "-5.00 GBP"),
            ("USD", 1, 0, 0, 0, "0.01 USD @@ 0.00 GBP"),
        ] {
            let line = tags::tests::line(currency(code), debit, credit, base_debit, base_credit);
            assert_eq!(amount(&line, gbp, |currency| currency.to_string()), text);
        }
    }
}
