//! Random numbers by seed: the same seed gives the same run on every machine.

/// A stream of random numbers (SplitMix64 by Steele, Lea and Flood).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.any() % end).unwrap_or(0)
    }

    /// A number from `first` to `last`.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        let span = usize::try_from(last - first + 1).unwrap_or(1);
        first + i64::try_from(self.below(span)).unwrap_or(0)
    }

    /// True in this many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of these; `None` where there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        let index = self.below(from.len());
        from.get(index)
    }

    /// One of these, which are at least one.
    pub fn one<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// The number of one of these weights, as often as it weighs.
    pub fn weighed(&mut self, weights: &[usize]) -> usize {
        let mut place = self.below(weights.iter().sum());
        for (index, weight) in weights.iter().enumerate() {
            if place < *weight {
                return index;
            }
            place -= weight;
        }
        0
    }

    /// A value in this many of a hundred cases.
    pub fn maybe<T>(&mut self, percent: usize, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.chance(percent) { Some(value(self)) } else { None }
    }
}
