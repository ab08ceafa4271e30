//! Counts and lists in sentences: `1 entry`, but `2 entries`; `drafts, counts and transfers`.

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

/// The parts of a list as a sentence names them: with commas, and `and` before the last one.
#[must_use]
pub fn enumerated(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_part_of_a_list_follows_and() {
        let parts = ["1 draft".to_owned(), "2 counts".to_owned(), "1 transfer".to_owned()];
        let told: Vec<String> = (0..=3).map(|number| enumerated(&parts[..number])).collect();
        assert_eq!(told, ["", "1 draft", "1 draft and 2 counts", "1 draft, 2 counts and 1 transfer"]);
    }

    #[test]
    fn only_one_is_singular() {
        for (count, told) in [(0, "0 drafts"), (1, "1 draft"), (2, "2 drafts"), (11, "11 drafts"), (-1, "-1 drafts")] {
            assert_eq!(counted(count, "draft", "drafts"), told);
        }
    }
}
