//! Numbers that tell new things apart where they are no secrets: ids of the books, ids of requests.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that nobody else gets but by chance: a count under a hash that is keyed at random when the process begins.
/// It asks the system nothing, which every write would wait for. Never for secrets.
#[must_use]
pub fn seed() -> u64 {
    static KEY: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    KEY.hash_one(COUNT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_seeds_are_alike() {
        let seeds: BTreeSet<u64> = (0..10_000).map(|_| seed()).collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
