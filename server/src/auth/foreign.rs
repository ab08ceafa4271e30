//! The claims of a trusted issuer's token, once its signature holds: subject, organization, roles, scope.

use domain::value::id::OrganizationId;
use domain::value::permission::{BuiltInRole, PermissionSet};
use domain::value::{Instant, TypedId};
use serde_json::{Map, Value};

use super::claims::{self, Times};
use super::issuers::{ScopeUse, TokenType, TrustedIssuer};
use super::jws::Parsed;
use super::token;
use super::token_error::TokenError;

/// The proved claims of a foreign token. The rights are those of a stored membership of `issuer|subject`, or else of
/// the mapped roles; the scope narrows either.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForeignClaims {
    /// Who issued it.
    pub issuer: String,
    /// The issuer's name for the principal.
    pub subject: String,
    /// The one organization in which it acts.
    pub organization: Option<OrganizationId>,
    /// The built-in roles that its roles claim maps to, each once.
    pub roles: Vec<BuiltInRole>,
    /// Narrowed to these rights; `None` leaves them whole.
    pub scope: Option<PermissionSet>,
    /// SHA-256 of the signed text, by which it is revoked.
    pub mark: [u8; 32],
    /// When it was issued, in seconds since 1970; where it does not say so, at the earliest.
    pub issued_at_s: i64,
    /// When it ends, in seconds since 1970.
    pub expires_at_s: i64,
}

impl ForeignClaims {
    /// The name under which memberships store this subject.
    #[must_use]
    pub fn principal_key(&self) -> String {
        format!("{}|{}", self.issuer, self.subject)
    }

    /// Reads the claims of a token whose signature holds.
    pub(super) fn read(parsed: &Parsed, issuer: &TrustedIssuer, now: Instant) -> Result<Self, TokenError> {
        let claims = &parsed.claims;
        require_audience(claims, &issuer.audience)?;
        require_access_token(parsed, issuer.typ)?;
        let times = claims::require_times(claims, now)?;
        require_short_life(times, issuer.longest_life_s, now)?;
        Ok(Self {
            issuer: issuer.issuer.clone(),
            subject: claims::require_text(claims, &issuer.subject_claim)?.to_owned(),
            organization: organization(claims, issuer)?,
            roles: roles(claims, issuer)?,
            scope: match issuer.scopes {
                ScopeUse::Limit => token::scope(claims)?,
                ScopeUse::Ignore => None,
            },
            mark: parsed.mark,
            issued_at_s: times.issued_at_s.unwrap_or(times.expires_at_s.saturating_sub(issuer.longest_life_s)),
            expires_at_s: times.expires_at_s,
        })
    }
}

/// Claims that access tokens do not have: of ID tokens (OpenID Connect Core, sections 2 and 3.3.2.11) and of events (RFC 8417).
const NOT_OF_ACCESS: [&str; 5] = ["nonce", "at_hash", "c_hash", "s_hash", "events"];

/// An ID token tells an application who signed in, and may have our audience, too; it was never meant to open an API. Where
/// the header types the token as an access token, that is the issuer's word.
fn require_access_token(parsed: &Parsed, typ: TokenType) -> Result<(), TokenError> {
    if parsed.is_typed {
        return Ok(());
    }
    if typ == TokenType::AccessToken {
        return Err(TokenError::Untyped);
    }
    let says = |name: &str, value: &str| {
        parsed.claims.get(name).and_then(Value::as_str).is_some_and(|said| said.eq_ignore_ascii_case(value))
    };
    let found = NOT_OF_ACCESS.into_iter().find(|name| parsed.claims.contains_key(*name));
    // The names of token kinds in Keycloak and Cognito.
    let named = ["ID", "Refresh", "Offline", "Logout"].iter().any(|kind| says("typ", kind)).then_some("typ");
    let used = says("token_use", "id").then_some("token_use");
    found.or(named).or(used).map_or(Ok(()), |claim| Err(TokenError::NotForAccess(claim)))
}

