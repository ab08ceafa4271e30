//! Trusted foreign issuers: their configuration, checked once at start with useful complaints.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use domain::value::TypedId;
use domain::value::id::OrganizationId;
use domain::value::permission::BuiltInRole;
use jsonwebtoken::DecodingKey;
use serde::Deserialize;
use thiserror::Error;

use super::claims;
use super::jwks_source::{KeySource, Origin};
use super::keys::{SignatureAlgorithm, VerifyingKey};
use super::token;

/// Shortest shared secret, in bytes: the size of the hash (RFC 7518, section 3.2).
pub const SECRET_BYTES: usize = 32;

/// The bounds of `longest_life_s`: a minute and 30 days.
const SHORTEST_LIFE_S: i64 = 60;
const LONGEST_LIFE_S: i64 = 30 * 86_400;

/// One `[[auth.issuers]]` of the configuration file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IssuerConfig {
    /// Its `iss` claim, exactly.
    pub issuer: String,
    /// The required value of its `aud` claim.
    pub audience: String,
    /// The one algorithm that it signs with: `RS256`, `ES256`, `EdDSA` or `HS256`.
    pub algorithm: SignatureAlgorithm,
    /// A file with its JWK set.
    pub jwks_file: Option<PathBuf>,
    /// The address of its JWK set: https, or http on this machine.
    pub jwks_url: Option<String>,
    /// The shared secret for HS256, at least 32 bytes.
    pub hs256_secret: Option<Secret>,
    /// The organizations that its tokens may name. With exactly one, a token that names none means it.
    pub organizations: Vec<String>,
    /// The claim that names the organization.
    #[serde(default = "organization_claim")]
    pub organization_claim: String,
    /// The claim that names the subject.
    #[serde(default = "subject_claim")]
    pub subject_claim: String,
    /// The claim with the roles: a name, or a JSON pointer such as `/realm_access/roles`.
    pub roles_claim: Option<String>,
    /// The issuer's role names and the built-in role that each one means.
    #[serde(default)]
    pub roles: BTreeMap<String, String>,
    /// The effect of the `scope` claim.
    #[serde(default)]
    pub scopes: ScopeUse,
    /// The longest time, in seconds, from `iat` to `exp`; without `iat`, from now.
    #[serde(default = "longest_life_s")]
    pub longest_life_s: i64,
    /// The required `typ` of the header.
    #[serde(default)]
    pub typ: TokenType,
}

/// The required `typ` of a foreign token's header.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
pub enum TokenType {
    /// Nothing, `JWT` or `at+jwt`.
    #[default]
    #[serde(rename = "JWT")]
    Any,
    /// `at+jwt` (RFC 9068): no ID token can be mistaken for an access token.
    #[serde(rename = "at+jwt")]
    AccessToken,
}

/// The effect of a foreign `scope` claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScopeUse {
    /// It limits the rights to the permissions that it names.
    #[default]
    Limit,
    /// It speaks of other things (`openid profile`) and is passed over.
    Ignore,
}

/// A secret of the configuration; it never shows in logs.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

/// A fault in an issuer's configuration.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("trusted issuer `{issuer}`: {fault}")]
pub struct IssuerConfigError {
    /// Which issuer.
    pub issuer: String,
    /// The fault, and the expected value.
    pub fault: String,
}

/// An issuer whose configuration holds.
#[derive(Debug)]
pub struct TrustedIssuer {
    /// Its `iss` claim.
    pub issuer: String,
    /// The required value of its `aud` claim.
    pub audience: String,
    /// Its one algorithm.
    pub algorithm: SignatureAlgorithm,
    /// The organizations that its tokens may name; never empty.
    pub organizations: Vec<OrganizationId>,
    /// The claim that names the organization.
    pub organization_claim: String,
    /// The claim that names the subject.
    pub subject_claim: String,
    /// The claim with the roles, if it maps any.
    pub roles_claim: Option<String>,
    /// The meaning of its role names.
    pub roles: BTreeMap<String, BuiltInRole>,
    /// The effect of its `scope` claim.
    pub scopes: ScopeUse,
    /// The longest time that its tokens live, in seconds.
    pub longest_life_s: i64,
    /// The required `typ` of the header.
    pub typ: TokenType,
    /// Its keys.
    pub keys: KeySource,
}

