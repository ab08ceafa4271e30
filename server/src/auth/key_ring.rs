//! The key ring: which of our own keys signs now, and which still verify.
//!
//! Everything follows from when each key starts to sign, so that several servers on one database agree
//! without talking: a new key is published some minutes before it signs, and an old one verifies until
//! the last token that it can have signed has expired.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use domain::value::Instant;
use serde_json::json;

use super::keys::{KeyError, SigningKey, StoredKey, VerifyingKey};

/// How long a new key is only published, so that every server knows it before the first token: 10 minutes.
pub const PUBLISHED_BEFORE_US: i64 = 600 * 1_000_000;
/// How long a key signs before the next one takes over: 30 days.
pub const SIGNS_FOR_US: i64 = 30 * 86_400 * 1_000_000;
/// How long a key verifies after the next one took over: the longest token (24 hours) and an hour's slack.
pub const VERIFIES_AFTER_US: i64 = 25 * 3_600 * 1_000_000;

/// The present use of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// It is shown, so that every server knows it before it signs.
    Published,
    /// It signs.
    Signing,
    /// It only verifies, until this moment.
    Verifying(Instant),
}

/// Our own keys, oldest first.
#[derive(Debug)]
pub struct KeyRing {
    keys: Vec<SigningKey>,
}

impl KeyRing {
    /// Reads the stored keys, in any order.
    ///
    /// # Errors
    /// The first key that cannot be read.
    pub fn read(stored: &[StoredKey]) -> Result<Self, KeyError> {
        let mut keys = stored.iter().map(SigningKey::read).collect::<Result<Vec<_>, _>>()?;
        keys.sort_by(|one, other| (one.signs_from(), one.kid()).cmp(&(other.signs_from(), other.kid())));
        Ok(Self { keys })
    }

    /// The key that signs now: the newest whose time has come. `None` on an empty ring.
    #[must_use]
    pub fn signing(&self, now: Instant) -> Option<&SigningKey> {
        // A clock behind the first key must not stop the service: then the first key signs.
        self.keys.iter().rev().find(|key| key.signs_from() <= now).or(self.keys.first())
    }

    /// The key with this id, if it may verify now.
    #[must_use]
    pub fn verifying(&self, kid: &str, now: Instant) -> Option<&VerifyingKey> {
        self.verifiable(now).find(|key| key.kid() == kid).map(SigningKey::verifying)
    }

    /// The JSON of `/.well-known/jwks.json`: every key that verifies now or will.
    #[must_use]
    pub fn jwks(&self, now: Instant) -> serde_json::Value {
        let keys: Vec<_> = self
            .verifiable(now)
            .map(|key| {
                let x = BASE64_URL_SAFE_NO_PAD.encode(key.public());
                json!({"kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA", "kid": key.kid(), "x": x})
            })
            .collect();
        json!({ "keys": keys })
    }

    /// Every key that counts: its id, when it starts to sign, and its present use.
    #[must_use]
    pub fn told(&self, now: Instant) -> Vec<(&str, Instant, Use)> {
        let signing = self.signing(now).map(SigningKey::kid);
        let mut told = Vec::new();
        for (at, key) in self.keys.iter().enumerate().filter(|(at, _)| self.verifies_at(*at, now)) {
            let used = match self.keys.get(at + 1) {
                _ if signing == Some(key.kid()) => Use::Signing,
                _ if key.signs_from() > now => Use::Published,
                Some(next) => Use::Verifying(Instant(next.signs_from().0.saturating_add(VERIFIES_AFTER_US))),
                None => Use::Published,
            };
            told.push((key.kid(), key.signs_from(), used));
        }
        told
    }

    /// When the next key should start to sign, if one is to be made now; then store
    /// `StoredKey::generate(that)` and read the ring again. An empty ring asks for one that signs at once.
    #[must_use]
    pub fn rotation_due(&self, now: Instant) -> Option<Instant> {
        match self.keys.last() {
            None => Some(now),
            Some(newest) => {
                let ends = newest.signs_from().0.saturating_add(SIGNS_FOR_US);
                (now.0.saturating_add(PUBLISHED_BEFORE_US) >= ends).then(|| self.rotate_by_hand(now))
            }
        }
    }

