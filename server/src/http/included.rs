//! `include=lines`: documents in a list with their lines, so many that an answer stays of a size.

domain::named_enum! {
    /// What a list shows with each document.
    Include {
        Lines = "lines",
    }
}

crate::wire_enum! {
    Include = "Include",
}

/// Most lines of a page that shows them.
const LINES_PER_PAGE: i64 = 10_000;

/// How many documents a page takes, by their numbers of lines: not more than `limit`, and not more lines than a page
/// may have; the first in any case.
#[must_use]
pub fn within(counts: &[i64], limit: usize) -> usize {
    let mut lines = 0_i64;
    let fitting = counts.iter().take_while(|count| {
        lines = lines.saturating_add(**count);
        lines <= LINES_PER_PAGE
    });
    fitting.count().max(1).min(limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_ends_before_it_has_too_many_lines_but_never_empty() {
        for (counts, limit, wanted) in [
            (&[2, 2, 2][..], 2, 2),
            (&[2, 2, 2], 200, 3),
            (&[5_000, 5_000, 1], 200, 2),
            (&[5_000, 5_001, 1], 200, 1),
            (&[20_000, 1], 200, 1),
            (&[], 200, 1),
        ] {
            assert_eq!(within(counts, limit), wanted, "{counts:?}");
        }
    }
}