/// A token that lives for years outlives every change at its issuer.
fn require_short_life(times: Times, longest_s: i64, now: Instant) -> Result<(), TokenError> {
    let begins_s = times.issued_at_s.unwrap_or(now.0.div_euclid(1_000_000));
    let life_s = times.expires_at_s.saturating_sub(begins_s);
    if life_s > longest_s { Err(TokenError::LivesTooLong { life_s, longest_s }) } else { Ok(()) }
}

/// A foreign `aud` is one text, or a list of texts that holds ours.
fn require_audience(claims: &Map<String, Value>, ours: &str) -> Result<(), TokenError> {
    match claims.get("aud") {
        None => Err(claims::missing("aud")),
        Some(Value::String(audience)) if audience == ours => Ok(()),
        Some(Value::Array(list))
            if list.iter().all(Value::is_string) && list.iter().any(|audience| audience == ours) =>
        {
            Ok(())
        }
        Some(_) => Err(TokenError::WrongAudience),
    }
}

fn organization(claims: &Map<String, Value>, issuer: &TrustedIssuer) -> Result<Option<OrganizationId>, TokenError> {
    match (claims::text(claims, &issuer.organization_claim)?, issuer.organizations.as_slice()) {
        (None, [only]) => Ok(Some(*only)),
        (None, _) => Ok(None),
        (Some(named), allowed) => match OrganizationId::parse(named).filter(|id| allowed.contains(id)) {
            Some(id) => Ok(Some(id)),
            None => Err(TokenError::OrganizationNotAllowed),
        },
    }
}

/// The mapped roles; names without a mapping give nothing.
fn roles(claims: &Map<String, Value>, issuer: &TrustedIssuer) -> Result<Vec<BuiltInRole>, TokenError> {
    let Some(claim) = &issuer.roles_claim else { return Ok(Vec::new()) };
    let value = match claim.strip_prefix('/') {
        None => claims.get(claim),
        Some(path) => {
            let mut steps = path.split('/').map(|step| step.replace("~1", "/").replace("~0", "~"));
            let first = steps.next().and_then(|step| claims.get(&step));
            steps.fold(first, |value, step| value.and_then(|value| value.get(&step)))
        }
    };
    let names: Vec<&str> = match value {
        None => Vec::new(),
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(list)) if list.iter().all(Value::is_string) => {
            list.iter().filter_map(Value::as_str).collect()
        }
        Some(_) => return Err(claims::bad(claim, "must be a role name or a list of role names")),
    };
    let has = |role: &BuiltInRole| names.iter().any(|name| issuer.roles.get(*name) == Some(role));
    Ok(BuiltInRole::ALL.iter().copied().filter(has).collect())
}

#[cfg(test)]
mod tests {
    use aws_lc_rs::rand::SystemRandom;
    use aws_lc_rs::rsa::KeySize;
    use aws_lc_rs::signature::{
        ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
    };
    use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
    use domain::value::permission::Permission;
    use jsonwebtoken::{Algorithm, EncodingKey};
    use serde_json::json;

    use super::*;
    use crate::auth::issuers::{IssuerConfig, trust};
    use crate::auth::key_ring::KeyRing;
    use crate::auth::verifier::{Verified, Verifier};

    const NOW: Instant = Instant(1_800_000_000_000_000);
    const OURS: &str = "org_01h455vb4pex5vsknk084sn02q";
    const OTHER: &str = "org_00000000000000000000000001";
    const SECRET: &str = "a secret of no less than thirty-two bytes";

    fn b64(bytes: impl AsRef<[u8]>) -> String {
        BASE64_URL_SAFE_NO_PAD.encode(bytes)
    }

    /// A verifier of one issuer `https://login` with this in its configuration.
    fn verifier(config: &str) -> Verifier {
        let common = format!("issuer = \"https://login\"\naudience = \"books\"\n{config}");
        let config: IssuerConfig = toml::from_str(&common).unwrap();
        Verifier::new("instance".to_owned(), KeyRing::read(&[]).unwrap(), trust(vec![config], "instance").unwrap())
    }

