//! Request bodies: framing first (length, type, one JSON value), the schema only when the handler asks.
//!
//! The order of checks wants 401, then framing, then 403 of the operation, then the schema: a handler
//! takes `Caller` before `JsonBody`, asks the caller for the permission, and then decodes.

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::request::Parts;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::input::{Decode, Pointer, decode};
use super::json::{self, Node};
use super::problem::{Problem, ServerCode};

/// Bytes of an ordinary request body.
pub const BODY_BYTES: usize = 1024 * 1024;
/// Bytes of a batch.
pub const BATCH_BODY_BYTES: usize = 16 * 1024 * 1024;

/// How long the body of this route may be: the edge sets the usual limit, and an operation may declare another one.
#[derive(Clone, Copy, Debug)]
pub struct BodyLimit(pub usize);

/// A body that was read and is one JSON value, or empty.
#[derive(Clone, Debug)]
pub struct JsonBody {
    tree: Option<Node>,
}

impl JsonBody {
    /// Reads the body behind these parts.
    ///
    /// # Errors
    /// 413, 415, or 400 where it is not one JSON value.
    pub async fn read(parts: &Parts, body: Body) -> Result<Self, Problem> {
        let limit = parts.extensions.get::<BodyLimit>().map_or(BODY_BYTES, |limit| limit.0);
        let raw = read(body, limit).await?;
        if !raw.is_empty() {
            require_json(&parts.headers)?;
        }
        Self::of(raw)
    }

    /// The body as this type.
    ///
    /// # Errors
    /// 400 with every violation; `malformed_json` where there is no body.
    pub fn decode<T: Decode>(&self) -> Result<T, Problem> {
        let Some(tree) = &self.tree else {
            return Err(Problem::new(ServerCode::MalformedJson, "the body is empty: send a JSON object"));
        };
        decode(tree, &Pointer::Body).map_err(Problem::validation)
    }

    /// The body as this type, no body being the same as `{}`.
    ///
    /// # Errors
    /// 400 with every violation.
    pub fn decode_or_empty<T: Decode>(&self) -> Result<T, Problem> {
        let empty = Node::Object(Vec::new());
        decode(self.tree.as_ref().unwrap_or(&empty), &Pointer::Body).map_err(Problem::validation)
    }

    /// The tree, where there was a body.
    #[must_use]
    pub fn tree(&self) -> Option<&Node> {
        self.tree.as_ref()
    }

    /// A body that was read as a part of another one; `None` where there is none.
    #[must_use]
    pub fn of_tree(tree: Option<Node>) -> Self {
        Self { tree }
    }

    /// The tree, to be changed.
    pub fn tree_mut(&mut self) -> Option<&mut Node> {
        self.tree.as_mut()
    }

    /// A body from bytes that are at hand.
    ///
    /// # Errors
    /// `malformed_json`.
    pub fn of(raw: Bytes) -> Result<Self, Problem> {
        // Some programs begin their files with a mark that the text is UTF-8 (RFC 8259, section 8.1, lets a reader ignore it).
        let text = raw.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&raw);
        let tree = if text.is_empty() { None } else { Some(json::parse(text).map_err(malformed)?) };
        Ok(Self { tree })
    }
}

fn malformed(fault: json::JsonFault) -> Problem {
    let detail = format!("the body is not valid JSON: {fault}");
    Problem::new(ServerCode::MalformedJson, detail).with("offset", i64::try_from(fault.offset).unwrap_or(i64::MAX)).at(
        fault.pointer,
        fault.code,
        fault.message,
    )
}

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        Self::read(&parts, body).await
    }
}

/// A body that may also be a form (OAuth 2.0 token requests); its fields read like query parameters.
#[derive(Clone, Debug)]
pub struct FormOrJson(pub JsonBody);

impl<S: Send + Sync> FromRequest<S> for FormOrJson {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let content_type =
            request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = content_type.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/x-www-form-urlencoded") {
            return JsonBody::from_request(request, state).await.map(Self);
        }
        let limit = request.extensions().get::<BodyLimit>().map_or(BODY_BYTES, |limit| limit.0);
        let raw = read(request.into_body(), limit).await?;
        let text = String::from_utf8_lossy(&raw);
        let fields = super::query::pairs(text.trim_end())?;
        let tree = Node::Object(fields.into_iter().map(|(name, value)| (name, Node::Untyped(value))).collect());
        Ok(Self(JsonBody { tree: Some(tree) }))
    }
}

/// Reads a body of at most `limit` bytes.
///
/// # Errors
/// 413 beyond the limit (at once, where the length was announced), 400 where the client went away.
pub async fn read(body: Body, limit: usize) -> Result<Bytes, Problem> {
    let announced = axum::body::HttpBody::size_hint(&body).lower();
    if announced > limit as u64 {
        return Err(too_large(limit));
    }
    match Limited::new(body, limit).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(fault) if fault.is::<LengthLimitError>() || caused_by_limit(&*fault) => Err(too_large(limit)),
        Err(fault) if fault.is::<super::transport::BodyTooSlow>() || caused_by_timeout(&*fault) => Err(Problem::new(
            ServerCode::RequestTimeout,
            "the body came too slowly and nothing was done: send it again",
        )),
        Err(_) => Err(Problem::new(ServerCode::BadRequest, "the body ended before its announced length")),
    }
}

