//! Counts in sentences: `1 entry`, but `2 entries`.

use std::fmt::Display;

/// A count with its noun, and the verb if there is one: `one` follows a 1, `many` every other number.
///
/// ```
/// use domain::value::counted;
///
/// assert_eq!(counted(1, "entry refers to it", "entries refer to it"), "1 entry refers to it");
/// assert_eq!(counted(2, "entry refers to it", "entries refer to it"), "2 entries refer to it");
/// ```
#[must_use]
pub fn counted(count: impl Display + Copy, one: &str, many: &str) -> String {
    let count = count.to_string();
    let noun = if count == "1" { one } else { many };
    format!("{count} {noun}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_is_singular() {
        for (count, told) in [(0, "0 drafts"), (1, "1 draft"), (2, "2 drafts"), (11, "11 drafts"), (-1, "-1 drafts")] {
            assert_eq!(counted(count, "draft", "drafts"), told);
        }
    }
}
