//! The known name that a mistyped one probably meant.

/// Names longer than this are not compared: nobody mistypes a kilobyte.
const LONGEST: usize = 64;

/// Shorter beginnings do not reveal the intended name.
const SHORTEST_BEGINNING: usize = 3;

/// The nearest of the known names, where one is near enough to be meant; else the shortest one that begins so.
#[must_use]
pub fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let length = name.chars().count();
    if length > LONGEST {
        return None;
    }
    let typed = plain(&name.to_lowercase());
    let most = (length / 3).max(1);
    let known = || known.iter().map(|candidate| (plain(&candidate.to_lowercase()), *candidate));
    let slip = known()
        .map(|(plain, candidate)| (distance(&typed, &plain), candidate))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance);
    let beginning = || {
        let begun = known().filter(|(plain, _)| typed.len() >= SHORTEST_BEGINNING && plain.starts_with(&typed));
        begun.min_by_key(|(plain, _)| plain.len())
    };
    slip.map(|(_, candidate)| candidate).or_else(|| beginning().map(|(_, candidate)| candidate))
}

/// Without the characters in which naming styles differ.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).collect()
}

/// Insertions, deletions, replacements and swaps of neighbours between the two.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for i in 1..=from.len() {
        let mut row = vec![i; to.len() + 1];
        for j in 1..=to.len() {
            let replaced = above[j - 1] + usize::from(from[i - 1] != to[j - 1]);
            row[j] = replaced.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_hand_finds_its_name_and_another_word_does_not() {
        let known = ["accountId", "accountCode", "debit", "credit", "description"];
        for (typed, meant) in [
            ("account_id", Some("accountId")),
            ("acountId", Some("accountId")),
            ("Debit", Some("debit")),
            ("cerdit", Some("credit")),
            ("descripton", Some("description")),
            ("account", Some("accountId")),
            ("acc", Some("accountId")),
            ("desc", Some("description")),
            ("de", None),
            ("___", None),
            ("colour", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, &known), meant, "{typed}");
        }
        assert_eq!(nearest(&"x".repeat(100_000), &known), None);
    }
}
