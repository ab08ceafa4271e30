//! Finds the bearer token of a request, and reports why it is not one.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use super::token_error::{TokenError, shown};

/// The token of a request: `None` where there is no Authorization header, so that a session cookie may count.
///
/// # Errors
/// Anything that is not exactly one header with one scheme and one token, or a token in the query.
pub fn find<'r>(headers: &'r HeaderMap, query: Option<&str>) -> Result<Option<&'r str>, TokenError> {
    if query.is_some_and(names_a_token) {
        return Err(TokenError::InQuery);
    }
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let others = values.count();
    if others > 0 {
        return Err(TokenError::SeveralHeaders(others + 1));
    }
    let text = value.to_str().map_err(|_| TokenError::StrangeCharacters)?.trim();
    let (scheme, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
    let token = rest.trim_start();
    if scheme.is_empty() {
        return Err(TokenError::Missing);
    }
    if !is_bearer(scheme) {
        // A token pasted bare has dots and is long; it must never come back in an error's text.
        let bare = scheme.len() > 32 || scheme.contains('.');
        return Err(if bare { TokenError::SchemeMissing } else { TokenError::WrongScheme(shown(scheme)) });
    }
    if token.is_empty() {
        return Err(TokenError::Empty);
    }
    if token.split([' ', '\t']).next().is_some_and(is_bearer) {
        return Err(TokenError::PrefixDoubled);
    }
    // The b64token of RFC 6750, section 2.1.
    if !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)) {
        return Err(TokenError::StrangeCharacters);
    }
    Ok(Some(token))
}

fn is_bearer(word: &str) -> bool {
    let word = word.strip_suffix(':').unwrap_or(word);
    word.eq_ignore_ascii_case("bearer")
}

fn names_a_token(query: &str) -> bool {
    query.split('&').filter_map(|pair| pair.split('=').next()).any(|name| {
        let name = name.to_ascii_lowercase().replace("%5f", "_");
        name == "access_token" || name == "authorization" || name == "bearer_token"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_found_or_its_fault_is_named() {
        use TokenError as E;
        for (values, query, expected) in [
            (vec![], None, Ok(None)),
            (vec![], Some("limit=5"), Ok(None)),
            (vec!["Bearer a.b.c"], None, Ok(Some("a.b.c"))),
            (vec!["bearer a.b.c"], None, Ok(Some("a.b.c"))),
            (vec!["BEARER   a.b.c  "], Some("q=access_token"), Ok(Some("a.b.c"))),
            (vec!["Bearer"], None, Err(E::Empty)),
            (vec!["Bearer "], None, Err(E::Empty)),
            (vec![""], None, Err(E::Missing)),
            (vec!["Bearer Bearer a.b.c"], None, Err(E::PrefixDoubled)),
            (vec!["Bearer bearer a.b.c"], None, Err(E::PrefixDoubled)),
            (vec!["Bearer Bearer"], None, Err(E::PrefixDoubled)),
            (vec!["Bearer Bearer: a.b.c"], None, Err(E::PrefixDoubled)),
            (vec!["Basic YWRtaW46YWRtaW4="], None, Err(E::WrongScheme("Basic".to_owned()))),
            (vec!["a.b.c"], None, Err(E::SchemeMissing)),
            (vec!["Bearer a.b.c", "Bearer a.b.c"], None, Err(E::SeveralHeaders(2))),
            (vec!["Bearer a.b.c d"], None, Err(E::StrangeCharacters)),
            (vec!["Bearer a.b.c,Bearer d.e.f"], None, Err(E::StrangeCharacters)),
            (vec!["Bearer \"a.b.c\""], None, Err(E::StrangeCharacters)),
            (vec!["Bearer a.b.c"], Some("access_token=a.b.c"), Err(E::InQuery)),
            (vec![], Some("x=1&ACCESS%5Ftoken=a"), Err(E::InQuery)),
        ] {
            let mut headers = HeaderMap::new();
            for value in &values {
                headers.append(AUTHORIZATION, value.parse().unwrap());
            }
            assert_eq!(find(&headers, query), expected, "{values:?} {query:?}");
        }
    }

    #[test]
    fn bytes_beyond_ascii_are_refused_without_a_panic() {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, axum::http::HeaderValue::from_bytes(b"Bearer \xff\xfe").unwrap());
        assert_eq!(find(&headers, None), Err(TokenError::StrangeCharacters));
    }
}
