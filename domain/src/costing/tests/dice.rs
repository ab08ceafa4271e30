//! Chance that is the same each time.

/// Numbers by seed (SplitMix64).
pub struct Dice(pub u64);

impl Dice {
    /// From `least` to `most`.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let span = u64::try_from(most - least + 1).unwrap();
        least + i64::try_from(self.next() % span).unwrap()
    }

    /// True once in this many times.
    pub fn one_in(&mut self, many: i64) -> bool {
        self.between(1, many) == 1
    }

    /// One of them, if there is any.
    pub fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        let last = i64::try_from(all.len()).unwrap() - 1;
        if last < 0 { None } else { Some(all[usize::try_from(self.between(0, last)).unwrap()].clone()) }
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
