//! The console's session: an `HttpOnly` cookie, a CSRF token derived from it, and the check of the Origin.

use aws_lc_rs::hmac;
use axum::http::header::{COOKIE, ORIGIN};
use axum::http::{HeaderMap, Method};
use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use domain::value::Instant;
use subtle::ConstantTimeEq as _;
use thiserror::Error;

use super::opaque_token::{self, SecretHash};
use super::session_id::SessionId;

/// The cookie's name where the service is not reached over https.
const PLAIN_NAME: &str = "countinghouse_session";
/// Its name over https below a path: browsers take it over https alone.
const SECURE_NAME: &str = "__Secure-countinghouse_session";
/// Its name over https without a path: browsers take it from this very host alone.
const HOST_NAME: &str = "__Host-countinghouse_session";
/// The header with the CSRF token.
pub const CSRF_HEADER: &str = "x-csrf-token";
/// The prefix of the cookie's value.
pub const PREFIX: &str = "chc_";
/// A use within this many microseconds of the last one that was noted is not noted: a minute.
pub const USE_RESOLUTION_US: i64 = 60_000_000;

/// How long sessions last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SessionLimits {
    /// Unused, in microseconds.
    pub idle_us: i64,
    /// At most, in microseconds.
    pub lifetime_us: i64,
}

impl Default for SessionLimits {
    /// 8 hours unused, 7 days at most.
    fn default() -> Self {
        Self::of_seconds(8 * 3_600, 7 * 86_400)
    }
}

impl SessionLimits {
    /// Limits in seconds.
    #[must_use]
    pub fn of_seconds(idle_s: u64, lifetime_s: u64) -> Self {
        let us = |seconds: u64| i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1_000_000);
        Self { idle_us: us(idle_s), lifetime_us: us(lifetime_s) }
    }

    /// When a session that begins now ends at the latest.
    #[must_use]
    pub fn end(&self, now: Instant) -> Instant {
        Instant(now.0.saturating_add(self.lifetime_us))
    }

    /// Sessions that were last used before this have ended.
    #[must_use]
    pub fn idle_before(&self, now: Instant) -> Instant {
        Instant(now.0.saturating_sub(self.idle_us))
    }
}

/// Why a request with a session cookie is refused: 403.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CrossSite {
    /// No Origin header.
    #[error("a change with the session cookie needs an Origin header, as browsers send it")]
    OriginMissing,
    /// Another site's Origin.
    #[error("the request comes from a page of another origin; open the console at the base URL of this service")]
    OriginForeign,
    /// No CSRF token.
    #[error("a change with the session cookie needs the X-CSRF-Token header from the answer to the sign-in")]
    TokenMissing,
    /// Another CSRF token.
    #[error("the X-CSRF-Token does not belong to this session; reload the page")]
    TokenWrong,
}

/// The cookie's value, from 32 fresh random bytes.
#[must_use]
pub fn write(session: SessionId, secret: [u8; 32]) -> String {
    opaque_token::write(PREFIX, session, secret)
}

/// The session and the hash of a presented cookie value; `None` for a text that is none.
#[must_use]
pub fn read(value: &str) -> Option<(SessionId, SecretHash)> {
    opaque_token::read(PREFIX, value)
}

/// The cookie of a service at this base address. One of another name counts nothing: on a name without a prefix another
/// host of the same domain, or anybody on the way, could set it.
#[must_use]
pub fn cookie_name(base_url: &str) -> &'static str {
    match place(base_url) {
        (_, false) => PLAIN_NAME,
        ("", true) => HOST_NAME,
        (_, true) => SECURE_NAME,
    }
}

/// The `Set-Cookie` that starts a session at this base address.
#[must_use]
pub fn set_cookie(value: &str, base_url: &str, limits: SessionLimits) -> String {
    written(value, base_url, limits.lifetime_us / 1_000_000)
}

/// The `Set-Cookie` that ends a session at this base address.
#[must_use]
pub fn clear_cookie(base_url: &str) -> String {
    written("", base_url, 0)
}

fn written(value: &str, base_url: &str, max_age_s: i64) -> String {
    let (name, (path, secure)) = (cookie_name(base_url), place(base_url));
    let (path, flag) = (if path.is_empty() { "/" } else { path }, if secure { "; Secure" } else { "" });
    format!("{name}={value}; Path={path}; Max-Age={max_age_s}; HttpOnly; SameSite=Strict{flag}")
}

/// The path of a base address without a slash at its end, and whether it is https.
fn place(base_url: &str) -> (&str, bool) {
    let (scheme, rest) = base_url.split_once("://").unwrap_or_default();
    let path = rest.find('/').map_or("", |at| rest[at..].trim_end_matches('/'));
    (path, scheme.eq_ignore_ascii_case("https"))
}

/// Whether browsers reach a base address over https.
#[must_use]
pub fn is_https(base_url: &str) -> bool {
    place(base_url).1
}

/// The value of the session cookie of this name. Two of the name are none: one of them was planted.
#[must_use]
pub fn find_cookie<'h>(headers: &'h HeaderMap, wanted: &str) -> Option<&'h str> {
    let mut found = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| *name == wanted)
        .map(|(_, value)| value);
    let value = found.next()?;
    found.next().is_none().then_some(value)
}

/// The CSRF token of a session: an HMAC keyed with the cookie's secret value, so that nothing is stored.
#[must_use]
pub fn csrf_token(cookie_value: &str) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, cookie_value.as_bytes());
    BASE64_URL_SAFE_NO_PAD.encode(hmac::sign(&key, b"countinghouse csrf token").as_ref())
}

