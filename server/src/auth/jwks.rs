//! Reads a JWK set of a trusted issuer: only keys of the one configured algorithm, and only public ones.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use jsonwebtoken::DecodingKey;
use serde_json::{Map, Value};
use thiserror::Error;

use super::keys::{SignatureAlgorithm, VerifyingKey};
use super::strict_json;

/// Largest key set that is read, in bytes.
pub const JWKS_BYTES: usize = 256 * 1_024;
/// Most keys that one set may hold.
const KEYS: usize = 100;

/// Why a key set cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum JwksError {
    /// It could not be had.
    #[error("could not read the key set from {from}: {reason}")]
    Unreachable {
        /// The file or address.
        from: String,
        /// The system's message.
        reason: String,
    },
    /// Too big.
    #[error("the key set has more than {JWKS_BYTES} bytes")]
    TooBig,
    /// No JSON object with a list `keys`.
    #[error("the key set is not a JWK set: {0}")]
    NoSet(String),
    /// Private or secret parts inside.
    #[error(
        "key {index} of the set contains private material (`{field}`); publish only public keys, and replace this one"
    )]
    Private {
        /// Its place in the set, from 0.
        index: usize,
        /// The field that gives it away.
        field: &'static str,
    },
    /// Two keys with one id.
    #[error("key {index} of the set has the `kid` of an earlier one")]
    KidTwice {
        /// Its place in the set, from 0.
        index: usize,
    },
    /// A key of the right type with wrong parts.
    #[error("key {index} of the set is not a usable {algorithm} key: {reason}")]
    BadKey {
        /// Its place in the set, from 0.
        index: usize,
        /// The algorithm of the issuer.
        algorithm: &'static str,
        /// The fault.
        reason: &'static str,
    },
    /// Nothing for the configured algorithm.
    #[error("the key set has no key for {0}; compare the issuer's algorithm in the configuration")]
    NoneUsable(&'static str),
}

/// The keys of a set that verify the given algorithm. Keys of other types, uses or algorithms are passed over.
///
/// # Errors
/// Any doubt about the set; a doubtful set is refused whole.
pub fn read(json: &[u8], algorithm: SignatureAlgorithm) -> Result<Vec<VerifyingKey>, JwksError> {
    if json.len() > JWKS_BYTES {
        return Err(JwksError::TooBig);
    }
    let set = strict_json::object(json).map_err(JwksError::NoSet)?;
    let Some(Value::Array(members)) = set.get("keys") else {
        return Err(JwksError::NoSet("`keys` is not a list".to_owned()));
    };
    if members.len() > KEYS {
        return Err(JwksError::NoSet(format!("it has {} keys; at most {KEYS} are allowed", members.len())));
    }
    let mut keys: Vec<VerifyingKey> = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let Value::Object(jwk) = member else {
            return Err(JwksError::NoSet(format!("key {index} is not an object")));
        };
        if let Some(field) = ["d", "k", "p", "q"].into_iter().find(|field| jwk.contains_key(*field)) {
            return Err(JwksError::Private { index, field });
        }
        if !is_for(jwk, algorithm) {
            continue;
        }
        let key =
            key(jwk, algorithm).map_err(|reason| JwksError::BadKey { index, algorithm: algorithm.name(), reason })?;
        if key.kid().is_some() && keys.iter().any(|earlier| earlier.kid() == key.kid()) {
            return Err(JwksError::KidTwice { index });
        }
        keys.push(key);
    }
    if keys.is_empty() { Err(JwksError::NoneUsable(algorithm.name())) } else { Ok(keys) }
}

/// Whether type, curve, `alg`, `use` and `key_ops` all allow it to verify this algorithm.
fn is_for(jwk: &Map<String, Value>, algorithm: SignatureAlgorithm) -> bool {
    let is = |field: &str, wanted: &str| jwk.get(field).and_then(Value::as_str) == Some(wanted);
    let absent_or = |field: &str, wanted: &str| !jwk.contains_key(field) || is(field, wanted);
    let fits = match algorithm {
        SignatureAlgorithm::RS256 => is("kty", "RSA"),
        SignatureAlgorithm::ES256 => is("kty", "EC") && is("crv", "P-256"),
        SignatureAlgorithm::EdDSA => is("kty", "OKP") && is("crv", "Ed25519"),
        SignatureAlgorithm::HS256 => false,
    };
    let operations = match jwk.get("key_ops") {
        None => true,
        Some(Value::Array(operations)) => operations.iter().any(|operation| operation == "verify"),
        Some(_) => false,
    };
    fits && operations && absent_or("use", "sig") && absent_or("alg", algorithm.name())
}

