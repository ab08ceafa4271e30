//! Keys: the Ed25519 keys that sign our own tokens, and the keys that verify anybody's.

use std::fmt;

use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair};
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use domain::value::Instant;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The signature algorithms that a token may use here; each key and each issuer has exactly one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum SignatureAlgorithm {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    RS256,
    /// ECDSA on P-256 with SHA-256.
    ES256,
    /// Ed25519.
    EdDSA,
    /// HMAC with SHA-256 and a shared secret.
    HS256,
}

impl SignatureAlgorithm {
    /// The name in a token's header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::RS256 => "RS256",
            Self::ES256 => "ES256",
            Self::EdDSA => "EdDSA",
            Self::HS256 => "HS256",
        }
    }

    fn in_library(self) -> Algorithm {
        match self {
            Self::RS256 => Algorithm::RS256,
            Self::ES256 => Algorithm::ES256,
            Self::EdDSA => Algorithm::EdDSA,
            Self::HS256 => Algorithm::HS256,
        }
    }
}

/// Why a key cannot be made or used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum KeyError {
    /// The operating system or the library gave no key.
    #[error("could not generate an Ed25519 key")]
    Generate,
    /// The stored bytes are no Ed25519 private key.
    #[error(
        "the stored row {kid} of signing_keys is not a PKCS#8 Ed25519 private key: run `countinghouse verify`, and \
         restore the last backup that verifies"
    )]
    NotEd25519 {
        /// The id under which it was stored.
        kid: String,
    },
    /// The stored id is not that of the stored bytes.
    #[error(
        "the stored row {stored} of signing_keys contains the key {computed}: run `countinghouse verify`, and restore \
         the last backup that verifies"
    )]
    WrongId {
        /// The id under which it was stored.
        stored: String,
        /// The id that its bytes have.
        computed: String,
    },
    /// Signing failed inside the library.
    #[error("could not sign with key `{kid}`")]
    Sign {
        /// The key's id.
        kid: String,
    },
}

/// A signing key as the store keeps it.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The key id: the RFC 7638 thumbprint of the public key.
    pub kid: String,
    /// The private key: PKCS#8 DER. A secret: never in facts, logs or exports.
    pub private_pkcs8: Vec<u8>,
    /// From when on tokens are signed with it; until then it is only published.
    pub signs_from: Instant,
}

impl fmt::Debug for StoredKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoredKey")
            .field("kid", &self.kid)
            .field("signs_from", &self.signs_from)
            .finish_non_exhaustive()
    }
}

impl StoredKey {
    /// Makes a new key that signs from the given instant on.
    ///
    /// # Errors
    /// [`KeyError::Generate`] when there is no randomness.
    pub fn generate(signs_from: Instant) -> Result<Self, KeyError> {
        let pair = Ed25519KeyPair::generate().map_err(|_| KeyError::Generate)?;
        let pkcs8 = pair.to_pkcs8().map_err(|_| KeyError::Generate)?;
        let kid = thumbprint(pair.public_key().as_ref());
        Ok(Self { kid, private_pkcs8: pkcs8.as_ref().to_vec(), signs_from })
    }
}

/// An Ed25519 key that signs our own tokens, and its public half.
pub struct SigningKey {
    kid: String,
    signs_from: Instant,
    public: Vec<u8>,
    signs: EncodingKey,
    verifies: VerifyingKey,
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey")
            .field("kid", &self.kid)
            .field("signs_from", &self.signs_from)
            .finish_non_exhaustive()
    }
}

impl SigningKey {
    /// Reads a stored key.
    ///
    /// # Errors
    /// When the bytes are no Ed25519 key or belong to another id.
    pub fn read(stored: &StoredKey) -> Result<Self, KeyError> {
        let not_ed25519 = |_| KeyError::NotEd25519 { kid: stored.kid.clone() };
        let pair = Ed25519KeyPair::from_pkcs8(&stored.private_pkcs8).map_err(not_ed25519)?;
        let public = pair.public_key().as_ref().to_vec();
        let kid = thumbprint(&public);
        if kid != stored.kid {
            return Err(KeyError::WrongId { stored: stored.kid.clone(), computed: kid });
        }
        let verifies =
            VerifyingKey::new(Some(kid.clone()), SignatureAlgorithm::EdDSA, DecodingKey::from_ed_der(&public), &public);
        Ok(Self {
            kid,
            signs_from: stored.signs_from,
            signs: EncodingKey::from_ed_der(&stored.private_pkcs8),
            public,
            verifies,
        })
    }

