//! The structure of a signed token: three base64url parts, a strict header, strict claims; no trust yet.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::strict_json;
use super::token_error::TokenError;

/// Longest token that is looked at, in bytes.
pub const TOKEN_BYTES: usize = 8_192;

/// The claims of a token whose structure holds. Nothing in it is proven.
#[derive(Clone, PartialEq, Debug)]
pub struct Parsed {
    /// The header's `alg`.
    pub algorithm: String,
    /// The header's `kid`.
    pub kid: Option<String>,
    /// Whether the header's `typ` says that it is an access token (RFC 9068).
    pub is_typed: bool,
    /// The payload.
    pub claims: Map<String, Value>,
    /// SHA-256 of the signed text: it names the token, however its signature may be written.
    pub mark: [u8; 32],
}

/// Takes a token apart.
///
/// `jku`, `x5u`, `jwk` and `x5c` are never read: keys come from our own configuration only.
///
/// # Errors
/// The fault in the structure.
pub fn parse(token: &str) -> Result<Parsed, TokenError> {
    require_length(token)?;
    let mut parts = token.split('.');
    let (Some(header), Some(payload), Some(signature), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(TokenError::WrongParts(token.split('.').count()));
    };
    let header_json = decode("header", header)?;
    let payload_json = decode("payload", payload)?;
    decode("signature", signature)?;

    let mut fields = object("header", &header_json)?;
    let (algorithm, is_typed) = require_header(&mut fields)?;
    let kid = match fields.remove("kid") {
        None => None,
        Some(Value::String(kid)) => Some(kid),
        Some(_) => return Err(TokenError::BadHeader { field: "kid", reason: "must be text" }),
    };
    let claims = object("payload", &payload_json)?;
    let mark = Sha256::digest(signed(token).0.as_bytes()).into();
    Ok(Parsed { algorithm, kid, is_typed, claims, mark })
}

/// Refuses a token that is too long to be looked at.
///
/// # Errors
/// With its length.
pub fn require_length(token: &str) -> Result<(), TokenError> {
    if token.len() > TOKEN_BYTES { Err(TokenError::TooLong { length: token.len() }) } else { Ok(()) }
}

/// The signed text (header, dot, payload, as sent), and the signature in base64url.
#[must_use]
pub fn signed(token: &str) -> (&str, &str) {
    token.rsplit_once('.').unwrap_or((token, ""))
}

/// Checks `typ`, `crit` and `alg`; the answer is the algorithm, and whether it is typed as an access token.
fn require_header(fields: &mut Map<String, Value>) -> Result<(String, bool), TokenError> {
    if fields.contains_key("crit") {
        return Err(TokenError::BadHeader { field: "crit", reason: "names extensions, and none is supported" });
    }
    let is = |typ: &str, names: &[&str]| names.iter().any(|name| typ.eq_ignore_ascii_case(name));
    let is_typed = match fields.get("typ") {
        None => false,
        Some(Value::String(typ)) if is(typ, &["at+jwt", "application/at+jwt"]) => true,
        Some(Value::String(typ)) if is(typ, &["jwt"]) => false,
        Some(_) => return Err(TokenError::BadHeader { field: "typ", reason: "must be `JWT` or `at+jwt`" }),
    };
    match fields.remove("alg") {
        Some(Value::String(algorithm)) => Ok((algorithm, is_typed)),
        Some(_) => Err(TokenError::BadHeader { field: "alg", reason: "must be text" }),
        None => Err(TokenError::BadHeader { field: "alg", reason: "is missing" }),
    }
}

fn decode(part: &'static str, text: &str) -> Result<Vec<u8>, TokenError> {
    if text.is_empty() {
        return Err(TokenError::BadEncoding { part });
    }
    BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| TokenError::BadEncoding { part })
}

fn object(part: &'static str, json: &[u8]) -> Result<Map<String, Value>, TokenError> {
    strict_json::object(json).map_err(|reason| TokenError::BadJson { part, reason })
}