/// Checks Origin and CSRF token of a request that the session cookie authenticates. Safe methods pass.
///
/// # Errors
/// The missing or foreign part.
pub fn require_same_site(
    method: &Method,
    headers: &HeaderMap,
    cookie_value: &str,
    origins: &[String],
) -> Result<(), CrossSite> {
    if method.is_safe() {
        return Ok(());
    }
    let mut sent = headers.get_all(ORIGIN).iter();
    let origin = sent.next().ok_or(CrossSite::OriginMissing)?;
    if sent.next().is_some() || !origins.iter().any(|ours| origin.as_bytes().eq_ignore_ascii_case(ours.as_bytes())) {
        return Err(CrossSite::OriginForeign);
    }
    let token = headers.get(CSRF_HEADER).ok_or(CrossSite::TokenMissing)?;
    let same: bool = token.as_bytes().ct_eq(csrf_token(cookie_value).as_bytes()).into();
    if same { Ok(()) } else { Err(CrossSite::TokenWrong) }
}

/// The origins of the console's pages for a base URL. A loopback address goes by all its names.
/// `None` for a text that is no http(s) address.
#[must_use]
pub fn origins(base_url: &str) -> Option<Vec<String>> {
    let url = reqwest::Url::parse(base_url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let host = url.host_str()?;
    let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
    let of = |host: &str| format!("{}://{host}{port}", url.scheme());
    let loopback = ["127.0.0.1", "localhost", "[::1]"];
    Some(if loopback.contains(&host) { loopback.iter().map(|host| of(host)).collect() } else { vec![of(host)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_need_our_origin_and_the_sessions_token() {
        use CrossSite as C;
        let cookie = write(SessionId([1; 16]), [2; 32]);
        let (good, other) = (csrf_token(&cookie), csrf_token(&write(SessionId([1; 16]), [3; 32])));
        let ours = origins("https://books.example.com/ledger/").unwrap();
        let site = Some("https://books.example.com");
        for (method, origin, token, expected) in [
            (Method::GET, None, None, Ok(())),
            (Method::HEAD, Some("https://evil.example"), None, Ok(())),
            (Method::POST, site, Some(&good), Ok(())),
            (Method::PUT, Some("HTTPS://books.example.com"), Some(&good), Ok(())),
            (Method::POST, None, Some(&good), Err(C::OriginMissing)),
            (Method::POST, Some("null"), Some(&good), Err(C::OriginForeign)),
            (Method::POST, Some("http://books.example.com"), Some(&good), Err(C::OriginForeign)),
            (Method::POST, Some("https://books.example.com.evil.example"), Some(&good), Err(C::OriginForeign)),
            (Method::POST, Some("https://books.example.com:8443"), Some(&good), Err(C::OriginForeign)),
            (Method::DELETE, site, None, Err(C::TokenMissing)),
            (Method::PATCH, site, Some(&other), Err(C::TokenWrong)),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            if let Some(token) = token {
                headers.insert(CSRF_HEADER, token.parse().unwrap());
            }
            assert_eq!(require_same_site(&method, &headers, &cookie, &ours), expected, "{method} {origin:?}");
        }
    }

    #[test]
    fn loopback_has_three_names_and_other_hosts_one() {
        assert_eq!(
            origins("http://127.0.0.1:8080").unwrap(),
            ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"]
        );
        assert_eq!(origins("https://books.example.com:443/x").unwrap(), ["https://books.example.com"]);
        assert_eq!(origins("ftp://x"), None);
        assert_eq!(origins("nonsense"), None);
    }

    #[test]
    fn one_cookie_is_found_and_two_are_none() {
        for (sent, expected) in [
            (vec!["a=b; countinghouse_session=chc_x; c=d"], Some("chc_x")),
            (vec!["a=b", "countinghouse_session=chc_x"], Some("chc_x")),
            (vec!["countinghouse_session=1; countinghouse_session=2"], None),
            (vec!["countinghouse_session=1", "countinghouse_session=2"], None),
            (vec!["xcountinghouse_session=1"], None),
            (vec![], None),
        ] {
            let mut headers = HeaderMap::new();
            for value in &sent {
                headers.append(COOKIE, value.parse().unwrap());
            }
            assert_eq!(find_cookie(&headers, PLAIN_NAME), expected, "{sent:?}");
            assert_eq!(find_cookie(&headers, HOST_NAME), None, "{sent:?}");
        }
    }

    #[test]
    fn over_https_the_cookies_name_has_a_prefix_that_browsers_hold_to() {
        let strict = "HttpOnly; SameSite=Strict";
        for (base_url, begins, rest) in [
            ("http://127.0.0.1:8080", "countinghouse_session", "Path=/"),
            ("http://127.0.0.1:8080/ledger", "countinghouse_session", "Path=/ledger"),
            ("https://books.example.com", "__Host-countinghouse_session", "Path=/"),
            ("HTTPS://books.example.com:8443/", "__Host-countinghouse_session", "Path=/"),
            ("https://books.example.com/ledger/", "__Secure-countinghouse_session", "Path=/ledger"),
        ] {
            let secure = if is_https(base_url) { "; Secure" } else { "" };
            let set = format!("{begins}=v; {rest}; Max-Age=604800; {strict}{secure}");
            assert_eq!(set_cookie("v", base_url, SessionLimits::default()), set);
            assert_eq!(clear_cookie(base_url), format!("{begins}=; {rest}; Max-Age=0; {strict}{secure}"));
            assert_eq!(cookie_name(base_url), begins);
        }
    }
}
