//! The application identifiers of GS1: read from GS1's own table, the Barcode Syntax Dictionary (Apache-2.0, its notice
//! is in the file).

use std::sync::LazyLock;

use crate::stock::labels::content::Check;

const TABLE: &str = include_str!("gs1-syntax-dictionary.txt");

/// The characters of a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CharacterSet {
    /// `N`: digits.
    Digits,
    /// `X`: the 82 characters that every scanner reads (General Specifications, 7.11).
    Text,
    /// `Y`: capital letters, digits, `#`, `-` and `/`.
    Part,
    /// `Z`: base64 as addresses have it.
    Base64,
}

/// A part of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Component {
    pub set: CharacterSet,
    pub least: usize,
    pub most: usize,
    pub is_optional: bool,
    pub checks: Vec<Check>,
}

/// An application identifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Identifier {
    /// Two to four digits.
    pub ai: String,
    /// GS1's short title of it, such as `BATCH/LOT`.
    pub title: &'static str,
    /// Whether no separator stands behind it, since its length is known by its first digits.
    pub is_predefined: bool,
    /// Whether it may stand in the query of a Digital Link.
    pub is_link_attribute: bool,
    /// Whether a Digital Link may begin with it.
    pub is_link_key: bool,
    pub(super) components: Vec<Component>,
    /// Of each group, one of the alternatives must stand on the label, all identifiers of it.
    pub(super) requires: Vec<Vec<Vec<&'static str>>>,
    /// Identifiers that must not stand on the same label; `n` is any digit.
    pub(super) excludes: Vec<&'static str>,
}

impl Identifier {
    /// How many characters the value has where that never differs.
    #[must_use]
    pub fn fixed_length(&self) -> Option<usize> {
        let is_fixed = |part: &Component| part.least == part.most && !part.is_optional;
        self.components.iter().all(is_fixed).then(|| self.longest())
    }

    /// Most characters of a value.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.components.iter().map(|part| part.most).sum()
    }
}

/// All identifiers, in the order of the table.
#[must_use]
pub fn all() -> &'static [Identifier] {
    static ALL: LazyLock<Vec<Identifier>> = LazyLock::new(|| lines().filter_map(entries).flatten().collect());
    &ALL
}

/// The identifier of these digits.
#[must_use]
pub fn find(ai: &str) -> Option<&'static Identifier> {
    all().iter().find(|one| one.ai == ai)
}

/// The identifier with which a text begins; no identifier is the beginning of another one.
pub(super) fn leading(text: &str) -> Option<&'static Identifier> {
    (2..=4).filter_map(|length| text.get(..length)).find_map(find)
}

/// Whether an identifier is one of a pattern such as `310n`.
pub(super) fn matches(ai: &str, pattern: &str) -> bool {
    ai.len() == pattern.len()
        && ai.bytes().zip(pattern.bytes()).all(|(digit, wanted)| wanted == b'n' || digit == wanted)
}

fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
}

/// The identifiers of a line; `None` where the line is not of the table's form, which a test excludes.
fn entries(line: &'static str) -> Option<Vec<Identifier>> {
    let (fields, title) = line.split_once('#').unwrap_or((line, ""));
    let mut words = fields.split_whitespace().peekable();
    let ais = words.next()?;
    let flags = words.next_if(|word| !word.starts_with(|first: char| first.is_ascii_uppercase() || first == '['));
    let flags = flags.unwrap_or_default();
    let mut one = Identifier {
        ai: String::new(),
        title: title.trim(),
        is_predefined: flags.contains('*'),
        is_link_attribute: flags.contains('?'),
        is_link_key: false,
        components: Vec::new(),
        requires: Vec::new(),
        excludes: Vec::new(),
    };
    for word in words {
        match word.split_once('=') {
            Some(("req", groups)) => {
                one.requires.push(groups.split(',').map(|group| group.split('+').collect()).collect());
            }
            Some(("ex", others)) => one.excludes.extend(others.split(',')),
            Some(("dlpkey", _)) => one.is_link_key = true,
            Some(_) => return None,
            None if word == "dlpkey" => one.is_link_key = true,
            None => one.components.push(component(word)?),
        }
    }
    let (first, last) = ais.split_once('-').unwrap_or((ais, ais));
    let range = first.parse::<u16>().ok()?..=last.parse::<u16>().ok()?;
    let length = first.len();
    Some(range.map(|number| Identifier { ai: format!("{number:0length$}"), ..one.clone() }).collect())
}

