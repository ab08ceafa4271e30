//! Verifies access tokens: structure, issuer, the one key, signature, claims; in this order.

use std::sync::{Arc, PoisonError, RwLock};

use domain::value::Instant;

use super::claims;
use super::foreign::ForeignClaims;
use super::issuers::TrustedIssuer;
use super::jwks::JwksError;
use super::jws::{self, Parsed};
use super::key_ring::KeyRing;
use super::keys::{SignatureAlgorithm, VerifyingKey};
use super::signature_cache::{Known, SignatureCache};
use super::token::OwnClaims;
use super::token_error::{TokenError, shown};

/// Signatures that are remembered.
pub const CACHED_SIGNATURES: usize = 10_000;

/// The proved claims of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verified {
    /// One of our own tokens.
    Own(OwnClaims),
    /// A token of a trusted issuer.
    Foreign(ForeignClaims),
}

impl Verified {
    /// When the token ends, in seconds since 1970.
    #[must_use]
    pub fn expires_at_s(&self) -> i64 {
        match self {
            Self::Own(claims) => claims.expires_at_s,
            Self::Foreign(claims) => claims.expires_at_s,
        }
    }
}

/// Verifies tokens of this instance and of the issuers that it trusts.
#[derive(Debug)]
pub struct Verifier {
    instance: String,
    ring: RwLock<Arc<KeyRing>>,
    issuers: Vec<TrustedIssuer>,
    signatures: SignatureCache,
}

impl Verifier {
    /// A verifier for the tokens of `instance` (their `iss` and `aud`) and of these issuers.
    #[must_use]
    pub fn new(instance: String, ring: KeyRing, issuers: Vec<TrustedIssuer>) -> Self {
        let signatures = SignatureCache::new(CACHED_SIGNATURES);
        Self { instance, ring: RwLock::new(Arc::new(ring)), issuers, signatures }
    }

    /// The id of this instance: `iss` and `aud` of its tokens.
    #[must_use]
    pub fn instance(&self) -> &str {
        &self.instance
    }

