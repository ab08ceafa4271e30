//! What stands behind the units of a posting: lots in braces, prices behind `@`.

use domain::value::Date;

use super::amount::{self, PlainAmount};
use super::{Price, day};

/// How a posting names its lot.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lot {
    /// The cost of a unit.
    pub unit: Option<PlainAmount>,
    /// The cost in all.
    pub total: Option<PlainAmount>,
    /// The day on which it was acquired.
    pub date: Option<Date>,
    /// Its name.
    pub label: Option<String>,
}

/// The figures of a posting.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// The units; `None` where they are left out.
    pub amount: Option<PlainAmount>,
    /// The lot.
    pub lot: Option<Lot>,
    /// The price.
    pub price: Option<Price>,
}

/// How an amount is read.
type Amount = fn(&str) -> Result<PlainAmount, String>;

/// Reads `5 AAPL {$40.00} [2010-01-05] (note) @ $50.00`, any part but the first may lack.
///
/// # Errors
/// Why a part is not read.
pub fn figures(text: &str, read: Amount) -> Result<Figures, String> {
    let text = text.trim();
    let end = units_end(text);
    let (units, mut rest) = (text[..end].trim(), text[end..].trim());
    let mut found = Figures { amount: if units.is_empty() { None } else { Some(read(units)?) }, ..Figures::default() };
    while !rest.is_empty() {
        let unread = || format!("{rest:?} is neither a lot nor a price");
        if let Some(behind) = rest.strip_prefix("{{") {
            let (inner, behind) = behind.split_once("}}").ok_or_else(unread)?;
            lot_in(inner, true, read, found.lot.get_or_insert_default())?;
            rest = behind.trim_start();
        } else if let Some(behind) = rest.strip_prefix('{') {
            let (inner, behind) = behind.split_once('}').ok_or_else(unread)?;
            lot_in(inner, false, read, found.lot.get_or_insert_default())?;
            rest = behind.trim_start();
        } else if let Some(behind) = rest.strip_prefix('[') {
            let (inner, behind) = behind.split_once(']').ok_or_else(unread)?;
            found.lot.get_or_insert_default().date = Some(day(inner.trim()).ok_or_else(unread)?);
            rest = behind.trim_start();
        } else if let Some(total) = rest.strip_prefix("@@").or_else(|| rest.strip_prefix("(@@)")) {
            found.price = Some(Price::Total(read(total)?));
            rest = "";
        } else if let Some(unit) = rest.strip_prefix('@').or_else(|| rest.strip_prefix("(@)")) {
            found.price = if unit.trim().is_empty() { None } else { Some(Price::Unit(read(unit)?)) };
            rest = "";
        } else if let Some(behind) = rest.strip_prefix('(') {
            let (inner, behind) = behind.split_once(')').ok_or_else(unread)?;
            found.lot.get_or_insert_default().label = Some(inner.trim().to_owned());
            rest = behind.trim_start();
        } else {
            return Err(unread());
        }
    }
    Ok(found)
}

/// Where the units end: a lot or a price begins outside of quotes and parentheses.
fn units_end(text: &str) -> usize {
    let (mut is_quoted, mut depth, mut has_units) = (false, 0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' if has_units && depth == 0 => return at,
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            '{' | '[' | '@' if depth == 0 => return at,
            _ => {}
        }
        has_units |= c.is_ascii_digit() && depth == 0;
    }
    text.len()
}

/// `40.00 USD, 2010-01-05, "first"`, any of them; `10 # 5 USD` is a unit's cost and one in all.
fn lot_in(inner: &str, is_total: bool, read: Amount, lot: &mut Lot) -> Result<(), String> {
    // A comma also parts thousands: a number with one is read as a whole.
    let parts: Vec<&str> =
        if read(inner.trim().trim_start_matches('=')).is_ok() { vec![inner] } else { inner.split(',').collect() };
    for part in parts {
        let part = part.trim().trim_start_matches('=').trim();
        if part.is_empty() || part == "*" {
            continue;
        }
        if let Some(date) = day(part) {
            lot.date = Some(date);
        } else if let Some(label) = part.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
            lot.label = Some(label.to_owned());
        } else if let Some((unit, total)) = part.split_once('#') {
            let total = read(total)?;
            if !unit.trim().is_empty() {
                lot.unit =
                    Some(PlainAmount { number: amount::parse(unit)?.number, commodity: total.commodity.clone() });
            }
            lot.total = Some(total);
        } else if is_total {
            lot.total = Some(read(part)?);
        } else {
            lot.unit = Some(read(part)?);
        }
    }
    Ok(())
}

/// The place of the first of these characters outside of quotes, braces and parentheses.
#[must_use]
pub fn outside(text: &str, wanted: char) -> Option<usize> {
    let (mut is_quoted, mut depth) = (false, 0_usize);
    text.char_indices().find_map(|(at, c)| {
        match c {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        (c == wanted && !is_quoted && depth == 0).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Figures {
        figures(text, amount::parse).unwrap()
    }

    #[test]
    fn lots_and_prices_are_read_in_the_spelling_of_each_program() {
        let some = |text: &str| Some(amount::parse(text).unwrap());
        let found = read("\"Plans: x\" -1 {1.25G} [2010/01/05] (note) @ 2G");
        assert_eq!(found.amount, some("-1 \"Plans: x\""));
        assert_eq!(found.price, Some(Price::Unit(amount::parse("2G").unwrap())));
        let lot = found.lot.unwrap();
        assert_eq!((lot.unit, lot.total, lot.label.as_deref()), (some("1.25 G"), None, Some("note")));
        assert_eq!(lot.date.map(|date| date.to_string()).as_deref(), Some("2010-01-05"));
        assert_eq!(read("5 X {{1,500.00 USD}}").lot.unwrap().total, some("1500.00 USD"));
        let lot = read("-5 X {40 USD, 2010-01-05, \"first\"}").lot.unwrap();
        assert_eq!((lot.unit, lot.label.as_deref()), (some("40 USD"), Some("first")));
        assert_eq!(read("-5 X {}").lot, Some(Lot::default()));
        assert_eq!(read("5 APPL@$2000").price, Some(Price::Unit(amount::parse("2000 USD").unwrap())));
        assert_eq!(read("(9G * 6)").amount, some("54 G"));
        assert_eq!(read(""), Figures::default());
        assert!(figures("5 X {3 USD", amount::parse).is_err());
        assert_eq!(outside("5 X {=3} = 2", '='), Some(9));
    }
}
