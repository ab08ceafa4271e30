//! Number patterns of journals: `GJ-{year}-{seq:6}`.

use crate::value::Date;

/// A checked pattern: literal text with `{year}`, `{month}` and exactly one `{seq}` or `{seq:width}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberPattern(String);

/// Longest pattern.
const MOST_CHARACTERS: usize = 40;

impl NumberPattern {
    /// Checks a pattern.
    ///
    /// # Errors
    /// A sentence that names the fault in it.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() || text.len() > MOST_CHARACTERS {
            return Err(format!("a number pattern must have 1 to {MOST_CHARACTERS} characters"));
        }
        let mut sequences = 0;
        for piece in pieces(text)? {
            match piece {
                Piece::Literal(literal) => {
                    if !literal.chars().all(|c| c.is_ascii_alphanumeric() || "-_/. ".contains(c)) {
                        return Err(format!("{literal:?} has a character that is not allowed in numbers"));
                    }
                }
                Piece::Seq(_) => sequences += 1,
                Piece::Year | Piece::Month => {}
            }
        }
        if sequences != 1 {
            return Err("a number pattern must have exactly one {seq} or {seq:width}".to_owned());
        }
        Ok(Self(text.to_owned()))
    }

    /// The pattern's text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Whether the pattern tells years apart, which a series that restarts every year needs.
    #[must_use]
    pub fn names(&self, part: &str) -> bool {
        self.0.contains(part)
    }

    /// The number with this place in the series, for an entry of this date.
    #[must_use]
    pub fn render(&self, date: Date, sequence: i64) -> String {
        // The text was checked by `parse`, so that the fallback is never taken.
        pieces(&self.0)
            .unwrap_or_default()
            .into_iter()
            .map(|piece| match piece {
                Piece::Literal(literal) => literal.to_owned(),
                Piece::Year => format!("{:04}", date.year()),
                Piece::Month => format!("{:02}", date.month()),
                Piece::Seq(width) => format!("{sequence:0width$}"),
            })
            .collect()
    }
}

impl NumberPattern {
    /// The place that a number has in its series, for an entry of this date; `None` where it is no number of this
    /// pattern.
    #[must_use]
    pub fn place(&self, date: Date, number: &str) -> Option<i64> {
        let (mut before, mut after, mut is_behind) = (String::new(), String::new(), false);
        for piece in pieces(&self.0).ok()? {
            let part = if is_behind { &mut after } else { &mut before };
            match piece {
                Piece::Literal(literal) => part.push_str(literal),
                Piece::Year => part.push_str(&format!("{:04}", date.year())),
                Piece::Month => part.push_str(&format!("{:02}", date.month())),
                Piece::Seq(_) => is_behind = true,
            }
        }
        let digits = number.strip_prefix(&before)?.strip_suffix(&after)?;
        let place = digits.parse().ok().filter(|place| *place > 0)?;
        (self.render(date, place) == number).then_some(place)
    }
}

enum Piece<'a> {
    Literal(&'a str),
    Year,
    Month,
    Seq(usize),
}

fn pieces(text: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(open) = rest.find('{') else {
            found.push(Piece::Literal(rest));
            break;
        };
        if open > 0 {
            found.push(Piece::Literal(&rest[..open]));
        }
        let close = rest[open..].find('}').ok_or("a { without its }")? + open;
        found.push(match &rest[open + 1..close] {
            "year" => Piece::Year,
            "month" => Piece::Month,
            "seq" => Piece::Seq(0),
            other => match other.strip_prefix("seq:").and_then(|width| width.parse().ok()) {
                Some(width @ 1..=12) => Piece::Seq(width),
                _ => return Err(format!("{{{other}}} is not known: use {{year}}, {{month}}, {{seq}} or {{seq:6}}")),
            },
        });
        rest = &rest[close + 1..];
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_its_pattern_filled_in() {
        let date: Date = jiff::civil::date(2010, 12, 1);
        for (pattern, number) in
            [("GJ-{year}-{seq:6}", "GJ-2010-000042"), ("{month}/{seq}", "12/42"), ("{seq:2}", "42")]
        {
            let pattern = NumberPattern::parse(pattern).unwrap();
            assert_eq!((pattern.render(date, 42).as_str(), pattern.place(date, number)), (number, Some(42)));
            for other in ["", "42x", "GJ-2010-42", "GJ-2010--00042", "GJ-2011-000042", "11/42", "042", "+42", "00"] {
                assert_eq!(pattern.place(date, other), None, "{other}");
            }
        }
    }

    #[test]
    fn a_pattern_without_exactly_one_sequence_is_refused() {
        for wrong in ["", "GJ", "{seq}{seq}", "{day}-{seq}", "{seq:0}", "{seq:13}", "{seq", "ü{seq}"] {
            assert!(NumberPattern::parse(wrong).is_err(), "{wrong}");
        }
    }
}
