//! Reading claims: text, times and audience, each with an exact complaint.

use domain::value::Instant;
use serde_json::{Map, Value};

use super::token_error::TokenError;

/// How far clocks may differ, in seconds.
pub const LEEWAY_S: i64 = 30;
/// 9999-12-31T23:59:59Z in seconds: beyond it no time claim is believed.
const LATEST_S: i64 = 253_402_300_799;
/// Longest text of a claim that is used, in bytes.
pub(super) const TEXT_BYTES: usize = 255;

/// A token's times that hold now, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Times {
    /// When it ends.
    pub expires_at_s: i64,
    /// When it was issued, if it says so.
    pub issued_at_s: Option<i64>,
}

/// Checks `exp`, `nbf` and `iat` with the leeway. `exp` is never optional.
///
/// # Errors
/// Absent, no whole number of seconds, out of range, or not now.
pub fn require_times(claims: &Map<String, Value>, now: Instant) -> Result<Times, TokenError> {
    let now_s = now.0.div_euclid(1_000_000);
    let expires_at_s = seconds(claims, "exp")?.ok_or_else(|| missing("exp"))?;
    let not_before_s = seconds(claims, "nbf")?;
    let issued_at_s = seconds(claims, "iat")?;
    if now_s >= expires_at_s.saturating_add(LEEWAY_S) {
        return Err(TokenError::Expired(now_s.saturating_sub(expires_at_s)));
    }
    let starts = not_before_s.into_iter().chain(issued_at_s).max();
    match starts {
        Some(start) if start > now_s.saturating_add(LEEWAY_S) => {
            Err(TokenError::NotYetValid(start.saturating_sub(now_s)))
        }
        _ => Ok(Times { expires_at_s, issued_at_s }),
    }
}

/// A claim that must be there as text.
///
/// # Errors
/// Absent, empty, longer than 255 bytes, or no text.
pub fn require_text<'c>(claims: &'c Map<String, Value>, name: &str) -> Result<&'c str, TokenError> {
    text(claims, name)?.ok_or_else(|| missing(name))
}

/// A claim that may be there as text.
///
/// # Errors
/// Empty, longer than 255 bytes, or no text.
pub fn text<'c>(claims: &'c Map<String, Value>, name: &str) -> Result<Option<&'c str>, TokenError> {
    match claims.get(name) {
        None => Ok(None),
        Some(Value::String(text)) if (1..=TEXT_BYTES).contains(&text.len()) => Ok(Some(text)),
        Some(_) => Err(bad(name, "must be text of 1 to 255 bytes")),
    }
}

/// The complaint that a claim is missing.
#[must_use]
pub fn missing(name: &str) -> TokenError {
    bad(name, "is missing")
}

/// A complaint about a claim.
#[must_use]
pub fn bad(name: &str, reason: &'static str) -> TokenError {
    TokenError::BadClaim { claim: name.to_owned(), reason }
}

fn seconds(claims: &Map<String, Value>, name: &'static str) -> Result<Option<i64>, TokenError> {
    match claims.get(name) {
        None => Ok(None),
        Some(value) => match value.as_i64() {
            Some(at) if (0..=LATEST_S).contains(&at) => Ok(Some(at)),
            _ => Err(bad(name, "must be a whole number of seconds since 1970")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn times_hold_within_the_leeway_and_not_a_second_beyond() {
        let now = Instant(1_000_000 * 1_000_000);
        let ends = |at: i64| Ok(Times { expires_at_s: at, issued_at_s: None });
        for (claims, expected) in [
            (json!({"exp": 1_000_001}), ends(1_000_001)),
            (json!({"exp": 999_971}), ends(999_971)),
            (json!({"exp": 999_970}), Err(TokenError::Expired(30))),
            (json!({"exp": 0}), Err(TokenError::Expired(1_000_000))),
            (json!({"exp": 1_000_900, "nbf": 1_000_030}), ends(1_000_900)),
            (json!({"exp": 1_000_900, "nbf": 1_000_031}), Err(TokenError::NotYetValid(31))),
            (json!({"exp": 1_000_900, "iat": 1_000_031}), Err(TokenError::NotYetValid(31))),
            (json!({}), Err(missing("exp"))),
            (json!({"exp": 1_000_900, "nbf": null}), Err(bad("nbf", "must be a whole number of seconds since 1970"))),
        ] {
            assert_eq!(require_times(claims.as_object().unwrap(), now), expected, "{claims}");
        }
        for wrong in [
            json!("1000900"),
            json!(1_000_900.0),
            json!(1e30),
            json!(-1),
            json!(u64::MAX),
            json!(i64::MAX),
            json!([1]),
            json!(true),
            json!(null),
        ] {
            let claims = json!({ "exp": wrong });
            assert!(
                matches!(require_times(claims.as_object().unwrap(), now), Err(TokenError::BadClaim { .. })),
                "{claims}"
            );
        }
    }
}
