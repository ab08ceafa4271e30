//! The page about the API, and the style sheet and the icon of the server's own pages. It is at `/api`, and at `/` too where
//! there is no console.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;

/// Where the style sheet is, below the base address.
pub const STYLE_PATH: &str = "assets/style.css";

/// What the page says where the console is in the program.
const CONSOLE: &str =
    r#"<li><a href="./"><strong>Console</strong><span>The books and the stock, for people.</span></a></li>"#;
/// What it says where it is not.
const NO_CONSOLE: &str = "<li><strong>Console</strong><span>It is not in this program. Run <code>scripts/console</code> where \
    Node.js 20.19 or later is installed, or Python 3 with its package index in reach, and build the program \
    again.</span></li>";

/// The page, its style sheet and its icon. Its first call goes to `base_url`, which has no slash at its end.
pub fn routes<S: Clone + Send + Sync + 'static>(base_url: &str, has_console: bool) -> Router<S> {
    let page = Bytes::from(landing(base_url, has_console));
    let landing = move || std::future::ready(file(page.clone(), "text/html; charset=utf-8"));
    let router = Router::new().route("/api", get(landing.clone()));
    let router = if has_console { router } else { router.route("/", get(landing)) };
    router.route("/assets/style.css", get(style)).route("/assets/icon.svg", get(icon)).route("/favicon.ico", get(icon))
}

fn landing(base_url: &str, has_console: bool) -> String {
    let escaped = base_url.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let console = if has_console { CONSOLE } else { NO_CONSOLE };
    include_str!("assets/landing.html").replace("{console}", console).replace("{base_url}", &escaped)
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
        let page = landing("https://books.example.com/ledger", false);
        assert!(page.contains("\" https://books.example.com/ledger/api/v1/auth/me</code>"), "{page}");
        assert!(!page.contains("{base_url}") && !page.contains("8080"));
        assert!(landing("http://x/<b>", false).contains("http://x/&lt;b&gt;/api"));
    }

    #[test]
    fn the_page_leads_to_the_console_or_says_how_to_get_it() {
        assert!(landing("http://x", true).contains("href=\"./\""));
        let without = landing("http://x", false);
        assert!(without.contains("scripts/console") && !without.contains("{console}"));
    }
}
