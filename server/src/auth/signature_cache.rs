//! A bounded memory of signatures that were checked: a token's hash and the key that verified it.
//!
//! It holds nothing but that one fact. Expiry, audience, session and rights are read with every request,
//! and a key that is gone makes its tokens unknown at once, because the key is looked up first.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

const SHARDS: usize = 16;

/// Tokens whose signatures were found good, at most the capacity given.
#[derive(Debug)]
pub struct SignatureCache {
    shards: Vec<Mutex<Generations>>,
}

impl SignatureCache {
    /// A cache of about this many tokens.
    #[must_use]
    pub fn new(capacity: usize) -> Self {
        let half = (capacity / SHARDS / 2).max(1);
        Self { shards: (0..SHARDS).map(|_| Mutex::new(Generations { half, ..Generations::default() })).collect() }
    }

    /// The hash under which a token is known.
    #[must_use]
    pub fn hash(token: &str) -> [u8; 32] {
        Sha256::digest(token.as_bytes()).into()
    }

    /// Whether this token's signature was verified by the key of this fingerprint.
    #[must_use]
    pub fn knows(&self, token: &[u8; 32], key: &[u8; 32]) -> bool {
        self.shard(token).get(token).is_some_and(|known| known == *key)
    }

    /// Remembers that the key of this fingerprint verified this token.
    pub fn remember(&self, token: [u8; 32], key: [u8; 32]) {
        self.shard(&token).put(token, key);
    }

    fn shard(&self, token: &[u8; 32]) -> MutexGuard<'_, Generations> {
        // Plain maps are whole after a panic elsewhere, so poison is no reason to stop.
        self.shards[usize::from(token[0]) % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Two generations: when the young one is full it becomes the old one, and the old one is forgotten.
#[derive(Debug, Default)]
struct Generations {
    half: usize,
    young: HashMap<[u8; 32], [u8; 32]>,
    old: HashMap<[u8; 32], [u8; 32]>,
}

impl Generations {
    fn get(&mut self, token: &[u8; 32]) -> Option<[u8; 32]> {
        if let Some(key) = self.young.get(token) {
            return Some(*key);
        }
        let key = self.old.remove(token)?;
        self.put(*token, key);
        Some(key)
    }

    fn put(&mut self, token: [u8; 32], key: [u8; 32]) {
        if self.young.len() >= self.half {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(token, key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_knows_a_token_only_with_the_key_that_verified_it_and_never_grows_beyond_its_size() {
        let cache = SignatureCache::new(320);
        let (token, key) = (SignatureCache::hash("token"), [1; 32]);
        assert!(!cache.knows(&token, &key));
        cache.remember(token, key);
        assert!(cache.knows(&token, &key));
        assert!(!cache.knows(&token, &[2; 32]));
        for number in 0..10_000 {
            cache.remember(SignatureCache::hash(&number.to_string()), key);
        }
        let held: usize = cache.shards.iter().map(|s| s.lock().unwrap()).map(|s| s.young.len() + s.old.len()).sum();
        assert!(held <= 320, "{held}");
        assert!(!cache.knows(&token, &key));
    }

    #[test]
    fn a_token_in_use_survives_a_stream_of_others() {
        let cache = SignatureCache::new(320);
        let (token, key) = (SignatureCache::hash("token"), [1; 32]);
        cache.remember(token, key);
        for number in 0..10_000 {
            cache.remember(SignatureCache::hash(&number.to_string()), key);
            assert!(cache.knows(&token, &key), "{number}");
        }
    }
}
