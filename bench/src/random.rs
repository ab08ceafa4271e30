//! A fast generator of numbers and keys: SplitMix64, seeded by the system.

use crate::failure::Failure;

pub struct Random(u64);

impl Random {
    /// A generator that nobody can guess the keys of, so that two runs never share one.
    pub fn seeded() -> Result<Self, Failure> {
        let mut seed = [0; 8];
        getrandom::fill(&mut seed)?;
        Ok(Self(u64::from_le_bytes(seed)))
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in `0..bound`; the bias is far too small for a benchmark to see.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    /// Two different numbers in `0..bound`, for `bound` ≥ 2.
    pub fn two_below(&mut self, bound: u64) -> (u64, u64) {
        let first = self.below(bound);
        let second = (first + 1 + self.below(bound - 1)) % bound;
        (first, second)
    }

    pub fn key(&mut self) -> [u8; 16] {
        let mut key = [0; 16];
        key[..8].copy_from_slice(&self.next().to_le_bytes());
        key[8..].copy_from_slice(&self.next().to_le_bytes());
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_numbers_are_different_and_below_the_bound() {
        let mut random = Random(7);
        for _ in 0..1_000 {
            let (first, second) = random.two_below(3);
            assert!(first != second && first < 3 && second < 3);
        }
    }
}
