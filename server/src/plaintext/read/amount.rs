//! Amounts of plain-text journals: a number and a commodity on either side, exactly.

mod expression;

use domain::value::{Decimal, DecimalError};

/// A number of a commodity; an empty one is the default.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlainAmount {
    /// The number.
    pub number: Decimal,
    /// The currency's code, or its name in the file.
    pub commodity: String,
}

/// Reads `-100.00 GBP`, `GBP -100`, `-£1,000.00`, `"EUR" 5`, and sums and products in parentheses: `(3 * 4 GBP)`.
///
/// # Errors
/// Why it is no amount, and how to write it.
pub fn parse(text: &str) -> Result<PlainAmount, String> {
    let trimmed = text.trim();
    if trimmed.starts_with('(') {
        return expression::parse(trimmed).ok_or_else(|| unreadable(text));
    }
    literal(trimmed)
}

/// A number and a commodity without arithmetic.
fn literal(text: &str) -> Result<PlainAmount, String> {
    let mut rest = text.trim();
    let mut is_negative = false;
    let mut commodity: Option<String> = None;
    let mut digits = "";
    while let Some(first) = rest.chars().next() {
        match first {
            ' ' | '\u{a0}' => rest = rest[first.len_utf8()..].trim_start(),
            '-' | '+' if digits.is_empty() => {
                is_negative ^= first == '-';
                rest = &rest[1..];
            }
            '0'..='9' | '.' if digits.is_empty() => {
                let end =
                    rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '_')).unwrap_or(rest.len());
                (digits, rest) = rest.split_at(end);
            }
            '"' if commodity.is_none() => {
                let end = rest[1..].find('"').ok_or_else(|| format!("{text:?} has a quote that is not closed"))?;
                commodity = Some(rest[1..=end].to_owned());
                rest = &rest[end + 2..];
            }
            c if commodity.is_none() && is_of_symbol(c) => {
                let end = rest.find(|c: char| !is_of_symbol(c)).unwrap_or(rest.len());
                commodity = Some(rest[..end].to_owned());
                rest = &rest[end..];
            }
            _ => return Err(unreadable(text)),
        }
    }
    if digits.is_empty() {
        return Err(unreadable(text));
    }
    let mut number = number(digits)?;
    if is_negative {
        number.unscaled = -number.unscaled;
    }
    Ok(PlainAmount { number, commodity: commodity.map(|symbol| code(&symbol)).unwrap_or_default() })
}

/// Whether a commodity may have this character without quotes.
fn is_of_symbol(c: char) -> bool {
    !c.is_whitespace() && !c.is_ascii_digit() && !c.is_control() && !".,;:?!-+*/^&|=<>[](){}@~\"".contains(c)
}

fn unreadable(text: &str) -> String {
    format!("{text:?} is not an amount: write it like -1234.50 GBP")
}

/// The code of a symbol that has one.
fn code(symbol: &str) -> String {
    match symbol {
        "$" => "USD".to_owned(),
        "£" => "GBP".to_owned(),
        "€" => "EUR".to_owned(),
        "¥" => "JPY".to_owned(),
        other => other.to_owned(),
    }
}

/// Digits with a point; commas only between groups of three before it.
fn number(digits: &str) -> Result<Decimal, String> {
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let groups: Vec<&str> = whole.split(',').collect();
    let grouped = groups.len() == 1
        || (groups[0].len() <= 3 && !groups[0].is_empty() && groups[1..].iter().all(|group| group.len() == 3));
    if !grouped || fraction.contains([',', '.']) {
        return Err(format!("{digits:?} is not a number: write a point before decimals, such as 1234.50 or 1,234.50"));
    }
    let whole: String = groups.concat();
    let whole = whole.trim_start_matches('0');
    let plain = format!(
        "{}{}{fraction}",
        if whole.is_empty() { "0" } else { whole },
        if fraction.is_empty() { "" } else { "." }
    );
    Decimal::parse(&plain).map_err(|error: DecimalError| format!("{digits:?} {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_read_exactly_or_refused() {
        for (text, told) in [
            ("100.00 GBP", "100.00 GBP"),
            ("-100 GBP", "-100 GBP"),
            ("GBP -1,234.50", "-1234.50 GBP"),
            ("-£0.05", "-0.05 GBP"),
            ("£-3", "-3 GBP"),
            ("$1,000,000.00", "1000000.00 USD"),
            ("\"EUR\" 5", "5 EUR"),
            ("0", "0 "),
            ("1500. JPY", "1500 JPY"),
            ("007.50 EUR", "7.50 EUR"),
            ("(9G * 6)", "54 G"),
            ("(1 + 2) EUR", "3 EUR"),
            ("(5 EUR - 2 * 0.50 EUR)", "4 EUR"),
            ("50.00€", "50.00 EUR"),
            ("3 🐑", "3 🐑"),
            ("\"Plans: two; of (it)\" 1", "1 Plans: two; of (it)"),
        ] {
            let amount = parse(text).unwrap();
            assert_eq!(format!("{} {}", amount.number, amount.commodity), told, "{text}");
        }
        for wrong in [
            "",
            "GBP",
            "1,5 EUR",
            "1.000,50 EUR",
            "(1 / 3) EUR",
            "(1 + 2",
            "1 2 EUR",
            "EUR 1 USD",
            "1e3 EUR",
            "*3",
            "\"EUR 5",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
