//! The web console: its page at `/` and at the address of each screen, and its files.
//!
//! The files are built from `console/` and handed in by the program; where there are none, `/` says how to get them.

use axum::Router;
use axum::extract::Path;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use base64::prelude::{BASE64_STANDARD, Engine as _};

use super::problem::{Problem, ServerCode};
use crate::auth::fresh;

/// A file of the console, as it was built.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Below the folder of built files, with slashes: `console/index-Bx3k.js`.
    pub path: &'static str,
    /// As it is.
    pub bytes: &'static [u8],
    /// Compressed with Brotli, where that is worth it.
    pub brotli: Option<&'static [u8]>,
}

/// The page of the console.
const PAGE: &str = "index.html";
/// The page for those who scan, which a phone keeps and shows without a network, too.
const SCAN_PAGE: &str = "scan.html";
/// What keeps that page on the phone: a service worker, which is served from where the page is.
const SCAN_WORKER: &str = "scan-worker.js";
/// What the page has in the place of the path below which the service is reached, without a slash at its end.
const BASE_MARK: &str = "{base}";
/// What the page has in the place of the nonce of its style elements.
const NONCE_MARK: &str = "{nonce}";

/// What scripts may do that run beside the page: a worker is bound by the policy of its own file, not by that of the page. They
/// read files of the service, and decode pictures in WebAssembly.
const WORKER_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; object-src 'none'; \
                             frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// The first parts of the addresses of screens. The browser asks for them when an address is opened or read anew; the console
/// itself moves between them without asking.
pub const SCREENS: [&str; 17] = [
    "accounts",
    "audit",
    "close",
    "counts",
    "import",
    "inbox",
    "items",
    "journal",
    "labels",
    "movements",
    "open-items",
    "places",
    "reports",
    "settings",
    "stock",
    "today",
    "work",
];

/// `/`, the screens and the files; none where no console was built.
pub fn routes<S: Clone + Send + Sync + 'static>(base_url: &str, files: &'static [File]) -> Router<S> {
    let Some(page) = page_of(files, PAGE, base_url) else { return Router::new() };
    let screen = move || std::future::ready(shown(page));
    let router = Router::new().route("/", get(screen)).route(
        "/console/{*path}",
        get(move |Path(path): Path<String>, headers: HeaderMap| std::future::ready(file(files, &path, &headers))),
    );
    let router = SCREENS.iter().fold(router, |router, name| {
        router.route(&format!("/{name}"), get(screen)).route(&format!("/{name}/{{*rest}}"), get(screen))
    });
    router.merge(scan_routes(base_url, files))
}

/// `/scan` with its jobs, and its service worker; none where the console was built without.
fn scan_routes<S: Clone + Send + Sync + 'static>(base_url: &str, files: &'static [File]) -> Router<S> {
    let (Some(page), Some(worker)) = (page_of(files, SCAN_PAGE, base_url), page_of(files, SCAN_WORKER, base_url))
    else {
        return Router::new();
    };
    let scope = HeaderValue::try_from(format!("{}/scan", path_of(base_url))).ok();
    let shown = move || std::future::ready(scan_page(page));
    let worker = move || std::future::ready(scan_worker(worker, scope.as_ref()));
    Router::new()
        .route("/scan", get(shown))
        .route("/scan/{*job}", get(shown))
        .route(&format!("/scan/{SCAN_WORKER}"), get(worker))
}

/// The built page of this name, which knows where the service is reached.
fn page_of(files: &'static [File], name: &str, base_url: &str) -> Option<&'static str> {
    let page = files.iter().find(|file| file.path == name)?;
    let page: Box<str> = String::from_utf8_lossy(page.bytes).replace(BASE_MARK, path_of(base_url)).into();
    Some(Box::leak(page))
}

/// The page for those who scan. Its styles are in files, so that it needs no nonce and may be kept; its reader of barcodes is
/// WebAssembly.
fn scan_page(page: &'static str) -> Response {
    let policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
                  connect-src 'self'; worker-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; \
                  form-action 'self'";
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, policy),
        (HeaderName::from_static("permissions-policy"), "camera=(self)"),
    ];
    (headers, page).into_response()
}

/// The service worker. The browser asks for it anew each time, and may let it serve the pages of `scope` alone.
fn scan_worker(worker: &'static str, scope: Option<&HeaderValue>) -> Response {
    let headers = [
        (CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, WORKER_POLICY),
    ];
    let mut response = (headers, worker).into_response();
    if let Some(scope) = scope {
        response.headers_mut().insert("service-worker-allowed", scope.clone());
    }
    response
}

/// The path of the address, without a slash at its end: empty, or where a proxy puts the service.
fn path_of(base_url: &str) -> &str {
    let rest = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
    rest.find('/').map_or("", |at| rest[at..].trim_end_matches('/'))
}

/// The page, with a nonce of this answer's own: styles that the console makes as it goes carry it, others are refused.
fn shown(page: &str) -> Response {
    let Ok(random) = fresh::random::<16>() else {
        return Problem::internal(&"no randomness for the page's nonce").into_response();
    };
    let nonce = BASE64_STANDARD.encode(random);
    let policy = format!(
        "default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data: blob:; connect-src \
         'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    );
    let Ok(policy) = HeaderValue::try_from(policy) else {
        return Problem::internal(&"the page's policy is no header").into_response();
    };
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (CONTENT_SECURITY_POLICY, policy),
        (HeaderName::from_static("permissions-policy"), HeaderValue::from_static("camera=(self)")),
    ];
    (headers, page.replace(NONCE_MARK, &nonce)).into_response()
}