/// Checks all issuers. `instance` is our own issuer name, which none of them may have.
///
/// # Errors
/// The first fault.
pub fn trust(configs: Vec<IssuerConfig>, instance: &str) -> Result<Vec<TrustedIssuer>, IssuerConfigError> {
    let mut trusted: Vec<TrustedIssuer> = Vec::with_capacity(configs.len());
    for config in configs {
        let name = config.issuer.clone();
        let fail = |fault: String| Err(IssuerConfigError { issuer: name.clone(), fault });
        if config.issuer == instance {
            return fail("this is the name of this instance, whose tokens are trusted anyway; leave it out".to_owned());
        }
        if trusted.iter().any(|earlier| earlier.issuer == config.issuer) {
            return fail("it is configured twice; leave one out".to_owned());
        }
        match config.check() {
            Ok(issuer) => trusted.push(issuer),
            Err(fault) => return fail(fault),
        }
    }
    Ok(trusted)
}

impl IssuerConfig {
    fn check(self) -> Result<TrustedIssuer, String> {
        for (field, text) in [
            ("issuer", &self.issuer),
            ("audience", &self.audience),
            ("organization_claim", &self.organization_claim),
            ("subject_claim", &self.subject_claim),
        ] {
            if text.trim().is_empty() {
                return Err(format!("`{field}` is empty"));
            }
        }
        // Subjects are known here as `issuer|subject`: an issuer's subjects must not collide with those of another one.
        if self.issuer.contains('|') {
            return Err("`issuer` has a `|`, which separates issuers from their subjects here".to_owned());
        }
        if self.issuer.len() > claims::TEXT_BYTES {
            return Err(format!(
                "`issuer` has {} bytes; at most {} are allowed",
                self.issuer.len(),
                claims::TEXT_BYTES
            ));
        }
        if !(SHORTEST_LIFE_S..=LONGEST_LIFE_S).contains(&self.longest_life_s) {
            return Err(format!(
                "`longest_life_s` is {}; write {SHORTEST_LIFE_S} to {LONGEST_LIFE_S} seconds",
                self.longest_life_s
            ));
        }
        let keys = self.keys()?;
        let organizations = self
            .organizations
            .iter()
            .map(|text| {
                OrganizationId::parse(text)
                    .ok_or_else(|| format!("`organizations` has `{text}`, which is not an organization id (`org_…`)"))
            })
            .collect::<Result<Vec<_>, _>>()?;
        if organizations.is_empty() {
            return Err(
                "`organizations` is empty; list the ids of the organizations that its tokens may be for".to_owned()
            );
        }
        if self.roles_claim.is_none() != self.roles.is_empty() {
            return Err("`roles_claim` and `roles` go together; give both or none".to_owned());
        }
        let roles =
            self.roles.into_iter().map(|(theirs, ours)| role(theirs, &ours)).collect::<Result<BTreeMap<_, _>, _>>()?;
        Ok(TrustedIssuer {
            issuer: self.issuer,
            audience: self.audience,
            algorithm: self.algorithm,
            organizations,
            organization_claim: self.organization_claim,
            subject_claim: self.subject_claim,
            roles_claim: self.roles_claim,
            roles,
            scopes: self.scopes,
            longest_life_s: self.longest_life_s,
            typ: self.typ,
            keys,
        })
    }

    fn keys(&self) -> Result<KeySource, String> {
        let shared = self.algorithm == SignatureAlgorithm::HS256;
        match (&self.jwks_file, &self.jwks_url, &self.hs256_secret) {
            (None, None, Some(Secret(secret))) if shared => {
                if secret.len() < SECRET_BYTES {
                    return Err(format!(
                        "`hs256_secret` has {} bytes; at least {SECRET_BYTES} random ones are needed",
                        secret.len()
                    ));
                }
                let key = DecodingKey::from_secret(secret.as_bytes());
                Ok(KeySource::fixed(VerifyingKey::new(None, SignatureAlgorithm::HS256, key, secret.as_bytes())))
            }
            _ if shared => Err("HS256 needs `hs256_secret`, and neither `jwks_file` nor `jwks_url`".to_owned()),
            (Some(path), None, None) => Ok(KeySource::unread(Origin::File(path.clone()), self.algorithm)),
            (None, Some(url), None) => {
                require_safe(url)?;
                Ok(KeySource::unread(Origin::Url(url.clone()), self.algorithm))
            }
            _ => Err(format!(
                "{} needs exactly one of `jwks_file` and `jwks_url`, and no `hs256_secret`",
                self.algorithm.name()
            )),
        }
    }
}

