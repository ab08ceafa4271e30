//! Sums and products in parentheses. Quotients are not read: most are no decimal.

use super::{PlainAmount, literal};
use crate::plaintext::read::exact;

/// Reads `(9 GBP * 6)` or `(1 + 2) EUR`.
pub(super) fn parse(text: &str) -> Option<PlainAmount> {
    let mut reader = Reader { rest: text };
    let mut found = reader.atom()?;
    let behind = reader.rest.trim();
    if !behind.is_empty() {
        let named = literal(&format!("1 {behind}")).ok()?;
        if !found.commodity.is_empty() || named.commodity.is_empty() {
            return None;
        }
        found.commodity = named.commodity;
    }
    Some(found)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn skip(&mut self, wanted: char) -> bool {
        let behind = self.rest.trim_start().strip_prefix(wanted);
        self.rest = behind.unwrap_or(self.rest);
        behind.is_some()
    }

    fn sum(&mut self) -> Option<PlainAmount> {
        let mut found = self.product()?;
        loop {
            let is_minus = self.skip('-');
            if !is_minus && !self.skip('+') {
                return Some(found);
            }
            let mut next = self.product()?;
            if is_minus {
                next.number = exact::negated(next.number);
            }
            found.commodity = one_of(&found.commodity, &next.commodity)?;
            found.number = exact::add(found.number, next.number)?;
        }
    }

    fn product(&mut self) -> Option<PlainAmount> {
        let mut found = self.atom()?;
        while self.skip('*') {
            let next = self.atom()?;
            if !found.commodity.is_empty() && !next.commodity.is_empty() {
                return None;
            }
            found.commodity = one_of(&found.commodity, &next.commodity)?;
            found.number = exact::multiply(found.number, next.number)?;
        }
        Some(found)
    }

    fn atom(&mut self) -> Option<PlainAmount> {
        if self.skip('(') {
            let found = self.sum()?;
            return self.skip(')').then_some(found);
        }
        let text = self.rest.trim_start();
        let (mut has_digit, mut is_quoted) = (false, false);
        let end = text.find(|c: char| {
            has_digit |= c.is_ascii_digit();
            is_quoted ^= c == '"';
            !is_quoted && (matches!(c, '*' | '/' | '(' | ')') || (has_digit && matches!(c, '+' | '-')))
        });
        let (own, rest) = text.split_at(end.unwrap_or(text.len()));
        self.rest = rest;
        literal(own).ok()
    }
}

/// The commodity of two, where they do not differ.
fn one_of(one: &str, other: &str) -> Option<String> {
    match (one, other) {
        ("", name) | (name, "") => Some(name.to_owned()),
        (one, other) => (one == other).then(|| one.to_owned()),
    }
}
