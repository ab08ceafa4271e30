//! Element strings: the contents of GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar, and of labels typed by
//! people.

use crate::stock::labels::content::Check;
use crate::stock::labels::dictionary::{self, CharacterSet, Identifier};
use crate::stock::labels::{Element, Misread, Read, Today, element};

/// FNC1 as scanners send it: the ASCII group separator.
pub(super) const SEPARATOR: char = '\u{1d}';

/// FNC1 as some scanners are set to spell it; three such characters in a row stand in no lot.
pub(super) const SPELLED: &str = "<GS>";

/// Most other readings that are offered.
const OFFERS: usize = 5;

/// The elements of a string: identifier and value, one after the other, with a separator after each value whose length
/// does not follow from its identifier.
pub(super) fn read(text: &str, today: Today) -> Result<Vec<Read>, Misread> {
    if text.starts_with('(') {
        return bracketed(text, today);
    }
    let text = text.replace(SPELLED, "\u{1d}");
    let mut found = Vec::new();
    let mut rest = text.as_str();
    loop {
        rest = rest.trim_start_matches(SEPARATOR);
        if rest.is_empty() {
            return Ok(found);
        }
        let (identifier, value) = next(rest)?;
        found.push(one(&identifier.ai, value, today)?);
        rest = &rest[identifier.ai.len() + value.len()..];
    }
}

/// The identifier with which a text begins, and its value.
fn next(text: &str) -> Result<(&'static Identifier, &str), Misread> {
    let identifier = dictionary::leading(text).ok_or_else(|| Misread::unknown(text))?;
    let ai = identifier.ai.as_str();
    let behind = &text[ai.len()..];
    let value = match identifier.fixed_length().filter(|_| identifier.is_predefined) {
        Some(length) => {
            behind.get(..length).ok_or_else(|| Misread::malformed(ai, behind, &format!("{length} digits")))?
        }
        None => behind.split(SEPARATOR).next().unwrap_or_default(),
    };
    Ok((identifier, value))
}

/// Other readings of a string whose printer may have left a separator out: within a value that ends where it likes,
/// another identifier with a sound value of known length may begin. Each is given in the form that people write, with
/// brackets, so that it can be sent as it is. None is chosen: only the label's maker knows which one is right.
pub(super) fn offers(text: &str, today: Today) -> Vec<String> {
    let text = text.replace(SPELLED, "\u{1d}");
    let mut offers = Vec::new();
    if !text.starts_with('(') {
        split(&text, "", false, today, &mut offers);
    }
    offers
}

/// Reads on with both: the value up to its separator, and each place within it at which something else may begin.
fn split(rest: &str, before: &str, is_split: bool, today: Today, offers: &mut Vec<String>) {
    let rest = rest.trim_start_matches(SEPARATOR);
    if rest.is_empty() {
        if is_split && !offers.iter().any(|known| known == before) {
            offers.push(before.to_owned());
        }
        return;
    }
    let Ok((identifier, value)) = next(rest) else { return };
    let ai = identifier.ai.as_str();
    let behind = &rest[ai.len() + value.len()..];
    if one(ai, value, today).is_ok() {
        split(behind, &format!("{before}({ai}){value}"), is_split, today, offers);
    }
    // One separator is left out, not several: else everything is possible. A number is not cut: any digits would do.
    let is_text = identifier.components.iter().any(|part| part.set == CharacterSet::Text && part.checks.is_empty());
    if is_split || identifier.is_predefined || !is_text {
        return;
    }
    for at in 1..value.len().min(identifier.longest() + 1) {
        let Some((kept, tail)) = value.split_at_checked(at) else { continue };
        let is_known = dictionary::leading(tail).is_some_and(|next| next.is_predefined && tells(next));
        if offers.len() < OFFERS && is_known && one(ai, kept, today).is_ok() {
            let tail = &rest[ai.len() + at..];
            split(tail, &format!("{before}({ai}){kept}"), true, today, offers);
        }
    }
}

/// Whether a value of it tells by itself that it is one: a day, or a key with a check digit.
fn tells(identifier: &Identifier) -> bool {
    let is_told = |check: &Check| matches!(check, Check::ModuloTen | Check::DayOrMonth);
    identifier.components.iter().any(|part| part.checks.iter().any(is_told))
}

/// Whether it begins like the text printed below the bars: with a known identifier in brackets.
pub(super) fn is_bracketed(text: &str) -> bool {
    bracket(text).is_some()
}

/// As it is printed below the bars: `(01)06291041500213(10)ABC`, also with blanks between, as people copy it.
fn bracketed(text: &str, today: Today) -> Result<Vec<Read>, Misread> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((identifier, behind)) = bracket(rest) {
        let end = (1..=behind.len()).find(|end| behind.get(*end..).is_some_and(|next| bracket(next).is_some()));
        // Behind a value of fixed length another identifier stands, also one that nobody knows.
        let end = match identifier.fixed_length() {
            Some(length) if behind.get(length..).is_some_and(|next| next.starts_with('(')) => Some(length),
            _ => end,
        };
        let (value, next) = behind.split_at_checked(end.unwrap_or(behind.len())).unwrap_or((behind, ""));
        found.push(one(&identifier.ai, value.trim_matches(' '), today)?);
        rest = next;
    }
    if rest.is_empty() && !found.is_empty() { Ok(found) } else { Err(Misread::unknown(rest)) }
}

/// An identifier in brackets at the beginning, and the text after it.
fn bracket(text: &str) -> Option<(&'static Identifier, &str)> {
    let (ai, behind) = text.strip_prefix('(')?.split_once(')')?;
    dictionary::find(ai).map(|identifier| (identifier, behind))
}

pub(super) fn one(ai: &str, value: &str, today: Today) -> Result<Read, Misread> {
    let element: Element = element::read(ai, value, today)?;
    Ok(Read { ai: ai.to_owned(), value: value.to_owned(), element })
}