    /// Our own keys as last read.
    #[must_use]
    pub fn ring(&self) -> Arc<KeyRing> {
        Arc::clone(&self.ring.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes over our own keys, read again from the store.
    pub fn replace_ring(&self, ring: KeyRing) {
        *self.ring.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(ring);
    }

    /// Verifies a token with the keys at hand.
    pub fn verify(&self, token: &str, now: Instant) -> Result<Verified, TokenError> {
        jws::require_length(token)?;
        let hash = SignatureCache::hash(token);
        let known = self.signatures.get(&hash);
        let (parsed, proven_by) = match known {
            Some(known) => (known.parsed, Some(known.key)),
            None => (Arc::new(jws::parse(token)?), None),
        };
        let sent = Sent { token, hash, proven_by };
        let issuer = claims::require_text(&parsed.claims, "iss")?;
        if issuer == self.instance {
            require_algorithm(&parsed, SignatureAlgorithm::EdDSA)?;
            let kid = parsed.kid.as_deref().ok_or(TokenError::BadHeader { field: "kid", reason: "is missing" })?;
            let ring = self.ring();
            let key = ring.verifying(kid, now).ok_or_else(|| unknown(Some(kid), false))?;
            self.require_signature(&sent, &parsed, key)?;
            OwnClaims::read(&parsed, kid, &self.instance, now).map(Verified::Own)
        } else {
            let issuer = self.issuers.iter().find(|known| known.issuer == issuer).ok_or(TokenError::UnknownIssuer)?;
            require_algorithm(&parsed, issuer.algorithm)?;
            let keys = issuer.keys.keys();
            let kid = parsed.kid.as_deref();
            let key = choose(&keys, kid).ok_or_else(|| unknown(kid, issuer.keys.can_change()))?;
            self.require_signature(&sent, &parsed, key)?;
            ForeignClaims::read(&parsed, issuer, now).map(Verified::Foreign)
        }
    }

    /// Verifies a token; where its issuer may have a newer key, reads the issuer's keys again first
    /// (at most once a minute).
    pub async fn verify_or_refetch(&self, token: &str, now: Instant) -> Result<Verified, TokenError> {
        match self.verify(token, now) {
            Err(TokenError::UnknownKey { refetch: true, .. }) => {
                let parsed = jws::parse(token)?;
                let name = claims::require_text(&parsed.claims, "iss")?;
                if let Some(issuer) = self.issuers.iter().find(|known| known.issuer == name)
                    && let Err(error) = issuer.keys.refresh(now).await
                {
                    let issuer = &issuer.issuer;
                    tracing::warn!(%issuer, %error, "could not read the keys of a trusted issuer; the last good ones \
                         stay in use");
                }
                self.verify(token, now)
            }
            outcome => outcome,
        }
    }

    /// Reads the keys of every issuer that were not read for an hour. At start this reads all of them.
    /// Answers the issuers that failed; their last good keys stay.
    pub async fn refresh_issuers(&self, now: Instant) -> Vec<(&str, JwksError)> {
        let mut failed = Vec::new();
        for issuer in &self.issuers {
            if let Err(error) = issuer.keys.refresh_if_old(now).await {
                failed.push((issuer.issuer.as_str(), error));
            }
        }
        failed
    }

    fn require_signature(&self, sent: &Sent<'_>, parsed: &Arc<Parsed>, key: &VerifyingKey) -> Result<(), TokenError> {
        if sent.proven_by == Some(key.fingerprint()) {
            return Ok(());
        }
        let (message, signature) = jws::signed(sent.token);
        if !key.verifies(message.as_bytes(), signature) {
            return Err(TokenError::BadSignature);
        }
        self.signatures.remember(sent.hash, Known { parsed: Arc::clone(parsed), key: key.fingerprint() });
        Ok(())
    }
}

/// A token as it came, and the key that proved it before, if any.
struct Sent<'t> {
    token: &'t str,
    hash: [u8; 32],
    proven_by: Option<[u8; 32]>,
}

/// The algorithm is the issuer's, never the token's choice.
fn require_algorithm(parsed: &Parsed, expected: SignatureAlgorithm) -> Result<(), TokenError> {
    if parsed.algorithm == expected.name() {
        Ok(())
    } else {
        Err(TokenError::WrongAlgorithm { expected: expected.name() })
    }
}

/// The key with the token's id; a single key also serves where it or the token has none.
fn choose<'k>(keys: &'k [VerifyingKey], kid: Option<&str>) -> Option<&'k VerifyingKey> {
    let named = kid.and_then(|kid| keys.iter().find(|key| key.kid() == Some(kid)));
    named.or(match keys {
        [only] if kid.is_none() || only.kid().is_none() => Some(only),
        _ => None,
    })
}

fn unknown(kid: Option<&str>, refetch: bool) -> TokenError {
    TokenError::UnknownKey { kid: kid.map_or_else(|| "none".to_owned(), shown), refetch }
}

#[cfg(test)]
mod tests {
    use domain::value::TypedId as _;
    use domain::value::id::{OrganizationId, PrincipalId};
    use domain::value::permission::{Permission, PermissionSet};

    use super::*;
    use crate::auth::keys::{SigningKey, StoredKey};
    use crate::auth::session_id::SessionId;
    use crate::auth::token::{Grant, LIFETIME_S, LONGEST_LIFETIME_S, mint};

    const NOW: Instant = Instant(1_800_000_000_500_000);

    fn later(seconds: i64) -> Instant {
        Instant(NOW.0 + seconds * 1_000_000)
    }

    fn own() -> (Verifier, SigningKey) {
        let stored = StoredKey::generate(Instant(0)).unwrap();
        let key = SigningKey::read(&stored).unwrap();
        (Verifier::new("instance".to_owned(), KeyRing::read(&[stored]).unwrap(), Vec::new()), key)
    }