/// Keys come over https; plain http only from this machine.
fn require_safe(url: &str) -> Result<(), String> {
    let parsed = reqwest::Url::parse(url).map_err(|error| format!("`jwks_url` is not an address: {error}"))?;
    let here = matches!(parsed.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    match parsed.scheme() {
        "https" => Ok(()),
        "http" if here => Ok(()),
        _ => Err("`jwks_url` must begin with https:// (http:// only for localhost)".to_owned()),
    }
}

fn role(theirs: String, ours: &str) -> Result<(String, BuiltInRole), String> {
    BuiltInRole::parse(ours).map(|role| (theirs.clone(), role)).ok_or_else(|| {
        let known = BuiltInRole::ALL.iter().map(|role| role.name()).collect::<Vec<_>>().join(", ");
        format!("`roles` maps `{theirs}` to `{ours}`, which is not a built-in role; these are: {known}")
    })
}

fn organization_claim() -> String {
    "org".to_owned()
}

/// A day: the usual maximum of login services, and of our own command line.
fn longest_life_s() -> i64 {
    token::LONGEST_LIFETIME_S
}

fn subject_claim() -> String {
    "sub".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"
        issuer = "https://login.example.com/"
        audience = "countinghouse"
        algorithm = "RS256"
        jwks_url = "https://login.example.com/jwks"
        organizations = ["org_01h455vb4pex5vsknk084sn02q"]
        roles_claim = "/realm_access/roles"
        roles = { "book-keeper" = "accountant" }
    "#;

    fn check(text: &str) -> Result<TrustedIssuer, String> {
        let config: IssuerConfig = toml::from_str(text).map_err(|error| error.to_string())?;
        trust(vec![config], "instance").map(|mut list| list.remove(0)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_full_configuration_is_read() {
        let issuer = check(GOOD).unwrap();
        assert_eq!(issuer.roles["book-keeper"], BuiltInRole::Accountant);
        assert_eq!((issuer.subject_claim.as_str(), issuer.scopes), ("sub", ScopeUse::Limit));
        assert!(issuer.keys.can_change());
    }

    #[test]
    fn each_fault_is_named_with_what_would_be_right() {
        for (from, to, says) in [
            ("RS256", "PS256", "unknown variant"),
            ("RS256", "none", "unknown variant"),
            ("RS256", "HS256", "HS256 needs `hs256_secret`"),
            ("audience =", "audiance =", "unknown field `audiance`"),
            ("\"countinghouse\"", "\" \"", "`audience` is empty"),
            ("https://login.example.com/jwks", "http://login.example.com/jwks", "must begin with https://"),
            ("https://login.example.com/jwks", "file:///etc/passwd", "must begin with https://"),
            ("https://login.example.com/jwks", "jwks", "`jwks_url` is not an address"),
            ("jwks_url", "jwks_file = \"x\"\njwks_url", "exactly one of"),
            ("jwks_url", "hs256_secret = \"01234567890123456789012345678901\"\njwks_url", "no `hs256_secret`"),
            ("[\"org_01h455vb4pex5vsknk084sn02q\"]", "[]", "`organizations` is empty"),
            ("org_01h455vb4pex5vsknk084sn02q", "acme", "not an organization id"),
            ("\"accountant\"", "\"root\"", "these are: admin, controller"),
            ("roles_claim = \"/realm_access/roles\"", "", "go together"),
            ("https://login.example.com/\"", "instance\"", "the name of this instance"),
            ("https://login.example.com/\"", "https://login.example.com/|a\"", "`issuer` has a `|`"),
        ] {
            let fault = check(&GOOD.replacen(from, to, 1)).unwrap_err();
            assert!(fault.contains(says), "{from} → {to}: {fault}");
        }
    }

    #[test]
    fn a_shared_secret_is_long_and_never_shown() {
        let text = GOOD
            .replace("RS256", "HS256")
            .replace("jwks_url = \"https://login.example.com/jwks\"", "hs256_secret = \"SECRET\"");
        assert!(check(&text).unwrap_err().contains("has 6 bytes"));
        let long = text.replace("SECRET", "SECRETSECRETSECRETSECRETSECRETSECRET");
        let config: IssuerConfig = toml::from_str(&long).unwrap();
        assert!(!format!("{config:?}").contains("SECRETSECRET"));
        let issuer = check(&long).unwrap();
        assert!(!format!("{issuer:?}").contains("SECRET"));
    }

    #[test]
    fn an_issuer_is_trusted_once() {
        let config: IssuerConfig = toml::from_str(GOOD).unwrap();
        let error = trust(vec![config.clone(), config], "instance").unwrap_err();
        assert!(error.to_string().contains("configured twice"));
    }
}