    /// When a key that is made now by hand should start to sign.
    #[must_use]
    pub fn rotate_by_hand(&self, now: Instant) -> Instant {
        Instant(now.0.saturating_add(PUBLISHED_BEFORE_US))
    }

    /// The ids of keys whose last token has expired: they can be deleted.
    #[must_use]
    pub fn outlived(&self, now: Instant) -> Vec<&str> {
        self.keys.iter().enumerate().filter(|(at, _)| !self.verifies_at(*at, now)).map(|(_, key)| key.kid()).collect()
    }

    fn verifiable(&self, now: Instant) -> impl Iterator<Item = &SigningKey> {
        self.keys.iter().enumerate().filter(move |(at, _)| self.verifies_at(*at, now)).map(|(_, key)| key)
    }

    fn verifies_at(&self, at: usize, now: Instant) -> bool {
        self.keys.get(at + 1).is_none_or(|next| now.0 <= next.signs_from().0.saturating_add(VERIFIES_AFTER_US))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000_000;

    fn ring(starts: &[i64]) -> (KeyRing, Vec<String>) {
        let stored: Vec<_> = starts.iter().map(|at| StoredKey::generate(Instant(*at)).unwrap()).collect();
        (KeyRing::read(&stored).unwrap(), stored.into_iter().map(|key| key.kid).collect())
    }

    #[test]
    fn the_newest_key_whose_time_has_come_signs_and_the_old_one_verifies_until_its_tokens_expire() {
        let (ring, kid) = ring(&[0, 100 * HOUR]);
        for (hour, signs, first_verifies, second_verifies) in
            [(0, 0, true, true), (99, 0, true, true), (100, 1, true, true), (125, 1, true, true), (126, 1, false, true)]
        {
            let now = Instant(hour * HOUR);
            assert_eq!(ring.signing(now).unwrap().kid(), kid[signs], "signing at {hour}");
            assert_eq!(ring.verifying(&kid[0], now).is_some(), first_verifies, "first at {hour}");
            assert_eq!(ring.verifying(&kid[1], now).is_some(), second_verifies, "second at {hour}");
        }
        assert!(ring.verifying("nobody", Instant(0)).is_none());
        let told = |hour: i64| ring.told(Instant(hour * HOUR)).into_iter().map(|one| one.2).collect::<Vec<_>>();
        assert_eq!(told(99), [Use::Signing, Use::Published]);
        assert_eq!(told(100), [Use::Verifying(Instant(125 * HOUR)), Use::Signing]);
        assert_eq!(told(126), [Use::Signing]);
        assert_eq!(ring.outlived(Instant(126 * HOUR)), vec![kid[0].as_str()]);
        assert_eq!(ring.jwks(Instant(0))["keys"].as_array().unwrap().len(), 2);
        assert_eq!(ring.jwks(Instant(126 * HOUR))["keys"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_new_key_is_asked_for_early_enough_to_be_published_first() {
        let (empty, _) = ring(&[]);
        assert_eq!(empty.rotation_due(Instant(7)), Some(Instant(7)));
        assert!(empty.signing(Instant(7)).is_none());
        let (one, _) = ring(&[0]);
        assert_eq!(one.rotation_due(Instant(SIGNS_FOR_US - PUBLISHED_BEFORE_US - 1)), None);
        assert_eq!(one.rotation_due(Instant(SIGNS_FOR_US - PUBLISHED_BEFORE_US)), Some(Instant(SIGNS_FOR_US)));
    }

    #[test]
    fn the_published_set_holds_no_private_part() {
        let (ring, _) = ring(&[0]);
        let key = &ring.jwks(Instant(0))["keys"][0];
        assert_eq!((&key["kty"], &key["crv"], &key["alg"]), (&json!("OKP"), &json!("Ed25519"), &json!("EdDSA")));
        assert!(key.get("d").is_none());
    }
}
