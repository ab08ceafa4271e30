//! Days and amounts as people and spreadsheets write them, each read strictly or refused with what to do.

use domain::value::{Date, Decimal};

use super::mapping::{DateOrder, DecimalMark};

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Reads a day: `31/01/2010` in the order of the file, `2010-01-31`, `31 Jan 2010` or `January 31, 2010` in any.
pub fn day(text: &str, order: DateOrder) -> Result<Date, String> {
    let parts: Vec<&str> = text.split(|one: char| " /.-,".contains(one)).filter(|part| !part.is_empty()).collect();
    // A time of day after it says nothing here.
    let parts = match parts.as_slice() {
        [first, second, third, rest @ ..] if rest.iter().all(|part| is_time(part)) => [*first, *second, *third],
        _ => return Err(not_a_day(text, order)),
    };
    let (year, month, day) =
        by_name(parts).or_else(|| by_number(parts, order)).ok_or_else(|| not_a_day(text, order))?;
    Date::new(year, month, day).map_err(|_| format!("{text:?} does not exist in the calendar: {}", told(order)))
}

fn not_a_day(text: &str, order: DateOrder) -> String {
    format!("{text:?} is not a day: {}", told(order))
}

fn told(order: DateOrder) -> &'static str {
    match order {
        DateOrder::YearFirst => "days are read as 2010-01-31. Say dates=dayFirst or dates=monthFirst for other files",
        DateOrder::DayFirst => "days are read as 31/01/2010. Say dates=monthFirst where the month stands in front",
        DateOrder::MonthFirst => "days are read as 01/31/2010. Say dates=dayFirst where the day stands in front",
    }
}

fn is_time(part: &str) -> bool {
    matches!(part, "AM" | "PM" | "am" | "pm")
        || (part.contains(':') && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b':'))
}

/// A day whose month is a word.
fn by_name(parts: [&str; 3]) -> Option<(i16, i8, i8)> {
    let is_word = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let month = |part: &str| {
        let part = part.to_lowercase();
        let place = MONTHS.iter().position(|name| part.get(..3) == Some(*name))?;
        i8::try_from(place + 1).ok()
    };
    let (word, day) = match parts {
        [first, second, _] if is_word(first) => (first, second),
        [first, second, _] if is_word(second) => (second, first),
        _ => return None,
    };
    Some((year(parts[2])?, month(word)?, small(day)?))
}

fn by_number(parts: [&str; 3], order: DateOrder) -> Option<(i16, i8, i8)> {
    let [first, second, third] = parts;
    if let Some(year) = year(first) {
        return Some((year, small(second)?, small(third)?));
    }
    match order {
        DateOrder::YearFirst => None,
        DateOrder::DayFirst => Some((year(third)?, small(second)?, small(first)?)),
        DateOrder::MonthFirst => Some((year(third)?, small(first)?, small(second)?)),
    }
}

/// Four digits: of two nobody knows the century.
fn year(part: &str) -> Option<i16> {
    if part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit()) { part.parse().ok() } else { None }
}

fn small(part: &str) -> Option<i8> {
    if part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit()) { part.parse().ok() } else { None }
}

/// Reads an amount with its sign: `1,234.50`, `-12`, `(12.00)`, `£3.20`, `12 CR` is no amount.
pub fn amount(text: &str, mark: DecimalMark) -> Result<Decimal, String> {
    let wrong = || {
        let shape = match mark {
            DecimalMark::Point => "1,234.56. Say decimals=comma where a comma stands before the decimals",
            DecimalMark::Comma => "1.234,56. Say decimals=point where a point stands before the decimals",
        };
        format!("{text:?} is not an amount: amounts are read as {shape}")
    };
    let bare = |one: &str| one.trim_matches(|sign: char| sign.is_whitespace() || "£€$¥".contains(sign)).to_owned();
    let mut digits = bare(text);
    let mut is_negative = false;
    if let Some(inside) = digits.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        (digits, is_negative) = (bare(inside), true);
    }
    for sign in ['-', '\u{2212}'] {
        let without = digits.strip_prefix(sign).or_else(|| digits.strip_suffix(sign)).map(bare);
        if let Some(without) = without {
            if is_negative {
                return Err(wrong());
            }
            (digits, is_negative) = (without, true);
        }
    }
    let (point, grouping) = match mark {
        DecimalMark::Point => ('.', ','),
        DecimalMark::Comma => (',', '.'),
    };
    let (whole, decimals) = digits.split_once(point).map_or((digits.as_str(), None), |(one, two)| (one, Some(two)));
    if whole.is_empty() && decimals.is_none_or(str::is_empty) {
        return Err(wrong());
    }
    let whole = ungrouped(whole, grouping).ok_or_else(wrong)?;
    let plain = match decimals {
        Some(decimals) if !decimals.is_empty() => format!("{whole}.{decimals}"),
        _ => whole,
    };
    let read = Decimal::parse(&plain).map_err(|_| wrong())?;
    Ok(if is_negative { Decimal { unscaled: -read.unscaled, ..read } } else { read })
}

