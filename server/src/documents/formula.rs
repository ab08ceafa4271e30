//! Text that a spreadsheet would read as a formula, and the apostrophe that prevents it.
//!
//! A spreadsheet evaluates a cell of a CSV file that begins with one of four signs, and ignores some characters before
//! it: blanks, marks of byte order, characters without width. It may compose full-width signs to plain ones, too.
//! Numbers are not text: an amount below zero is never touched.

use std::borrow::Cow;

use domain::value::text;

/// The text as a cell of a CSV file: an apostrophe before a text that would be a formula.
#[must_use]
pub fn guarded(text: &str) -> Cow<'_, str> {
    if needs_guard(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The text of a cell that `guarded` wrote.
#[must_use]
pub fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|text| needs_guard(text)).unwrap_or(cell)
}

/// Whether a spreadsheet would take it for a formula.
#[must_use]
pub fn is_formula(text: &str) -> bool {
    // A mere blank for one spreadsheet may end the cell for another one.
    if text.starts_with(['\t', '\r', '\n']) {
        return true;
    }
    let is_skipped = |c: char| c.is_whitespace() || c.is_control() || text::is_invisible(c);
    // Superscript, small and full-width signs are these four as well.
    text.trim_start_matches(is_skipped).chars().next().is_some_and(|first| {
        matches!(
            first,
            '=' | '+'
                | '-'
                | '@'
                | '＝'
                | '＋'
                | '－'
                | '＠'
                | '﹦'
                | '﹢'
                | '﹣'
                | '﹫'
                | '⁼'
                | '⁺'
                | '⁻'
                | '₌'
                | '₊'
                | '₋'
        )
    })
}

/// Also a text that looks guarded already: reading takes one apostrophe away.
fn needs_guard(text: &str) -> bool {
    is_formula(text.trim_start_matches('\''))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_is_one_behind_whatever_a_spreadsheet_skips() {
        for sign in ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "⁺"] {
            for before in
                ["", " ", "\u{a0}", "\u{200b}", "\u{feff}", "\t", "\r", "\n", "\u{0}", " \u{200b}\u{3000}", "\u{202e}"]
            {
                let text = format!("{before}{sign}1+1");
                assert!(is_formula(&text), "{text:?}");
                assert_eq!(guarded(&text), format!("'{text}"));
                assert_eq!(unguarded(&guarded(&text)), text);
            }
        }
    }

    #[test]
    fn other_text_stays_as_it_is_and_every_text_reads_back() {
        for text in ["", "a=b", "1-1", "'quoted'", "O'Neill", "'", "\u{200b}", "  ", "£-5", "(=1)"] {
            assert_eq!(guarded(text), text, "{text:?}");
        }
        for text in ["'=1", "''=1", "' =1", "'a", "=1", "'\u{200b}@"] {
            assert_eq!(unguarded(&guarded(text)), text, "{text:?}");
        }
    }
}
