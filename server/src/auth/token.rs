//! Our own access tokens: their claims and how they are made.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Instant, TypedId};
use serde_json::{Map, Value, json};

use super::claims::{self, bad};
use super::jws::Parsed;
use super::keys::{KeyError, SigningKey};
use super::session_id::SessionId;
use super::token_error::TokenError;

/// How long an access token lasts unless configured otherwise: 15 minutes.
pub const LIFETIME_S: i64 = 900;
/// How long a token of the command line or the demo lasts, and the longest that is minted: 24 hours.
pub const LONGEST_LIFETIME_S: i64 = 86_400;

/// The content of a token to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grant {
    /// Who acts.
    pub principal: PrincipalId,
    /// The one organization in which it acts; without one it reaches only `/auth/*` and `/organizations`.
    pub organization: Option<OrganizationId>,
    /// Narrows the rights of the principal; `None` leaves them whole.
    pub scope: Option<PermissionSet>,
    /// The sign-in that it belongs to; `None` for service accounts and the command line.
    pub session: Option<SessionId>,
    /// How long it lasts, in seconds; capped at [`LONGEST_LIFETIME_S`].
    pub lifetime_s: i64,
}

/// A token just made.
#[derive(Clone, PartialEq, Eq)]
pub struct Minted {
    /// The token.
    pub token: String,
    /// Its lifetime in seconds.
    pub expires_in_s: i64,
}

/// The proved claims of one of our own tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnClaims {
    /// Who acts.
    pub principal: PrincipalId,
    /// In which organization.
    pub organization: Option<OrganizationId>,
    /// Narrowed to these rights; `None` leaves them whole.
    pub scope: Option<PermissionSet>,
    /// The sign-in that it belongs to.
    pub session: Option<SessionId>,
    /// Its own id.
    pub token_id: String,
    /// SHA-256 of the signed text, by which it is revoked.
    pub mark: [u8; 32],
    /// The id of the key that signed it.
    pub kid: String,
    /// When it was issued.
    pub issued_at: Instant,
    /// When it ends, in seconds since 1970.
    pub expires_at_s: i64,
}

/// Makes a token. `instance` is issuer and audience, `token_id` 16 fresh random bytes.
///
/// # Errors
/// When the key cannot sign.
pub fn mint(
    instance: &str,
    key: &SigningKey,
    grant: &Grant,
    token_id: [u8; 16],
    now: Instant,
) -> Result<Minted, KeyError> {
    let now_s = now.0.div_euclid(1_000_000);
    let expires_in_s = grant.lifetime_s.clamp(1, LONGEST_LIFETIME_S);
    let mut claims = json!({
        "iss": instance, "aud": instance, "sub": grant.principal.to_string(),
        "iat": now_s, "nbf": now_s, "exp": now_s.saturating_add(expires_in_s),
        "jti": BASE64_URL_SAFE_NO_PAD.encode(token_id),
        // To the microsecond: tokens issued in the same second after a withdrawal count, those issued before do not.
        "iat_us": now.0,
    });
    if let Some(organization) = grant.organization {
        claims["org"] = organization.to_string().into();
    }
    if let Some(scope) = grant.scope {
        claims["scope"] = scope.names().into();
    }
    if let Some(session) = grant.session {
        claims["sid"] = session.to_string().into();
    }
    let token = sign(&json!({"typ": "at+jwt", "alg": "EdDSA", "kid": key.kid()}), &claims, key)?;
    Ok(Minted { token, expires_in_s })
}

/// Signs any header and claims with one of our keys.
pub(super) fn sign(header: &Value, claims: &Value, key: &SigningKey) -> Result<String, KeyError> {
    let encode = |value: &Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let message = format!("{}.{}", encode(header), encode(claims));
    let signature = key.sign(message.as_bytes())?;
    Ok(format!("{message}.{signature}"))
}

impl OwnClaims {
    /// Reads the claims of a token whose signature holds.
    ///
    /// # Errors
    /// The first claim that is absent, wrong or not of now.
    pub(super) fn read(parsed: &Parsed, kid: &str, instance: &str, now: Instant) -> Result<Self, TokenError> {
        let claims = &parsed.claims;
        match claims.get("aud") {
            Some(Value::String(audience)) if audience == instance => {}
            Some(_) => return Err(TokenError::WrongAudience),
            None => return Err(claims::missing("aud")),
        }
        let times = claims::require_times(claims, now)?;
        if !claims.contains_key("nbf") {
            return Err(claims::missing("nbf"));
        }
        Ok(Self {
            principal: PrincipalId::parse(claims::require_text(claims, "sub")?)
                .ok_or_else(|| bad("sub", "is not a principal id"))?,
            organization: id(claims, "org", "is not an organization id")?,
            scope: scope(claims)?,
            session: id(claims, "sid", "is not a session id")?,
            mark: parsed.mark,
            kid: kid.to_owned(),
            token_id: claims::require_text(claims, "jti")?.to_owned(),
            issued_at: issued_at(claims, times.issued_at_s.ok_or_else(|| claims::missing("iat"))?)?,
            expires_at_s: times.expires_at_s,
        })
    }
}

/// When a token was issued: `iat`, and to the microsecond where it says so.
fn issued_at(claims: &Map<String, Value>, issued_at_s: i64) -> Result<Instant, TokenError> {
    let Some(exact) = claims.get("iat_us") else { return Ok(Instant(issued_at_s.saturating_mul(1_000_000))) };
    let within = exact.as_i64().filter(|at_us| at_us.div_euclid(1_000_000) == issued_at_s);
    within.map(Instant).ok_or_else(|| bad("iat_us", "must be microseconds of the second `iat`"))
}

/// The `scope` claim: known permissions count, unknown names add nothing.
pub(super) fn scope(claims: &Map<String, Value>) -> Result<Option<PermissionSet>, TokenError> {
    match claims.get("scope") {
        None => Ok(None),
        Some(Value::String(names)) => {
            let known: Vec<_> = names.split(' ').filter_map(Permission::parse).collect();
            Ok(Some(PermissionSet::of(&known)))
        }
        Some(_) => Err(bad("scope", "must be text: names separated by spaces")),
    }
}

fn id<T: TypedId>(claims: &Map<String, Value>, name: &str, complaint: &'static str) -> Result<Option<T>, TokenError> {
    match claims::text(claims, name)? {
        None => Ok(None),
        Some(text) => T::parse(text).map(Some).ok_or_else(|| bad(name, complaint)),
    }
}
