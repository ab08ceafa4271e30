//! A bounded memory of tokens whose signatures were checked: a token's hash, the key that verified it, and its claims.
//!
//! The claims are kept so that a token need not be parsed with every request. Expiry, audience, session and rights are
//! checked with every request all the same, and a removed key makes its tokens unknown at once, because the key is
//! looked up first.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sha2::{Digest, Sha256};

use super::jws::Parsed;

const SHARDS: usize = 16;

/// A token whose signature was found good.
#[derive(Clone, Debug)]
pub struct Known {
    /// Its claims.
    pub parsed: Arc<Parsed>,
    /// The fingerprint of the key that verified it.
    pub key: [u8; 32],
}

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

    /// The entry for the token with this hash.
    #[must_use]
    pub fn get(&self, token: &[u8; 32]) -> Option<Known> {
        self.shard(token).get(token)
    }

    /// Remembers a token whose signature was verified.
    pub fn remember(&self, token: [u8; 32], known: Known) {
        self.shard(&token).put(token, known);
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
    young: HashMap<[u8; 32], Known>,
    old: HashMap<[u8; 32], Known>,
}

impl Generations {
    fn get(&mut self, token: &[u8; 32]) -> Option<Known> {
        if let Some(known) = self.young.get(token) {
            return Some(known.clone());
        }
        let known = self.old.remove(token)?;
        self.put(*token, known.clone());
        Some(known)
    }

    fn put(&mut self, token: [u8; 32], known: Known) {
        if self.young.len() >= self.half {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(token, known);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;

    fn known(key: [u8; 32]) -> Known {
        let (algorithm, claims) = ("EdDSA".to_owned(), Map::new());
        let parsed = Arc::new(Parsed { algorithm, kid: None, is_typed: true, claims, mark: [0; 32] });
        Known { parsed, key }
    }

    fn key_of(cache: &SignatureCache, token: &[u8; 32]) -> Option<[u8; 32]> {
        cache.get(token).map(|known| known.key)
    }

    #[test]
    fn it_knows_a_token_only_with_the_key_that_verified_it_and_never_grows_beyond_its_size() {
        let cache = SignatureCache::new(320);
        let token = SignatureCache::hash("token");
        assert_eq!(key_of(&cache, &token), None);
        cache.remember(token, known([1; 32]));
        assert_eq!(key_of(&cache, &token), Some([1; 32]));
        for number in 0..10_000 {
            cache.remember(SignatureCache::hash(&number.to_string()), known([1; 32]));
        }
        let held: usize = cache.shards.iter().map(|s| s.lock().unwrap()).map(|s| s.young.len() + s.old.len()).sum();
        assert!(held <= 320, "{held}");
        assert_eq!(key_of(&cache, &token), None);
    }

    #[test]
    fn a_token_in_use_survives_a_stream_of_others() {
        let cache = SignatureCache::new(320);
        let token = SignatureCache::hash("token");
        cache.remember(token, known([1; 32]));
        for number in 0..10_000 {
            cache.remember(SignatureCache::hash(&number.to_string()), known([1; 32]));
            assert_eq!(key_of(&cache, &token), Some([1; 32]), "{number}");
        }
    }
}