    fn by_secret(more: &str) -> Verifier {
        verifier(&format!("algorithm = \"HS256\"\nhs256_secret = \"{SECRET}\"\n{more}"))
    }

    fn by_file(name: &str, algorithm: &str, jwk: &Value) -> Verifier {
        let path = jwks_path(name);
        std::fs::write(&path, json!({ "keys": [jwk] }).to_string()).unwrap();
        verifier(&format!("algorithm = \"{algorithm}\"\njwks_file = {path:?}\norganizations = [\"{OURS}\"]"))
    }

    fn jwks_path(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("countinghouse-jwks-{}-{name}.json", std::process::id()))
    }

    fn message(algorithm: &str, claims: &Value) -> String {
        message_typed("JWT", algorithm, claims)
    }

    fn message_typed(typ: &str, algorithm: &str, claims: &Value) -> String {
        format!("{}.{}", b64(json!({"alg": algorithm, "typ": typ, "kid": "k1"}).to_string()), b64(claims.to_string()))
    }

    fn hs256(claims: &Value) -> String {
        hs256_typed("JWT", claims)
    }

    fn hs256_typed(typ: &str, claims: &Value) -> String {
        let message = message_typed(typ, "HS256", claims);
        let signature = jsonwebtoken::crypto::sign(
            message.as_bytes(),
            &EncodingKey::from_secret(SECRET.as_bytes()),
            Algorithm::HS256,
        );
        format!("{message}.{}", signature.unwrap())
    }

    fn claims(changes: Value) -> Value {
        let mut claims = json!({"iss": "https://login", "aud": "books", "sub": "u-7", "exp": 1_800_000_600});
        for (name, value) in changes.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims
    }

    #[test]
    fn claims_are_mapped_as_configured_and_nothing_beyond() {
        let one = by_secret(&format!(
            "organizations = [\"{OURS}\"]\nroles_claim = \"/realm_access/roles\"\nroles = {{ keeper = \"accountant\", boss = \"admin\" }}"
        ));
        let many = by_secret(&format!(
            r#"
                organizations = ["{OURS}", "{OTHER}"]
                organization_claim = "tenant"
                subject_claim = "email"
                scopes = "ignore"
                roles_claim = "role"
                roles = {{ keeper = "clerk" }}
            "#
        ));
        let read = PermissionSet::of(&[Permission::AccountsRead]);
        let (ours, other) = (OrganizationId::parse(OURS), OrganizationId::parse(OTHER));
        use BuiltInRole as R;
        for (verifier, changes, subject, organization, roles, scope) in [
            (&one, json!({}), "u-7", ours, vec![], None),
            (&one, json!({"aud": ["x", "books"], "org": OURS}), "u-7", ours, vec![], None),
            (&one, json!({"realm_access": {"roles": ["keeper", "unknown"]}}), "u-7", ours, vec![R::Accountant], None),
            (
                &one,
                json!({"realm_access": {"roles": ["boss", "keeper", "boss"]}}),
                "u-7",
                ours,
                vec![R::Admin, R::Accountant],
                None,
            ),
            (&one, json!({"realm_access": {"roles": "boss"}}), "u-7", ours, vec![R::Admin], None),
            (&one, json!({"realm_access": 1, "roles": ["boss"]}), "u-7", ours, vec![], None),
            (&one, json!({"roles": ["admin"], "scope": "openid accounts:read"}), "u-7", ours, vec![], Some(read)),
            (&one, json!({"scope": "openid profile"}), "u-7", ours, vec![], Some(PermissionSet::NONE)),
            (&many, json!({"email": "a@b"}), "a@b", None, vec![], None),
            (
                &many,
                json!({"email": "a@b", "tenant": OTHER, "role": "keeper", "scope": "openid"}),
                "a@b",
                other,
                vec![R::Clerk],
                None,
            ),
        ] {
            let token = hs256(&claims(changes.clone()));
            let Ok(Verified::Foreign(found)) = verifier.verify(&token, NOW) else {
                panic!("{changes}: {:?}", verifier.verify(&token, NOW));
            };
            let says = (found.subject.as_str(), found.organization, found.roles, found.scope);
            assert_eq!(says, (subject, organization, roles, scope), "{changes}");
        }
    }

    #[test]
    fn what_the_issuer_may_not_say_is_refused() {
        use TokenError as E;
        let one = by_secret(&format!("organizations = [\"{OURS}\"]"));
        for (changes, expected) in [
            (json!({"org": OTHER}), E::OrganizationNotAllowed),
            (json!({"org": "*"}), E::OrganizationNotAllowed),
            (json!({"org": [OURS]}), claims::bad("org", "must be text of 1 to 255 bytes")),
            (json!({"aud": "other"}), E::WrongAudience),
            (json!({"aud": ["other"]}), E::WrongAudience),
            (json!({"aud": ["books", 1]}), E::WrongAudience),
            (json!({"iss": "https://login/"}), E::UnknownIssuer),
            (json!({"iss": "instance"}), E::WrongAlgorithm { expected: "EdDSA" }),
            (json!({"sub": ""}), claims::bad("sub", "must be text of 1 to 255 bytes")),
            (json!({"exp": 1_799_999_000}), E::Expired(1_000)),
            (json!({"nbf": 1_800_000_100}), E::NotYetValid(100)),
        ] {
            assert_eq!(one.verify(&hs256(&claims(changes.clone())), NOW), Err(expected), "{changes}");
        }
        let good = hs256(&claims(json!({})));
        assert_eq!(one.verify(&format!("{}AAAA", &good[..good.len() - 4]), NOW), Err(E::BadSignature));
    }

    #[test]
    fn tokens_that_live_too_long_and_tokens_that_open_no_api_are_refused() {
        use TokenError as E;
        let day = by_secret(&format!("organizations = [\"{OURS}\"]"));
        let hour = by_secret(&format!("organizations = [\"{OURS}\"]\nlongest_life_s = 3600"));
        let typed = by_secret(&format!("organizations = [\"{OURS}\"]\ntyp = \"at+jwt\""));
        let now_s = 1_800_000_000;
        let too_long = |life_s, longest_s| Some(E::LivesTooLong { life_s, longest_s });
        for (verifier, changes, expected) in [
            (&day, json!({"exp": now_s + 86_400}), None),
            (&day, json!({"exp": now_s + 86_401}), too_long(86_401, 86_400)),
            (&day, json!({"iat": now_s - 86_000, "exp": now_s + 400}), None),
            (&day, json!({"iat": now_s - 86_000, "exp": now_s + 401}), too_long(86_401, 86_400)),
            (&day, json!({"iat": now_s, "exp": now_s + 10 * 366 * 86_400}), too_long(316_224_000, 86_400)),
            (&hour, json!({"exp": now_s + 3_601}), too_long(3_601, 3_600)),
            (&day, json!({"nonce": "n"}), Some(E::NotForAccess("nonce"))),
            (&day, json!({"nonce": null}), Some(E::NotForAccess("nonce"))),
            (&day, json!({"at_hash": "x"}), Some(E::NotForAccess("at_hash"))),
            (&day, json!({"c_hash": "x"}), Some(E::NotForAccess("c_hash"))),
            (&day, json!({"events": {}}), Some(E::NotForAccess("events"))),
            (&day, json!({"typ": "ID"}), Some(E::NotForAccess("typ"))),
            (&day, json!({"typ": "Refresh"}), Some(E::NotForAccess("typ"))),
            (&day, json!({"typ": "Bearer", "token_use": "access"}), None),
            (&day, json!({"token_use": "id"}), Some(E::NotForAccess("token_use"))),
            (&typed, json!({}), Some(E::Untyped)),
        ] {
            let claims = claims(changes.clone());
            assert_eq!(verifier.verify(&hs256(&claims), NOW).err(), expected, "{changes}");
            // The issuer's word for an access token.
            let typed = verifier.verify(&hs256_typed("at+jwt", &claims), NOW).err();
            assert_eq!(typed, expected.filter(|error| matches!(error, E::LivesTooLong { .. })), "{changes}");
        }
        for typ in ["id_token+jwt", "logout+jwt", "dpop+jwt"] {
            let refused = day.verify(&hs256_typed(typ, &claims(json!({}))), NOW);
            assert!(matches!(refused, Err(E::BadHeader { field: "typ", .. })), "{typ}");
        }
    }

    #[tokio::test]
    async fn each_algorithm_verifies_its_own_signatures_and_no_others() {
        let random = SystemRandom::new();
        let ec = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).unwrap();
        let ed = Ed25519KeyPair::generate().unwrap();
        let rsa = RsaKeyPair::generate(KeySize::Rsa2048).unwrap();
        let (point, public) = (ec.public_key().as_ref(), rsa.public_key());
        let modulus = b64(public.modulus().big_endian_without_leading_zero());
        let exponent = b64(public.exponent().big_endian_without_leading_zero());
        let jwks = [
            ("RS256", json!({"kty": "RSA", "kid": "k1", "n": modulus, "e": exponent})),
            (
                "ES256",
                json!({"kty": "EC", "crv": "P-256", "kid": "k1", "x": b64(&point[1..33]), "y": b64(&point[33..])}),
            ),
            ("EdDSA", json!({"kty": "OKP", "crv": "Ed25519", "kid": "k1", "x": b64(ed.public_key())})),
        ];
        let sign = |algorithm: &str, says: &str| {
            let message = message(says, &claims(json!({})));
            let bytes = message.as_bytes();
            let signature = match algorithm {
                "RS256" => {
                    let mut signature = vec![0; public.modulus_len()];
                    rsa.sign(&RSA_PKCS1_SHA256, &random, bytes, &mut signature).unwrap();
                    signature
                }
                "ES256" => ec.sign(&random, bytes).unwrap().as_ref().to_vec(),
                _ => ed.sign(bytes).as_ref().to_vec(),
            };
            format!("{message}.{}", b64(signature))
        };
        for (configured, jwk) in &jwks {
            let verifier = by_file(configured, configured, jwk);
            assert!(verifier.refresh_issuers(NOW).await.is_empty());
            std::fs::remove_file(jwks_path(configured)).unwrap();
            for (algorithm, _) in &jwks {
                for (says, _) in &jwks {
                    let good = algorithm == configured && says == configured;
                    let found = verifier.verify(&sign(algorithm, says), NOW);
                    assert_eq!(
                        found.is_ok(),
                        good,
                        "configured {configured}, signed {algorithm}, says {says}: {found:?}"
                    );
                }
            }
        }
    }

    #[tokio::test]
    async fn a_key_that_the_issuer_just_made_is_fetched_with_its_first_token() {
        let (old, new) = (Ed25519KeyPair::generate().unwrap(), Ed25519KeyPair::generate().unwrap());
        let jwk = |kid: &str, pair: &Ed25519KeyPair| json!({"kty": "OKP", "crv": "Ed25519", "kid": kid, "x": b64(pair.public_key())});
        let verifier = by_file("rotating", "EdDSA", &jwk("k0", &old));
        assert!(verifier.refresh_issuers(NOW).await.is_empty());
        let message = message("EdDSA", &claims(json!({})));
        let token = format!("{message}.{}", b64(new.sign(message.as_bytes())));
        let unknown = Err(TokenError::UnknownKey { kid: "k1".to_owned(), refetch: true });
        assert_eq!(verifier.verify_or_refetch(&token, NOW).await, unknown);

        std::fs::write(jwks_path("rotating"), json!({ "keys": [jwk("k0", &old), jwk("k1", &new)] }).to_string())
            .unwrap();
        assert_eq!(verifier.verify_or_refetch(&token, NOW).await, unknown, "at most once a minute");
        let minute_later = Instant(NOW.0 + 60_000_000);
        assert!(verifier.verify_or_refetch(&token, minute_later).await.is_ok());
        std::fs::remove_file(jwks_path("rotating")).unwrap();
    }
}
