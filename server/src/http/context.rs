//! The context of every request: its id, its trace and the address of the service.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::commit;
use crate::seeds::seed;

/// Longest request id that is taken from a client.
const REQUEST_ID_LENGTH: usize = 128;

/// The request's own data; an extension of every request, and an extractor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestContext {
    /// `X-Request-Id` as it came, or a new one.
    pub request_id: Arc<str>,
    /// `traceparent` as it came, where it was well-formed.
    pub traceparent: Option<Arc<str>>,
    /// The service's address without a slash at the end, for links.
    pub base_url: Arc<str>,
}

impl RequestContext {
    /// The context of a request with these header fields.
    #[must_use]
    pub fn of(headers: &HeaderMap, base_url: Arc<str>) -> Self {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let request_id = text("x-request-id")
            .filter(|id| (1..=REQUEST_ID_LENGTH).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic()))
            .map_or_else(new_request_id, Arc::from);
        let traceparent = text("traceparent").filter(|text| is_traceparent(text)).map(Arc::from);
        Self { request_id, traceparent, base_url }
    }

    /// The absolute address of a path below `/api/v1`.
    #[must_use]
    pub fn href(&self, path: &str) -> String {
        format!("{}/api/v1{path}", self.base_url)
    }
}

/// A UUIDv7, so that ids sort as their requests came.
#[must_use]
pub fn new_request_id() -> Arc<str> {
    let millis = u64::try_from(commit::now().0 / 1_000).unwrap_or(0);
    let mut random = [0; 10];
    random[..8].copy_from_slice(&seed().to_be_bytes());
    random[8..].copy_from_slice(&seed().to_be_bytes()[..2]);
    let id = uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid();
    Arc::from(&*id.hyphenated().encode_lower(&mut uuid::Uuid::encode_buffer()))
}

/// `00-<32 hex>-<16 hex>-<2 hex>` of W3C Trace Context; later versions may have more behind.
fn is_traceparent(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let hex = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    let zeros = |part: &str| part.bytes().all(|byte| byte == b'0');
    match parts.as_slice() {
        [version, trace, parent, flags, rest @ ..] => {
            hex(version, 2)
                && *version != "ff"
                && (*version != "00" || rest.is_empty())
                && hex(trace, 32)
                && !zeros(trace)
                && hex(parent, 16)
                && !zeros(parent)
                && hex(flags, 2)
                && text.len() <= 256
        }
        _ => false,
    }
}

impl<S: Send + Sync> FromRequestParts<S> for RequestContext {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        // The outermost layer puts it there; without the layer (a handler's own test) it is made here.
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_else(|| Self::of(&parts.headers, Arc::from(""))))
    }
}

impl<S: Send + Sync> OptionalFromRequestParts<S> for RequestContext {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn context(name: &'static str, value: &str) -> RequestContext {
        let mut headers = HeaderMap::new();
        headers.insert(name, value.parse().unwrap());
        RequestContext::of(&headers, Arc::from("http://x"))
    }

    #[test]
    fn a_request_id_of_visible_characters_is_kept_and_any_other_replaced() {
        assert_eq!(&*context("x-request-id", "abc-1").request_id, "abc-1");
        for bad in ["a b", "", &"x".repeat(129)] {
            let made = context("x-request-id", bad).request_id;
            assert_eq!(made.len(), 36, "{bad}");
        }
    }

    #[test]
    fn only_a_well_formed_traceparent_is_kept() {
        let good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        assert_eq!(context("traceparent", good).traceparent.as_deref(), Some(good));
        for bad in ["00-0-0-01", "00-4BF92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "x"] {
            assert_eq!(context("traceparent", bad).traceparent, None, "{bad}");
        }
    }
}
