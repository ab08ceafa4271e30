//! One text, two dialects: statements are written as for PostgreSQL and rewritten for SQLite.
//!
//! | written | in SQLite | why |
//! |---|---|---|
//! | `$1` | `?1` | SQLite reads `$1` as a *name* and binds wrongly in silence |
//! | `$1::bigint` | `?1` | SQLite has no casts with colons; a cast that matters is `cast(x as bigint)` |
//! | `least(`, `greatest(` | `min(`, `max(` | the scalar functions have other names |
//! | `ilike` | `like` | `like` already ignores the case of ASCII letters |
//! | `collate "C"` | `collate binary` | the same order by bytes |
//!
//! Text in quotes is left alone. Write `like … escape '\'`, for SQLite has no default escape, and
//! `cast(sum(x) as bigint)`, for PostgreSQL sums to `numeric`.

use std::borrow::Cow;
use std::fmt::Write;

/// Which database speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    /// Embedded.
    Sqlite,
    /// Over a connection.
    Postgres,
}

impl Dialect {
    /// The character before the number of a parameter.
    #[must_use]
    pub fn parameter(self) -> char {
        match self {
            Self::Sqlite => '?',
            Self::Postgres => '$',
        }
    }

    /// The text as this database reads it.
    #[must_use]
    pub fn text(self, sql: &str) -> Cow<'_, str> {
        match self {
            Self::Sqlite => Cow::Owned(for_sqlite(sql)),
            Self::Postgres => Cow::Borrowed(sql),
        }
    }
}

/// `($3, $4, $5)`: a list of parameters for `in`, which both databases understand.
#[must_use]
pub fn list(first: usize, count: usize) -> String {
    let mut text = String::from("(");
    for number in first..first + count {
        // Writing to a string cannot fail.
        let _ = write!(text, "{}${number}", if number == first { "" } else { ", " });
    }
    text.push(')');
    text
}

fn for_sqlite(sql: &str) -> String {
    const WORDS: [(&str, &str); 4] =
        [("least(", "min("), ("greatest(", "max("), ("ilike ", "like "), ("collate \"C\"", "collate binary")];
    let mut out = String::with_capacity(sql.len());
    let mut rest = sql;
    while let Some(next) = rest.chars().next() {
        let at_word = !out.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.');
        if let Some((written, meant)) = WORDS.iter().find(|(written, _)| at_word && rest.starts_with(written)) {
            out.push_str(meant);
            rest = &rest[written.len()..];
            continue;
        }
        let (kept, taken) = match next {
            '\'' | '"' => {
                // A doubled quote ends one literal and begins the next, which comes to the same.
                let end = rest[1..].find(next).map_or(rest.len(), |at| at + 2);
                (&rest[..end], end)
            }
            '$' if rest[1..].starts_with(|c: char| c.is_ascii_digit()) => ("?", 1),
            ':' if rest.starts_with("::") => {
                let end = rest[2..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(rest.len(), |at| at + 2);
                ("", end)
            }
            other => (&rest[..other.len_utf8()], other.len_utf8()),
        };
        out.push_str(kept);
        rest = &rest[taken..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_reads_numbered_parameters_and_its_own_words() {
        for (written, read) in [
            ("select $1, $12", "select ?1, ?12"),
            ("select '$1', \"$2\", $3", "select '$1', \"$2\", ?3"),
            ("select 'it''s $1', $2", "select 'it''s $1', ?2"),
            ("where a = $1::bigint and b", "where a = ?1 and b"),
            ("least(a, b), greatest(a, b), the_least(a)", "min(a, b), max(a, b), the_least(a)"),
            ("name ilike $2 escape '\\'", "name like ?2 escape '\\'"),
            ("order by code collate \"C\"", "order by code collate binary"),
            ("select 'ä' || $1", "select 'ä' || ?1"),
        ] {
            assert_eq!(Dialect::Sqlite.text(written), read);
            assert_eq!(Dialect::Postgres.text(written), written);
        }
    }

    #[test]
    fn a_list_counts_on_from_its_first_parameter() {
        assert_eq!(list(3, 3), "($3, $4, $5)");
        assert_eq!(list(2, 1), "($2)");
    }
}