/// `N6,yymmd0`, `X..20`, `[N3],iso3166`.
fn component(word: &str) -> Option<Component> {
    let mut parts = word.split(',');
    let shape = parts.next()?;
    let bare = shape.strip_prefix('[').and_then(|shape| shape.strip_suffix(']'));
    let is_optional = bare.is_some();
    let shape = bare.unwrap_or(shape);
    let set = match shape.chars().next()? {
        'N' => CharacterSet::Digits,
        'X' => CharacterSet::Text,
        'Y' => CharacterSet::Part,
        'Z' => CharacterSet::Base64,
        _ => return None,
    };
    let length = shape.get(1..)?;
    let (least, most) = match length.strip_prefix("..") {
        Some(most) => (1, most.parse().ok()?),
        None => (length.parse().ok()?, length.parse().ok()?),
    };
    let checks = parts.map(Check::named).collect::<Option<Vec<_>>>()?;
    Some(Component { set, least, most, is_optional, checks })
}

#[cfg(test)]
impl Component {
    /// Text that it takes.
    pub(super) fn example(&self) -> String {
        let has = |check: Check| self.checks.contains(&check);
        let fixed = |text: &str| text.to_owned();
        if has(Check::DayOrMonth) || has(Check::Day) {
            return fixed("260228");
        }
        if has(Check::LongDay) {
            return fixed("20260228");
        }
        if has(Check::Country) || has(Check::CountryOrAny) || has(Check::Currency) {
            return fixed("826");
        }
        if has(Check::CountryLetters) {
            return fixed("GB");
        }
        if has(Check::Hyphen) {
            return fixed("-");
        }
        if has(Check::Zero) {
            return fixed("0");
        }
        if has(Check::Piece) {
            return fixed("0102");
        }
        let length = if self.most == self.least { self.most } else { self.least.max(3).min(self.most) };
        let digits = "1".repeat(length);
        if has(Check::ModuloTen) {
            let key = &digits[1..];
            return crate::stock::labels::check_digit::check_digit(key)
                .map_or(digits.clone(), |digit| format!("{key}{digit}"));
        }
        let hours = [Check::HourMinute, Check::Hour, Check::Minute, Check::Second, Check::Medium];
        match hours.into_iter().any(has) {
            true => "10".repeat(length / 2),
            false => digits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read_and_no_identifier_is_the_beginning_of_another_one() {
        let read: Vec<_> = lines().map(|line| (line, entries(line))).collect();
        for (line, entries) in &read {
            let entries = entries.as_ref().unwrap_or_else(|| panic!("{line} is not read"));
            assert!(entries.iter().all(|one| !one.components.is_empty()), "{line}");
            // Only the last component may vary, or be left out.
            for one in entries {
                let (_, before) = one.components.split_last().expect("a component");
                assert!(before.iter().all(|part| part.least == part.most), "{line}");
            }
        }
        assert!(read.len() > 220 && all().len() > 500, "{} lines, {} identifiers", read.len(), all().len());
        for one in all() {
            let others = all().iter().filter(|other| other.ai != one.ai && other.ai.starts_with(&one.ai));
            assert_eq!(others.count(), 0, "{}", one.ai);
            let patterns = one.requires.iter().flatten().flatten().chain(&one.excludes);
            for pattern in patterns {
                assert!(all().iter().any(|other| matches(&other.ai, pattern)), "{} names {pattern}", one.ai);
            }
        }
    }

    #[test]
    fn an_identifier_has_the_length_title_and_flags_of_its_line() {
        let gtin = find("01").expect("01");
        assert_eq!(
            (gtin.title, gtin.fixed_length(), gtin.is_predefined, gtin.is_link_key),
            ("GTIN", Some(14), true, true)
        );
        let lot = find("10").expect("10");
        assert_eq!((lot.title, lot.fixed_length(), lot.longest(), lot.is_predefined), ("BATCH/LOT", None, 20, false));
        assert_eq!(find("3922").expect("3922").title, "PRICE");
        assert_eq!(leading("241ABC").map(|one| one.ai.as_str()), Some("241"));
        assert!(leading("18").is_none() && leading("ab").is_none() && leading("２2").is_none());
        assert!(matches("3105", "310n") && !matches("3205", "310n"));
    }
}
