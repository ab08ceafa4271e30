//! The landing page at `/` and the one style sheet of the server's own pages.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

/// Where the style sheet is, below the base address.
pub const STYLE_PATH: &str = "assets/style.css";

/// `/` and its style sheet.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/", get(landing)).route("/assets/style.css", get(style))
}

async fn landing() -> Response {
    file(include_str!("assets/landing.html"), "text/html; charset=utf-8")
}

async fn style() -> Response {
    file(include_str!("assets/style.css"), "text/css; charset=utf-8")
}

fn file(text: &'static str, media_type: &'static str) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (CACHE_CONTROL, HeaderValue::from_static("max-age=300")),
    ];
    (headers, text).into_response()
}
