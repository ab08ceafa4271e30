//! Chance by seed: the same seed makes the same year on every machine.

use sha2::{Digest as _, Sha256};

/// What made-up books are made of. Another one makes another year.
const SEED: &str = "countinghouse living demo";

/// A stream of numbers for one day, so that a later day is the same whatever came before it.
#[derive(Clone, Debug)]
pub struct Dice {
    of: String,
    throws: u64,
}

impl Dice {
    /// The stream of a day or of anything else with a name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        Self { of: name.to_owned(), throws: 0 }
    }

    /// A number from 0 to below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.throws += 1;
        let digest = Sha256::digest(format!("{SEED} {} {}", self.of, self.throws));
        let number = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        number.checked_rem(end).unwrap_or(0)
    }

    /// A number from `first` to `last`.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        let span = last.saturating_sub(first).saturating_add(1);
        first + i64::try_from(self.below(u64::try_from(span).unwrap_or(0))).unwrap_or(0)
    }

    /// True in this many of a hundred cases.
    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// The place of one of these weights, as often as it weighs; 0 where there are none.
    pub fn weighed(&mut self, weights: impl Iterator<Item = u64> + Clone) -> usize {
        let mut place = self.below(weights.clone().sum());
        for (index, weight) in weights.enumerate() {
            if place < weight {
                return index;
            }
            place -= weight;
        }
        0
    }
}
