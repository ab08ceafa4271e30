//! One named invariant: how much was looked at, and what does not hold.

/// Differences that a report spells out; the others are only counted.
pub const SPELT_OUT: usize = 20;

/// The outcome of one check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// Its stable name, as `log.chain` or `rows.accounts`.
    pub name: String,
    /// Things looked at; 0 where the database itself counted nothing.
    pub checked: i64,
    /// How many of them do not hold.
    pub found: i64,
    /// The first of those, each a sentence.
    pub differences: Vec<String>,
}

impl Invariant {
    /// Nothing looked at yet.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), checked: 0, found: 0, differences: Vec::new() }
    }

    /// Whether nothing was found.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.found == 0
    }

    /// Notes something that does not hold.
    pub(crate) fn differs(&mut self, sentence: impl FnOnce() -> String) {
        self.found += 1;
        if self.differences.len() < SPELT_OUT {
            self.differences.push(sentence());
        }
    }
}
