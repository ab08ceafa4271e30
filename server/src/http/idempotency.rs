//! `Idempotency-Key` and the fingerprint of the request that it stands for.

use axum::http::{HeaderMap, Method, Uri};
use domain::Code;
use sha2::{Digest, Sha256};

use super::problem::{Problem, ProblemCode};

/// Longest key.
const KEY_LENGTH: usize = 255;

/// A key that the client chose, with the request sent under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyKey {
    /// The client's key.
    pub key: String,
    /// SHA-256 of method, path, sorted query and raw body.
    pub fingerprint: [u8; 32],
}

impl IdempotencyKey {
    /// The request's key, where it has one.
    ///
    /// # Errors
    /// 400 where the field is there twice, or is not 1 to 255 visible ASCII characters.
    pub fn of(headers: &HeaderMap, method: &Method, uri: &Uri, body: &[u8]) -> Result<Option<Self>, Problem> {
        let mut fields = headers.get_all("idempotency-key").iter();
        let Some(field) = fields.next() else { return Ok(None) };
        let bytes = field.as_bytes();
        let visible = (1..=KEY_LENGTH).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic);
        if fields.next().is_some() || !visible {
            let message = "must be sent once, 1 to 255 visible ASCII characters";
            return Err(Problem::violation("Idempotency-Key", "malformed_header", message));
        }
        let key = String::from_utf8_lossy(bytes).into_owned();
        Ok(Some(Self { key, fingerprint: fingerprint(method, uri, body) }))
    }
}

/// SHA-256 over method, path, sorted query and body, each with its length before it.
#[must_use]
pub fn fingerprint(method: &Method, uri: &Uri, body: &[u8]) -> [u8; 32] {
    let mut query: Vec<&str> = uri.query().unwrap_or_default().split('&').filter(|part| !part.is_empty()).collect();
    query.sort_unstable();
    let query = query.join("&");
    let mut hash = Sha256::new();
    for part in [method.as_str().as_bytes(), uri.path().as_bytes(), query.as_bytes(), body] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    hash.finalize().into()
}

/// The problem of making something whose id follows from the key, "version 0 is meant": where something has the id
/// already, an earlier request had the key. Its receipt is not asked in a preview, and not kept for ever.
pub fn reused(problem: Problem) -> Problem {
    if problem.code != ProblemCode::from(Code::VersionMismatch) {
        return problem;
    }
    Problem::new(Code::IdempotencyKeyReused, "the idempotency key belongs to another request: use a new one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_is_of_the_whole_request_but_not_of_the_order_of_its_query() {
        let of = |method: Method, uri: &str, body: &str| fingerprint(&method, &uri.parse().unwrap(), body.as_bytes());
        let base = of(Method::POST, "/a?x=1&y=2", "{}");
        assert_eq!(base, of(Method::POST, "/a?y=2&x=1", "{}"));
        for other in [
            of(Method::PUT, "/a?x=1&y=2", "{}"),
            of(Method::POST, "/b?x=1&y=2", "{}"),
            of(Method::POST, "/a?x=1", "{}"),
            of(Method::POST, "/a?x=1&y=2", "{ }"),
        ] {
            assert_ne!(base, other);
        }
    }

    #[test]
    fn a_key_is_visible_ascii_sent_once() {
        let read = |keys: &[&str]| {
            let mut headers = HeaderMap::new();
            for key in keys {
                headers.append("idempotency-key", key.parse().unwrap());
            }
            let key = IdempotencyKey::of(&headers, &Method::POST, &Uri::from_static("/a"), b"");
            key.map(|key| key.map(|key| key.key)).map_err(|problem| problem.status().as_u16())
        };
        assert_eq!(read(&[]), Ok(None));
        assert_eq!(read(&["a-1"]), Ok(Some("a-1".to_owned())));
        let (long, longest) = ("x".repeat(256), "x".repeat(255));
        assert!(read(&[&longest]).is_ok());
        for bad in [&["a b"][..], &[""], &["a", "b"], &[&long]] {
            assert_eq!(read(bad), Err(400), "{bad:?}");
        }
    }
}
