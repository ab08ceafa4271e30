//! Why a token is refused: its exact fault, and the next step.

use thiserror::Error;

/// Why a request's token is refused. All of them are answered with 401.
///
/// Texts hold nothing that the sender wrote, except [`shown`] names, so they fit a header and a log.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TokenError {
    /// No token at all.
    #[error(
        "the access token is missing; send `Authorization: Bearer <token>` with a token from POST \
         /api/v1/auth/token"
    )]
    Missing,
    /// Another scheme, such as Basic.
    #[error("the Authorization header uses the scheme `{0}`; send `Bearer <token>`")]
    WrongScheme(String),
    /// The scheme alone.
    #[error("the Authorization header says `Bearer` but has no token; add the token after it")]
    Empty,
    /// A token without a scheme.
    #[error("the Authorization header has a token without its scheme; put `Bearer ` before it")]
    SchemeMissing,
    /// `Bearer Bearer …`: pasted with the prefix where a form adds it.
    #[error("the prefix `Bearer` is given twice; if the form adds it, enter only the bare token")]
    PrefixDoubled,
    /// More than one Authorization header.
    #[error("the request has {0} Authorization headers; send one")]
    SeveralHeaders(usize),
    /// Bytes that no token has.
    #[error(
        "the token has spaces or characters that no token has; paste the whole token on one line and without \
         quotes"
    )]
    StrangeCharacters,
    /// In the address, where logs would keep it.
    #[error(
        "the token is in the query string, where logs keep it; send it as `Authorization: Bearer <token>` and get a new one"
    )]
    InQuery,
    /// Longer than any token.
    #[error("the token has {length} bytes; at most {limit} are allowed", limit = super::jws::TOKEN_BYTES)]
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// Not three parts.
    #[error("the token has {0} parts separated by dots; a signed JWT has three")]
    WrongParts(usize),
    /// A part that is empty or no base64url.
    #[error("the token's {part} is not unpadded base64url; the token was cut or changed")]
    BadEncoding {
        /// `header`, `payload` or `signature`.
        part: &'static str,
    },
    /// A part that is no strict JSON object.
    #[error("the token's {part} is not a strict JSON object: {reason}")]
    BadJson {
        /// `header` or `payload`.
        part: &'static str,
        /// The fault.
        reason: String,
    },
    /// A header field that is absent or wrong.
    #[error("the token's header field `{field}` {reason}")]
    BadHeader {
        /// The field.
        field: &'static str,
        /// The fault.
        reason: &'static str,
    },
    /// Not the one algorithm of its issuer.
    #[error("the token's algorithm is not {expected}, the only one that is accepted from its issuer")]
    WrongAlgorithm {
        /// The issuer's algorithm.
        expected: &'static str,
    },
    /// An issuer that is not ours and not configured.
    #[error("the token's issuer is neither this instance nor a trusted issuer of its configuration")]
    UnknownIssuer,
    /// A key id that the issuer does not have (any more).
    #[error("the token's key `{kid}` is unknown or was retired; get a new token")]
    UnknownKey {
        /// The key id in the token, made harmless.
        kid: String,
        /// Whether the issuer's key set could be fetched anew and the token tried again.
        refetch: bool,
    },
    /// The signature does not fit.
    #[error("the token's signature is wrong; the token was changed, or it comes from another instance")]
    BadSignature,
    /// A claim that is absent or wrong.
    #[error("the token's claim `{claim}` {reason}")]
    BadClaim {
        /// The claim.
        claim: String,
        /// The fault.
        reason: &'static str,
    },
    /// Issued for somebody else.
    #[error("the token was issued for another audience; get one for this instance")]
    WrongAudience,
    /// An ID token, or another one that opens no API.
    #[error(
        "the token's claim `{0}` shows that it is an ID token or another token that is not for an API; send the access \
         token of the same sign-in"
    )]
    NotForAccess(&'static str),
    /// Not typed as an access token, where its issuer types them.
    #[error("the token's header does not say `typ: at+jwt`, as its issuer's access tokens do; send the access token")]
    Untyped,
    /// Made for longer than its issuer may make it.
    #[error(
        "the token is valid for {life_s} seconds, and tokens of its issuer can be valid for at most {longest_s} here; \
         have the issuer make shorter ones, or raise longest_life_s in its [[auth.issuers]]"
    )]
    LivesTooLong {
        /// How long it lives.
        life_s: i64,
        /// How long it may.
        longest_s: i64,
    },
    /// Past its time.
    #[error("the token expired {0} seconds ago; get a new one with the refresh token or sign in again")]
    Expired(i64),
    /// Before its time.
    #[error("the token will be valid in {0} seconds; compare the clocks of issuer and server")]
    NotYetValid(i64),
    /// Names an organization that its issuer may not name.
    #[error("the token's issuer is not trusted for the organization of the token")]
    OrganizationNotAllowed,
}

impl TokenError {
    /// The stable code of the problem: `unauthenticated` where nothing was presented, else `invalid_token`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::Missing => "unauthenticated",
            Self::Expired(_) => "token_expired",
            _ => "invalid_token",
        }
    }

    /// The value of the `WWW-Authenticate` header (RFC 6750, section 3).
    #[must_use]
    pub fn challenge(&self) -> String {
        let error = match self {
            Self::Missing => return r#"Bearer realm="countinghouse""#.to_owned(),
            Self::WrongScheme(_)
            | Self::Empty
            | Self::SchemeMissing
            | Self::PrefixDoubled
            | Self::SeveralHeaders(_)
            | Self::StrangeCharacters
            | Self::InQuery => "invalid_request",
            _ => "invalid_token",
        };
        // error_description allows printable ASCII without quote and backslash.
        let description: String =
            self.to_string().chars().filter(|c| matches!(c, ' '..='~') && !matches!(c, '"' | '\\')).collect();
        format!(r#"Bearer realm="countinghouse", error="{error}", error_description="{description}""#)
    }
}

/// Foreign text made harmless for a message: letters, digits and `-_.:` only, at most 43 characters.
#[must_use]
pub fn shown(text: &str) -> String {
    text.chars().take(43).map(|c| if c.is_ascii_alphanumeric() || "-_.:".contains(c) { c } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_never_breaks_its_quotes() {
        let error = TokenError::UnknownKey { kid: shown("a\"b\\c\r\nSet-Cookie: x=1"), refetch: false };
        let challenge = error.challenge();
        assert_eq!(challenge.matches('"').count(), 6, "{challenge}");
        assert!(!challenge.contains(['\r', '\n', '\\']), "{challenge}");
        assert_eq!(TokenError::Missing.challenge(), r#"Bearer realm="countinghouse""#);
        let strict = TokenError::BadJson { part: "payload", reason: "expected `\"` \u{1F4A9}".to_owned() };
        assert!(strict.challenge().is_ascii());
    }
}
