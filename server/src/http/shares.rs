//! The number of uses that everybody has at a time, so that one principal cannot take those of all.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The shares of one process; cheap to clone.
#[derive(Clone, Debug)]
pub struct Shares<K: Eq + Hash + Clone> {
    most: u32,
    taken: Arc<Mutex<HashMap<K, u32>>>,
}

/// One that is taken, free again when it is dropped.
#[derive(Debug)]
pub struct Share<K: Eq + Hash + Clone> {
    shares: Shares<K>,
    of: K,
}

impl<K: Eq + Hash + Clone> Shares<K> {
    /// So many for each.
    #[must_use]
    pub fn new(most: u32) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// How many each may have.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.most
    }

    /// Takes one; `None` if the principal has all of theirs.
    #[must_use]
    pub fn enter(&self, of: K) -> Option<Share<K>> {
        let mut taken = self.lock();
        let count = taken.entry(of.clone()).or_insert(0);
        if *count >= self.most {
            return None;
        }
        *count += 1;
        drop(taken);
        Some(Share { shares: self.clone(), of })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, u32>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash + Clone> Drop for Share<K> {
    fn drop(&mut self) {
        let mut taken = self.shares.lock();
        if let Some(count) = taken.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_has_so_many_and_what_is_dropped_is_free_again() {
        let shares = Shares::new(3);
        let mut taken: Vec<_> = (0..3).map(|_| shares.enter("anna").unwrap()).collect();
        assert!(shares.enter("anna").is_none());
        let other = shares.enter("bert").unwrap();
        taken.pop();
        taken.push(shares.enter("anna").unwrap());
        drop((taken, other));
        assert!(shares.lock().is_empty());
    }
}
