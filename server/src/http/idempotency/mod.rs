//! `Idempotency-Key` and the fingerprint of the request that it stands for.

mod meaning;

use axum::http::{HeaderMap, Method, Uri};
use domain::Code;
use sha2::{Digest, Sha256};

use super::body::JsonBody;
use super::json::Node;
use super::problem::{Problem, ProblemCode};
use super::query;

/// Longest key.
const KEY_LENGTH: usize = 255;

/// A key that the client chose, with the request sent under it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdempotencyKey {
    /// The client's key.
    pub key: String,
    /// SHA-256 of the request by its meaning.
    pub fingerprint: [u8; 32],
    /// Method and path.
    pub request: String,
}

impl IdempotencyKey {
    /// The request's key, where it has one.
    ///
    /// # Errors
    /// 400 where the field is there twice, or is not 1 to 255 visible ASCII characters.
    pub fn of(headers: &HeaderMap, method: &Method, uri: &Uri, body: &JsonBody) -> Result<Option<Self>, Problem> {
        let mut fields = headers.get_all("idempotency-key").iter();
        let Some(field) = fields.next() else { return Ok(None) };
        let bytes = field.as_bytes();
        let visible = (1..=KEY_LENGTH).contains(&bytes.len()) && bytes.iter().all(u8::is_ascii_graphic);
        if fields.next().is_some() || !visible {
            let message = "must be sent once, 1 to 255 visible ASCII characters";
            return Err(Problem::violation("Idempotency-Key", "malformed_header", message));
        }
        let key = String::from_utf8_lossy(bytes).into_owned();
        Ok(Some(Self { key, fingerprint: fingerprint(method, uri, body), request: format!("{method} {}", uri.path()) }))
    }
}

/// SHA-256 over method, path, the query and what the body means; no body means the same as an empty object.
#[must_use]
pub fn fingerprint(method: &Method, uri: &Uri, body: &JsonBody) -> [u8; 32] {
    let text = uri.query().unwrap_or_default();
    // A query that cannot be read is refused later, whatever its fingerprint.
    let mut query = query::pairs(text).unwrap_or_else(|_| vec![(text.to_owned(), String::new())]);
    query.sort_unstable();
    let mut hash = Sha256::new();
    let query = query.iter().flat_map(|(name, value)| [name.as_str(), value.as_str()]);
    for part in [method.as_str(), uri.path()].into_iter().chain(query) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    meaning::add(&mut hash, body.tree().unwrap_or(&Node::Object(Vec::new())));
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
        let body = |text: &'static str| JsonBody::of(text.into()).unwrap();
        let of = |method: Method, uri: &str, text| fingerprint(&method, &uri.parse().unwrap(), &body(text));
        let base = of(Method::POST, "/a?x=1&y=2", "{}");
        for same in ["/a?y=2&x=1", "/a?%79=2&x=1"] {
            assert_eq!(base, of(Method::POST, same, "{ }"));
        }
        assert_eq!(base, of(Method::POST, "/a?x=1&y=2", ""), "no body is an empty object");
        for other in [
            of(Method::PUT, "/a?x=1&y=2", "{}"),
            of(Method::POST, "/b?x=1&y=2", "{}"),
            of(Method::POST, "/a?x=1", "{}"),
            of(Method::POST, "/a?x=1&y=2", r#"{"a": 1}"#),
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
            let key =
                IdempotencyKey::of(&headers, &Method::POST, &Uri::from_static("/a"), &JsonBody::of("".into()).unwrap());
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
