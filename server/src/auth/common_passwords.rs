//! The passwords that are tried first, and the rest of a password without its public words.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Those of a list of 100,000 that are long enough to pass otherwise: shorter ones are refused for their length.
static COMMON: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let lines = include_str!("common_passwords.txt").lines();
    lines.filter(|line| *line != "#" && !line.starts_with("# ")).chain(OTHERS).collect()
});

/// Not in that list.
const OTHERS: [&str; 2] = ["p@ssw0rd123", "letmein1234"];
/// The word that stands on every page of the service.
const PRODUCT: &str = "countinghouse";
/// Shorter parts of a name are in many words.
const PART: usize = 4;

/// Whether this is tried first, in lower case.
#[must_use]
pub fn is_common(lower: &str) -> bool {
    COMMON.contains(lower)
}

/// How many characters of a password are neither the user's name, a part of it nor the product's; both in lower case.
#[must_use]
pub fn own_characters(lower: &str, user_name: &str) -> usize {
    let parts = user_name.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().count() >= PART);
    let words = [user_name, PRODUCT].into_iter().chain(parts).filter(|word| !word.is_empty());
    words.fold(lower.to_owned(), |rest, word| rest.replace(word, "")).chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::password::MIN_CHARACTERS;

    #[test]
    fn the_list_has_more_than_three_thousand_that_length_alone_would_let_through() {
        assert!(COMMON.len() > 9_000, "{}", COMMON.len());
        for one in COMMON.iter() {
            assert!(one.chars().count() >= MIN_CHARACTERS && *one == one.to_lowercase(), "{one}");
        }
        for one in ["1234567890", "qwertyuiop", "#1princess", "manchester", "letmein1234"] {
            assert!(is_common(one), "{one}");
        }
        assert!(!is_common("# mit license") && !is_common("#") && !is_common("four quiet harbours"));
    }

    #[test]
    fn names_count_nothing() {
        for (lower, user_name, own) in [
            ("grace.hopper", "grace.hopper", 0),
            ("gracehopper99", "grace.hopper", 2),
            ("hopper-grace!", "grace.hopper", 2),
            ("countinghouse2026", "ann", 4),
            ("ann's garden gate", "ann", 14),
            ("", "", 0),
        ] {
            assert_eq!(own_characters(lower, user_name), own, "{lower}");
        }
    }
}
