//! Element strings: what GS1-128, GS1 DataMatrix, GS1 QR Code and GS1 DataBar carry, and what people type from labels.

use super::element::{self, Element, Shape};
use super::{Misread, Read, Today};

/// FNC1 as scanners send it: the ASCII group separator.
pub(super) const SEPARATOR: char = '\u{1d}';

/// The elements of a string: identifier and value, one behind the other, a separator behind each value whose length is
/// not fixed.
pub(super) fn read(text: &str, today: Today) -> Result<Vec<Read>, Misread> {
    if text.starts_with('(') {
        return bracketed(text, today);
    }
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(SEPARATOR);
        if rest.is_empty() {
            return Ok(found);
        }
        let ai = element::leading(rest).ok_or_else(|| Misread::unknown(rest))?;
        let behind = &rest[ai.len()..];
        let value = match element::shape(ai) {
            Some(Shape::Digits(length)) => {
                behind.get(..length).ok_or_else(|| Misread::malformed(ai, behind, &format!("{length} digits")))?
            }
            _ => behind.split(SEPARATOR).next().unwrap_or_default(),
        };
        found.push(one(ai, value, today)?);
        rest = &behind[value.len()..];
    }
}

/// As it is printed below the bars: `(01)06291041500213(10)ABC`.
fn bracketed(text: &str, today: Today) -> Result<Vec<Read>, Misread> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((ai, behind)) = bracket(rest) {
        let end = (1..=behind.len()).find(|end| behind.get(*end..).is_some_and(|next| bracket(next).is_some()));
        // Behind a value of fixed length another identifier stands, also one that is not read here.
        let end = match element::shape(ai) {
            Some(Shape::Digits(length)) if behind.get(length..).is_some_and(|next| next.starts_with('(')) => {
                Some(length)
            }
            _ => end,
        };
        let (value, next) = behind.split_at_checked(end.unwrap_or(behind.len())).unwrap_or((behind, ""));
        found.push(one(ai, value, today)?);
        rest = next;
    }
    if rest.is_empty() && !found.is_empty() { Ok(found) } else { Err(Misread::unknown(rest)) }
}

/// An identifier in brackets at the beginning, and what stands behind it.
fn bracket(text: &str) -> Option<(&str, &str)> {
    let (ai, behind) = text.strip_prefix('(')?.split_once(')')?;
    element::shape(ai).map(|_| (ai, behind))
}

pub(super) fn one(ai: &str, value: &str, today: Today) -> Result<Read, Misread> {
    let element: Element = element::read(ai, value, today)?;
    Ok(Read { ai: ai.to_owned(), value: value.to_owned(), element })
}