    /// The key id.
    #[must_use]
    pub fn kid(&self) -> &str {
        &self.kid
    }

    /// From when on tokens are signed with it.
    #[must_use]
    pub fn signs_from(&self) -> Instant {
        self.signs_from
    }

    /// The public key: 32 bytes.
    #[must_use]
    pub fn public(&self) -> &[u8] {
        &self.public
    }

    /// Its public half.
    #[must_use]
    pub fn verifying(&self) -> &VerifyingKey {
        &self.verifies
    }

    /// The base64url signature of a message.
    ///
    /// # Errors
    /// [`KeyError::Sign`] when the library refuses.
    pub fn sign(&self, message: &[u8]) -> Result<String, KeyError> {
        jsonwebtoken::crypto::sign(message, &self.signs, Algorithm::EdDSA)
            .map_err(|_| KeyError::Sign { kid: self.kid.clone() })
    }
}

/// A key that verifies signatures of one algorithm, and of no other.
#[derive(Clone)]
pub struct VerifyingKey {
    kid: Option<String>,
    algorithm: SignatureAlgorithm,
    key: DecodingKey,
    fingerprint: [u8; 32],
}

impl fmt::Debug for VerifyingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VerifyingKey")
            .field("kid", &self.kid)
            .field("algorithm", &self.algorithm)
            .finish_non_exhaustive()
    }
}

impl VerifyingKey {
    /// Binds a key to its algorithm; `material` is the key's unique content.
    #[must_use]
    pub fn new(kid: Option<String>, algorithm: SignatureAlgorithm, key: DecodingKey, material: &[u8]) -> Self {
        let fingerprint =
            Sha256::new().chain_update(algorithm.name()).chain_update([0]).chain_update(material).finalize();
        Self { kid, algorithm, key, fingerprint: fingerprint.into() }
    }

    /// The key id, where the key has one.
    #[must_use]
    pub fn kid(&self) -> Option<&str> {
        self.kid.as_deref()
    }

    /// The one algorithm that it verifies.
    #[must_use]
    pub fn algorithm(&self) -> SignatureAlgorithm {
        self.algorithm
    }

    /// A hash of algorithm and key: the same only for the same key.
    #[must_use]
    pub fn fingerprint(&self) -> [u8; 32] {
        self.fingerprint
    }

    /// Whether the base64url signature is this key's signature of the message.
    #[must_use]
    pub fn verifies(&self, message: &[u8], signature: &str) -> bool {
        jsonwebtoken::crypto::verify(signature, message, &self.key, self.algorithm.in_library()).unwrap_or(false)
    }
}

/// The RFC 7638 thumbprint of an Ed25519 public key.
fn thumbprint(public: &[u8]) -> String {
    let x = BASE64_URL_SAFE_NO_PAD.encode(public);
    let canonical = format!(r#"{{"crv":"Ed25519","kty":"OKP","x":"{x}"}}"#);
    BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(canonical.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_key_reads_back_and_verifies_what_it_signs() {
        let stored = StoredKey::generate(Instant(5)).unwrap();
        let key = SigningKey::read(&stored).unwrap();
        assert_eq!(key.kid(), stored.kid);
        let signature = key.sign(b"message").unwrap();
        assert!(key.verifying().verifies(b"message", &signature));
        assert!(!key.verifying().verifies(b"massage", &signature));
        assert!(!format!("{stored:?}{key:?}").contains(&format!("{:?}", stored.private_pkcs8)));
    }

    #[test]
    fn damaged_or_swapped_keys_are_refused_by_name() {
        let mut stored = StoredKey::generate(Instant(5)).unwrap();
        let other = StoredKey::generate(Instant(5)).unwrap();
        stored.private_pkcs8.clone_from(&other.private_pkcs8);
        assert_eq!(
            SigningKey::read(&stored).unwrap_err(),
            KeyError::WrongId { stored: stored.kid.clone(), computed: other.kid }
        );
        stored.private_pkcs8.truncate(7);
        assert_eq!(SigningKey::read(&stored).unwrap_err(), KeyError::NotEd25519 { kid: stored.kid.clone() });
    }

    #[test]
    fn the_thumbprint_is_that_of_rfc_8037() {
        let x = BASE64_URL_SAFE_NO_PAD.decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo").unwrap();
        assert_eq!(thumbprint(&x), "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
    }
}
