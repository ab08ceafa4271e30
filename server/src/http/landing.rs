//! The landing page at `/`, and the style sheet and the icon of the server's own pages.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;

/// Where the style sheet is, below the base address.
pub const STYLE_PATH: &str = "assets/style.css";

/// `/`, its style sheet and its icon. The page's first call goes to `base_url`, which has no slash at its end.
pub fn routes<S: Clone + Send + Sync + 'static>(base_url: &str) -> Router<S> {
    let page = Bytes::from(landing(base_url));
    let landing = move || std::future::ready(file(page.clone(), "text/html; charset=utf-8"));
    Router::new()
        .route("/", get(landing))
        .route("/assets/style.css", get(style))
        .route("/assets/icon.svg", get(icon))
        .route("/favicon.ico", get(icon))
}

fn landing(base_url: &str) -> String {
    let escaped = base_url.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    include_str!("assets/landing.html").replace("{base_url}", &escaped)
}

async fn style() -> Response {
    file(Bytes::from_static(include_bytes!("assets/style.css")), "text/css; charset=utf-8")
}

async fn icon() -> Response {
    file(Bytes::from_static(include_bytes!("assets/icon.svg")), "image/svg+xml")
}

fn file(text: Bytes, media_type: &'static str) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static(media_type)),
        (CACHE_CONTROL, HeaderValue::from_static("max-age=300")),
    ];
    (headers, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_call_goes_where_the_service_is() {
        let page = landing("https://books.example.com/ledger");
        assert!(page.contains("\" https://books.example.com/ledger/api/v1/auth/me</code>"), "{page}");
        assert!(!page.contains("{base_url}") && !page.contains("8080"));
        assert!(landing("http://x/<b>").contains("http://x/&lt;b&gt;/api"));
    }
}
