//! `/openapi.json`.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::IntoResponse;
use axum::routing::get;
use bytes::Bytes;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The document as bytes, with their tag.
#[derive(Clone)]
struct Served {
    text: Bytes,
    etag: HeaderValue,
}

impl Served {
    fn of(document: &Value) -> Self {
        let text = Bytes::from(document.to_string());
        let digest: String = Sha256::digest(&text).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        // Hexadecimal digits are always a valid header.
        let etag = HeaderValue::from_str(&format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"\""));
        Self { text, etag }
    }
}

/// The route.
pub fn routes<S, F>(document: F) -> Router<S>
where
    S: Clone + Send + Sync + 'static,
    F: FnOnce() -> Value + Send + 'static,
{
    let served = Arc::new(LazyLock::new(|| Served::of(&document())));
    let serve = move |headers: HeaderMap| {
        let served = Arc::clone(&served);
        async move {
            let Served { text, etag } = (**served).clone();
            if headers.get(IF_NONE_MATCH) == Some(&etag) {
                return (StatusCode::NOT_MODIFIED, [(ETAG, etag)]).into_response();
            }
            ([(CONTENT_TYPE, HeaderValue::from_static("application/json")), (ETAG, etag)], text).into_response()
        }
    };
    Router::new().route("/openapi.json", get(serve))
}