/// A built file. Its name has a hash of what is in it, so it is kept for ever.
fn file(files: &'static [File], path: &str, headers: &HeaderMap) -> Response {
    let found = files.iter().find(|file| file.path.strip_prefix("console/") == Some(path));
    let Some(file) = found else {
        let detail = "the console has no such file: it may have been updated, reload the page";
        return Problem::new(ServerCode::RouteNotFound, detail).into_response();
    };
    let brotli = file.brotli.filter(|_| takes_brotli(headers));
    let mut response = brotli.unwrap_or(file.bytes).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type(path)));
    if path.ends_with(".js") {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(WORKER_POLICY));
    }
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    if file.brotli.is_some() {
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    }
    if brotli.is_some() {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    response
}

fn takes_brotli(headers: &HeaderMap) -> bool {
    let codings = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    codings.flat_map(|list| list.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.trim_matches(['0', '.']).is_empty());
        name.trim().eq_ignore_ascii_case("br") && !refused
    })
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, end)| end) {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "woff2" => "font/woff2",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::Request;
    use tower::ServiceExt as _;

    use super::*;

    static BUILT: [File; 4] = [
        File {
            path: PAGE,
            bytes: b"<meta name=nonce content=\"{nonce}\"><script src=\"{base}/console/a.js\"></script>",
            brotli: None,
        },
        File { path: "console/a.js", bytes: b"plain", brotli: Some(b"packed") },
        File { path: SCAN_PAGE, bytes: b"<script src=\"{base}/console/s.js\"></script>", brotli: None },
        File { path: SCAN_WORKER, bytes: b"const base = \"{base}\";", brotli: None },
    ];

    async fn ask(base_url: &str, path: &str, accepted: &str) -> (u16, HeaderMap, String) {
        let request = Request::get(path).header(ACCEPT_ENCODING, accepted).body(Body::empty()).expect("a request");
        let response = routes::<()>(base_url, &BUILT).oneshot(request).await.expect("an answer");
        let (head, body) = response.into_parts();
        let body = to_bytes(body, usize::MAX).await.expect("a body");
        (head.status.as_u16(), head.headers, String::from_utf8_lossy(&body).into_owned())
    }

    #[tokio::test]
    async fn every_screen_is_the_page_with_a_nonce_of_its_own() {
        let mut nonces = std::collections::BTreeSet::new();
        for path in ["/", "/journal", "/journal/SJ-2010-000424", "/reports/profit-and-loss?period=2010-12"] {
            let (status, headers, page) = ask("https://books.example.com/ledger", path, "").await;
            assert_eq!(status, 200, "{path}");
            assert!(page.contains("src=\"/ledger/console/a.js\""), "{page}");
            let nonce = page.split('"').nth(1).expect("a nonce").to_owned();
            let policy = headers[CONTENT_SECURITY_POLICY].to_str().expect("text");
            assert!(policy.contains(&format!("style-src 'self' 'nonce-{nonce}'")), "{policy}");
            assert!(policy.contains("script-src 'self';"), "{policy}");
            assert_eq!(headers[CACHE_CONTROL], "no-store");
            assert!(nonces.insert(nonce), "a nonce is used once");
        }
        assert_eq!(ask("http://books.test", "/journals-of-others", "").await.0, 404);
    }

    #[tokio::test]
    async fn the_page_for_scans_may_be_kept_and_may_read_barcodes_and_has_a_worker_for_itself_alone() {
        for path in ["/scan", "/scan/receive?place=DEPOT"] {
            let (status, headers, page) = ask("https://books.example.com/ledger", path, "").await;
            assert_eq!((status, page.contains("src=\"/ledger/console/s.js\"")), (200, true), "{path}: {page}");
            let policy = headers[CONTENT_SECURITY_POLICY].to_str().expect("text");
            assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"), "{policy}");
            assert_eq!(headers["permissions-policy"], "camera=(self)");
        }
        let (status, headers, script) = ask("https://books.example.com/ledger", "/scan/scan-worker.js", "").await;
        assert_eq!((status, script.as_str()), (200, "const base = \"/ledger\";"));
        assert_eq!(
            (&headers["service-worker-allowed"], &headers[CACHE_CONTROL]),
            (&HeaderValue::from_static("/ledger/scan"), &HeaderValue::from_static("no-cache"))
        );
        let (_, of_file, _) = ask("https://books.example.com/ledger", "/console/a.js", "").await;
        for headers in [&headers, &of_file] {
            let policy = headers[CONTENT_SECURITY_POLICY].to_str().expect("text");
            assert!(policy.contains("'wasm-unsafe-eval'; connect-src 'self'"), "a worker reads files: {policy}");
        }
    }

    #[tokio::test]
    async fn files_are_kept_for_ever_and_come_compressed_to_those_who_take_that() {
        for (accepted, text) in [("br", "packed"), ("gzip, br;q=0.5", "packed"), ("gzip", "plain"), ("br;q=0", "plain")]
        {
            let (status, headers, body) = ask("http://books.test", "/console/a.js", accepted).await;
            assert_eq!((status, body.as_str()), (200, text), "{accepted}");
            assert_eq!(headers.contains_key(CONTENT_ENCODING), text == "packed");
            assert_eq!(
                (&headers[CONTENT_TYPE], &headers[VARY]),
                (
                    &HeaderValue::from_static("text/javascript; charset=utf-8"),
                    &HeaderValue::from_static("accept-encoding")
                )
            );
            assert!(headers[CACHE_CONTROL].to_str().expect("text").contains("immutable"));
        }
        for path in ["/console/b.js", "/console/index.html", "/console/../index.html"] {
            assert_eq!(ask("http://books.test", path, "").await.0, 404, "{path}");
        }
    }
}