fn caused_by_limit(fault: &(dyn std::error::Error + 'static)) -> bool {
    causes(fault).any(|cause| cause.is::<LengthLimitError>())
}

fn caused_by_timeout(fault: &(dyn std::error::Error + 'static)) -> bool {
    causes(fault).any(|cause| cause.is::<super::transport::BodyTooSlow>())
}

fn causes<'f>(
    fault: &'f (dyn std::error::Error + 'static),
) -> impl Iterator<Item = &'f (dyn std::error::Error + 'static)> {
    std::iter::successors(Some(fault), |fault| fault.source())
}

fn too_large(limit: usize) -> Problem {
    Problem::new(ServerCode::PayloadTooLarge, format!("the body is larger than {limit} bytes: split the request"))
        .with("limitBytes", i64::try_from(limit).unwrap_or(i64::MAX))
}

/// `application/json`, in any case and with any charset of UTF-8, and no content coding.
fn require_json(headers: &HeaderMap) -> Result<(), Problem> {
    let unsupported = |detail: String| Problem::new(ServerCode::UnsupportedMediaType, detail);
    if let Some(coding) = headers.get(CONTENT_ENCODING)
        && !coding.as_bytes().eq_ignore_ascii_case(b"identity")
    {
        return Err(unsupported(format!("the Content-Encoding {coding:?} is not supported: send the body without it")));
    }
    let Some(value) = headers.get(CONTENT_TYPE) else {
        return Err(unsupported("the body has no Content-Type: send application/json".to_owned()));
    };
    let text = value.to_str().unwrap_or_default();
    let mut parts = text.split(';');
    let essence = parts.next().unwrap_or_default().trim();
    // Merge bodies may state their type (RFC 7396).
    if !essence.eq_ignore_ascii_case("application/json")
        && !essence.eq_ignore_ascii_case("application/merge-patch+json")
    {
        return Err(unsupported(format!("the Content-Type {text:?} is not supported: send application/json")));
    }
    for parameter in parts {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let value = value.trim().trim_matches('"');
        if name.trim().eq_ignore_ascii_case("charset")
            && !value.eq_ignore_ascii_case("utf-8")
            && !value.eq_ignore_ascii_case("utf8")
        {
            return Err(unsupported(format!("the charset {value:?} is not supported: send UTF-8")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn status(content_type: Option<&str>, body: &'static str, limit: usize) -> u16 {
        let mut request = Request::post("/x");
        if let Some(content_type) = content_type {
            request = request.header(CONTENT_TYPE, content_type);
        }
        let mut request = request.body(Body::from(body)).unwrap();
        request.extensions_mut().insert(BodyLimit(limit));
        JsonBody::from_request(request, &()).await.map_or_else(|problem| problem.status().as_u16(), |_| 200)
    }

    #[tokio::test]
    async fn the_content_type_is_json_in_every_usual_spelling_and_nothing_else() {
        for good in [
            "application/json",
            "Application/JSON",
            "application/json; charset=utf-8",
            "application/json;charset=\"UTF-8\"",
            "application/json; v=1",
        ] {
            assert_eq!(status(Some(good), "{}\n", 100).await, 200, "{good}");
        }
        for bad in
            [None, Some("text/plain"), Some("application/jsonp"), Some("application/json; charset=latin1"), Some("")]
        {
            assert_eq!(status(bad, "{}", 100).await, 415, "{bad:?}");
        }
        assert_eq!(status(None, "", 100).await, 200, "no body needs no type");
    }

    #[tokio::test]
    async fn a_body_beyond_the_limit_is_refused_before_its_type_is_looked_at() {
        assert_eq!(status(Some("application/json"), "[1]", 3).await, 200);
        assert_eq!(status(Some("application/json"), "[1]", 2).await, 413);
        assert_eq!(status(Some("text/plain"), "[1]", 2).await, 413);
    }

    #[tokio::test]
    async fn a_form_reads_like_json() {
        crate::input! {
            struct Grant { kind as "grant_type": super::super::input::Text<1, 40>, }
        }
        for (content_type, body) in [
            ("application/x-www-form-urlencoded", "grant_type=pass%20word"),
            ("application/json", "{\"grant_type\":\"pass word\"}"),
        ] {
            let request = Request::post("/x").header(CONTENT_TYPE, content_type).body(Body::from(body)).unwrap();
            let FormOrJson(body) = FormOrJson::from_request(request, &()).await.unwrap();
            assert_eq!(&*body.decode::<Grant>().unwrap().kind, "pass word");
        }
    }

    #[tokio::test]
    async fn a_body_that_is_no_json_is_400() {
        assert_eq!(status(Some("application/json"), "{", 100).await, 400);
        assert_eq!(status(Some("application/json"), "{\"a\":1,\"a\":1}", 100).await, 400);
    }
}
