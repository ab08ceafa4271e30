//! The layers by themselves: the log line, CORS and the rate fields.

use axum::body::Body;
use axum::extract::Extension;
use axum::http::HeaderMap;
use axum::routing::get;
use tower::ServiceExt;

use super::*;

async fn send(router: &Layered, request: axum::http::request::Builder) -> (u16, HeaderMap) {
    let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    (response.status().as_u16(), response.headers().clone())
}

#[tokio::test]
async fn the_log_line_has_the_route_and_the_principal_and_no_query() {
    let handler = get(|Extension(label): Extension<PrincipalLabel>| async move { label.set("prn_1") });
    let router = apply(Router::new().route("/things/{id}", handler), &Edge::new("http://x"));
    let line = async |path: &str| {
        let request = Request::get(path).header("x-request-id", "r-9").body(Body::empty()).unwrap();
        router.clone().oneshot(request).await.unwrap().extensions().get::<AccessLine>().cloned().unwrap()
    };
    let expected = AccessLine {
        method: "GET",
        route: "/things/{id}".to_owned(),
        status: 200,
        request_id: "r-9".into(),
        traceparent: None,
        principal: Some("prn_1".to_owned()),
    };
    assert_eq!(line("/things/7?token=secret").await, expected);
    let unmatched = AccessLine { route: "unmatched".to_owned(), status: 404, principal: None, ..expected };
    assert_eq!(line("/secret").await, unmatched);
}

#[tokio::test]
async fn over_https_browsers_are_told_to_stay_there_and_no_answer_of_the_api_is_stored_by_anybody() {
    let routes = || {
        let x = || get(|| async { "x" }).post(|| async { "x" });
        Router::new().route("/api/v1/x", x()).route("/api/v1/auth/x", x()).route("/x", x())
    };
    let year = Some("max-age=31536000");
    for (edge, hsts) in [
        (Edge::new("http://x"), None),
        (Edge::new("https://x"), year),
        (Edge { is_https: true, ..Edge::new("http://x") }, year),
    ] {
        let router = apply(routes(), &edge);
        for (request, cache) in [
            (Request::get("/api/v1/x"), Some("no-store")),
            (Request::post("/api/v1/x"), Some("no-store")),
            (Request::get("/api/v1/auth/x"), Some("no-store")),
            (Request::post("/api/v1/auth/x"), Some("no-store")),
            (Request::get("/api/v1/auth/nothing"), Some("no-store")),
            (Request::get("/x"), None),
        ] {
            let (_, headers) = send(&router, request).await;
            let told = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
            assert_eq!((told("strict-transport-security"), told("cache-control")), (hsts, cache));
            for always in ["default-src 'none'", "object-src 'none'", "base-uri 'none'"] {
                assert!(told("content-security-policy").unwrap().contains(always), "{always}");
            }
        }
    }
}

#[tokio::test]
async fn cors_is_off_until_origins_are_named() {
    let routes = || Router::new().route("/api/v1/x", get(|| async { "x" }));
    let preflight = || {
        Request::options("/api/v1/x").header("origin", "https://a.test").header("access-control-request-method", "GET")
    };
    let closed = apply(routes(), &Edge::new("http://x"));
    let (status, headers) = send(&closed, preflight()).await;
    assert_eq!(status, 405);
    assert!(!headers.contains_key("access-control-allow-origin"));
    let edge = Edge { cors_origins: Arc::from(vec!["https://a.test".to_owned()]), ..Edge::new("http://x") };
    let open = apply(routes(), &edge);
    let (status, headers) = send(&open, preflight()).await;
    assert_eq!((status, &headers["access-control-allow-origin"]), (204, &"https://a.test".parse().unwrap()));
    let (_, headers) = send(&open, Request::get("/api/v1/x").header("origin", "https://b.test")).await;
    assert!(!headers.contains_key("access-control-allow-origin") && headers["vary"] == "origin");
}

#[tokio::test]
async fn an_answer_tells_what_is_left_and_a_refusal_when_to_come_again() {
    let limiter = Arc::new(RateLimiter::new(RatePolicy { burst: 1, per_second: 1, principals: 9 }));
    let handler = get(move |request: Request| {
        let limiter = Arc::clone(&limiter);
        async move { limiter.check(&request.into_parts().0, b"someone") }
    });
    let router = apply(Router::new().route("/", handler), &Edge::new("http://x"));
    let (status, headers) = send(&router, Request::get("/")).await;
    assert_eq!((status, headers["ratelimit"].to_str().unwrap()), (200, "\"principal\";r=0;t=1"));
    let (status, headers) = send(&router, Request::get("/")).await;
    assert_eq!((status, headers["retry-after"].to_str().unwrap()), (429, "1"));
    assert!(headers.contains_key("ratelimit-policy"));
}

#[test]
fn a_quiet_edge_logs_at_debug_until_it_is_told_otherwise() {
    let quiet = Quiet::default();
    assert_eq!(quiet.level(), tracing::Level::INFO);
    quiet.set(true);
    assert_eq!(quiet.clone().level(), tracing::Level::DEBUG);
    quiet.set(false);
    assert_eq!(quiet.level(), tracing::Level::INFO);
}