    fn grant() -> Grant {
        Grant {
            principal: PrincipalId([1; 16]),
            organization: Some(OrganizationId([2; 16])),
            scope: Some(PermissionSet::of(&[Permission::AccountsRead, Permission::ReportsRead])),
            session: Some(SessionId([3; 16])),
            lifetime_s: LIFETIME_S,
        }
    }

    #[test]
    fn a_minted_token_says_what_was_granted_until_it_expires() {
        let (verifier, key) = own();
        let minted = mint("instance", &key, &grant(), [9; 16], NOW).unwrap();
        let Verified::Own(claims) = verifier.verify(&minted.token, NOW).unwrap() else { panic!("our own") };
        assert_eq!((claims.principal, claims.organization), (PrincipalId([1; 16]), Some(OrganizationId([2; 16]))));
        assert_eq!((claims.scope, claims.session), (grant().scope, grant().session));
        assert_eq!((claims.issued_at, claims.expires_at_s), (NOW, 1_800_000_900));
        // Leeway of 30 seconds, then expired, although the signature is remembered.
        assert!(verifier.verify(&minted.token, later(929)).is_ok());
        assert_eq!(verifier.verify(&minted.token, later(930)), Err(TokenError::Expired(30)));
        assert_eq!(verifier.verify(&minted.token, later(-31)), Err(TokenError::NotYetValid(31)));
    }

    #[test]
    fn a_bare_grant_has_no_organization_scope_or_session_and_lasts_at_most_a_day() {
        let (verifier, key) = own();
        let bare = Grant { organization: None, scope: None, session: None, lifetime_s: i64::MAX, ..grant() };
        let minted = mint("instance", &key, &bare, [9; 16], NOW).unwrap();
        assert_eq!(minted.expires_in_s, LONGEST_LIFETIME_S);
        let Verified::Own(claims) = verifier.verify(&minted.token, NOW).unwrap() else { panic!("our own") };
        assert_eq!((claims.organization, claims.scope, claims.session), (None, None, None));
        assert_eq!(claims.expires_at_s, 1_800_000_000 + LONGEST_LIFETIME_S);
    }

    #[test]
    fn a_token_of_another_instance_is_unknown_and_a_withdrawn_key_ends_its_tokens_at_once() {
        let (verifier, key) = own();
        let foreign = mint("other", &key, &grant(), [9; 16], NOW).unwrap();
        assert_eq!(verifier.verify(&foreign.token, NOW), Err(TokenError::UnknownIssuer));
        let minted = mint("instance", &key, &grant(), [9; 16], NOW).unwrap();
        assert!(verifier.verify(&minted.token, NOW).is_ok());
        verifier.replace_ring(KeyRing::read(&[StoredKey::generate(Instant(0)).unwrap()]).unwrap());
        assert_eq!(
            verifier.verify(&minted.token, NOW),
            Err(TokenError::UnknownKey { kid: key.kid().to_owned(), refetch: false })
        );
    }

    #[test]
    fn rotation_logs_nobody_out() {
        let stored = [StoredKey::generate(Instant(0)).unwrap(), StoredKey::generate(later(60)).unwrap()];
        let verifier = Verifier::new("instance".to_owned(), KeyRing::read(&stored).unwrap(), Vec::new());
        let mint_at =
            |now| mint("instance", verifier.ring().signing(now).unwrap(), &grant(), [9; 16], now).unwrap().token;
        let (before, after) = (mint_at(NOW), mint_at(later(61)));
        assert!(verifier.verify(&before, later(61)).is_ok());
        assert!(verifier.verify(&after, later(61)).is_ok());
        assert_eq!(verifier.ring().signing(later(61)).unwrap().kid(), stored[1].kid);
        assert_eq!(SessionId::parse(&SessionId([3; 16]).to_string()), Some(SessionId([3; 16])));
    }
}