/// Digits without what stands between their groups of three, and without zeros in front; `None` where a group is not of three.
fn ungrouped(text: &str, mark: char) -> Option<String> {
    let is_mark = |one: char| one == mark || matches!(one, '\'' | '\u{2019}' | ' ' | '\u{a0}' | '\u{202f}');
    let groups: Vec<&str> = text.split(is_mark).collect();
    let is_grouped = groups.len() == 1
        || ((1..=3).contains(&groups[0].len()) && groups.iter().skip(1).all(|group| group.len() == 3));
    let digits = groups.concat();
    if !is_grouped || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let digits = digits.trim_start_matches('0');
    Some(if digits.is_empty() { "0".to_owned() } else { digits.to_owned() })
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_day_is_read_in_the_order_of_its_file_and_never_guessed() {
        use DateOrder::{DayFirst, MonthFirst, YearFirst};
        for (text, order, expected) in [
            ("31/01/2010", DayFirst, Some(date(2010, 1, 31))),
            ("1.2.2010", DayFirst, Some(date(2010, 2, 1))),
            ("01/02/2010", MonthFirst, Some(date(2010, 1, 2))),
            ("01/31/2010", DayFirst, None),
            ("2010-01-31", MonthFirst, Some(date(2010, 1, 31))),
            ("2010-01-31 00:00:00", YearFirst, Some(date(2010, 1, 31))),
            ("31 Jan 2010", YearFirst, Some(date(2010, 1, 31))),
            ("January 31, 2010", DayFirst, Some(date(2010, 1, 31))),
            ("Sept 9, 2010", DayFirst, Some(date(2010, 9, 9))),
            ("31/01/2010", YearFirst, None),
            ("31/01/10", DayFirst, None),
            ("30 Feb 2010", DayFirst, None),
            ("", DayFirst, None),
            ("Total", DayFirst, None),
            ("1/2/2010 3", DayFirst, None),
        ] {
            assert_eq!(day(text, order).ok(), expected, "{text}");
        }
    }

    #[test]
    fn an_amount_keeps_its_sign_and_a_wrong_group_is_no_amount() {
        use DecimalMark::{Comma, Point};
        for (text, mark, expected) in [
            ("1,234.50", Point, Some("1234.50")),
            ("1.234,50", Comma, Some("1234.50")),
            ("1\u{a0}234,5", Comma, Some("1234.5")),
            ("1'000'000", Point, Some("1000000")),
            ("-12", Point, Some("-12")),
            ("12-", Point, Some("-12")),
            ("(12.00)", Point, Some("-12.00")),
            ("£3.20", Point, Some("3.20")),
            ("-$3.20", Point, Some("-3.20")),
            ("$(3.20)", Point, Some("-3.20")),
            ("007", Point, Some("7")),
            ("1,23", Point, None),
            ("1.23", Comma, None),
            ("1,2345", Point, None),
            ("(-1)", Point, None),
            ("12 CR", Point, None),
            ("1e3", Point, None),
            ("", Point, None),
        ] {
            assert_eq!(amount(text, mark).ok().map(|read| read.to_string()).as_deref(), expected, "{text}");
        }
    }
}