fn key(jwk: &Map<String, Value>, algorithm: SignatureAlgorithm) -> Result<VerifyingKey, &'static str> {
    let kid = match jwk.get("kid") {
        None => None,
        Some(Value::String(kid)) => Some(kid.clone()),
        Some(_) => return Err("its `kid` is not text"),
    };
    let part = |field: &str| {
        let text = jwk.get(field).and_then(Value::as_str).ok_or("a part of it is missing or not text")?;
        BASE64_URL_SAFE_NO_PAD.decode(text).map_err(|_| "a part of it is not unpadded base64url")
    };
    let of_32 = |field: &str| match part(field) {
        Ok(bytes) if bytes.len() == 32 => Ok(bytes),
        Ok(_) => Err("a coordinate does not have 32 bytes"),
        Err(reason) => Err(reason),
    };
    let (key, material) = match algorithm {
        SignatureAlgorithm::RS256 => {
            let (modulus, exponent) = (part("n")?, part("e")?);
            let bits = modulus.iter().position(|byte| *byte != 0).map_or(0, |zeros| {
                (modulus.len() - zeros) * 8 - modulus.get(zeros).map_or(0, |first| first.leading_zeros() as usize)
            });
            if !(2_048..=8_192).contains(&bits) {
                return Err("an RSA key must have 2,048 to 8,192 bits");
            }
            if exponent.last().is_none_or(|last| last % 2 == 0) || exponent == [1] {
                return Err("the RSA exponent is not an odd number above 1");
            }
            (DecodingKey::from_rsa_raw_components(&modulus, &exponent), [modulus, vec![0], exponent].concat())
        }
        SignatureAlgorithm::ES256 => {
            let point = [vec![4], of_32("x")?, of_32("y")?].concat();
            (DecodingKey::from_ec_der(&point), point)
        }
        SignatureAlgorithm::EdDSA => {
            let public = of_32("x")?;
            (DecodingKey::from_ed_der(&public), public)
        }
        SignatureAlgorithm::HS256 => return Err("shared secrets cannot come from key sets"),
    };
    Ok(VerifyingKey::new(kid, algorithm, key, &material))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ed(kid: &str) -> Value {
        json!({"kty": "OKP", "crv": "Ed25519", "kid": kid, "x": BASE64_URL_SAFE_NO_PAD.encode([7; 32])})
    }

    fn with(mut jwk: Value, field: &str, value: Value) -> Value {
        jwk[field] = value;
        jwk
    }

    fn check(keys: Value, algorithm: SignatureAlgorithm) -> Result<usize, JwksError> {
        read(json!({ "keys": keys }).to_string().as_bytes(), algorithm).map(|keys| keys.len())
    }

    #[test]
    fn only_public_keys_of_the_configured_algorithm_are_taken() {
        use SignatureAlgorithm::{ES256, EdDSA, RS256};
        let rsa =
            |bytes: usize| json!({"kty": "RSA", "e": "AQAB", "n": BASE64_URL_SAFE_NO_PAD.encode(vec![0xff; bytes])});
        let (x, y) = (BASE64_URL_SAFE_NO_PAD.encode([1; 32]), BASE64_URL_SAFE_NO_PAD.encode([2; 32]));
        let ec = json!({"kty": "EC", "crv": "P-256", "x": x, "y": y});
        for (keys, algorithm, expected) in [
            (json!([ed("a"), ed("b"), rsa(256), ec]), EdDSA, Ok(2)),
            (json!([ed("a"), rsa(256), ec]), RS256, Ok(1)),
            (json!([ed("a"), rsa(256), ec]), ES256, Ok(1)),
            (json!([]), EdDSA, Err(JwksError::NoneUsable("EdDSA"))),
            (json!([rsa(256)]), EdDSA, Err(JwksError::NoneUsable("EdDSA"))),
            (json!([with(ed("a"), "use", json!("enc"))]), EdDSA, Err(JwksError::NoneUsable("EdDSA"))),
            (json!([with(ed("a"), "alg", json!("RS256"))]), EdDSA, Err(JwksError::NoneUsable("EdDSA"))),
            (json!([with(ed("a"), "key_ops", json!(["sign"]))]), EdDSA, Err(JwksError::NoneUsable("EdDSA"))),
            (json!([with(ed("a"), "key_ops", json!(["verify"]))]), EdDSA, Ok(1)),
            (json!([with(ed("a"), "d", json!("AAAA"))]), EdDSA, Err(JwksError::Private { index: 0, field: "d" })),
            (json!([ed("a"), {"kty": "oct", "k": "AAAA"}]), EdDSA, Err(JwksError::Private { index: 1, field: "k" })),
            (json!([ed("a"), ed("a")]), EdDSA, Err(JwksError::KidTwice { index: 1 })),
            (json!([7]), EdDSA, Err(JwksError::NoSet("key 0 is not an object".to_owned()))),
        ] {
            assert_eq!(check(keys.clone(), algorithm), expected, "{keys}");
        }
        for (keys, algorithm) in [
            (json!([rsa(128)]), RS256),
            (json!([rsa(2_048)]), RS256),
            (json!([with(rsa(256), "e", json!("AQ"))]), RS256),
            (json!([with(ed("a"), "x", json!("AAAA"))]), EdDSA),
            (json!([with(ed("a"), "x", json!("+/=="))]), EdDSA),
            (json!([with(ed("a"), "kid", json!(5))]), EdDSA),
        ] {
            assert!(matches!(check(keys.clone(), algorithm), Err(JwksError::BadKey { index: 0, .. })), "{keys}");
        }
        assert_eq!(read(&vec![b' '; JWKS_BYTES + 1], EdDSA).unwrap_err(), JwksError::TooBig);
        assert!(matches!(read(b"<html>", EdDSA), Err(JwksError::NoSet(_))));
    }
}
