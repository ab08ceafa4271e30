//! `/healthz`, `/readyz` and `/metrics`, with hooks for those who know.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::problem::{Problem, ServerCode};

/// A hook's answer, later.
pub type Answer<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Those who know how the service is.
#[derive(Clone)]
pub struct Hooks {
    /// Whether requests can be served: details, or why not.
    pub ready: Arc<dyn Fn() -> Answer<Result<Value, String>> + Send + Sync>,
    /// The metrics in Prometheus' text format.
    pub metrics: Arc<dyn Fn() -> String + Send + Sync>,
    /// Whether a caller who is not on this machine may read the metrics and how the service is inside: goes on, or is refused.
    pub may_read_metrics: Arc<dyn Fn(Parts) -> Answer<Result<(), Problem>> + Send + Sync>,
}

/// The three routes.
pub fn routes<S: Clone + Send + Sync + 'static>(hooks: Hooks) -> Router<S> {
    Router::new()
        .route("/healthz", get(|| async { uncached(json!({"status": "ok"})) }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(hooks)
}

/// Whether it is ready, for everybody. Its parts, and why it is not ready, are shown only to this machine and to
/// callers who may read the metrics.
async fn ready(State(hooks): State<Hooks>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let found = (hooks.ready)().await;
    let is_told = from_this_machine(&parts)
        || (parts.headers.contains_key(AUTHORIZATION) && (hooks.may_read_metrics)(parts).await.is_ok());
    match found {
        Ok(details) if is_told => uncached(json!({"status": "ready", "details": details})),
        Ok(_) => uncached(json!({"status": "ready"})),
        Err(reason) => {
            let reason = if is_told { reason } else { NOT_READY.to_owned() };
            Problem::new(ServerCode::Unavailable, reason).retry_after(1).into_response()
        }
    }
}

/// The message to strangers while the service is not ready.
const NOT_READY: &str = "the service is not ready: its log says why, and so does /readyz on its own machine or with the permission \
     metrics:read";

async fn metrics(State(hooks): State<Hooks>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    if !from_this_machine(&parts)
        && let Err(problem) = (hooks.may_read_metrics)(parts).await
    {
        return problem.into_response();
    }
    ([(CONTENT_TYPE, HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8"))], (hooks.metrics)())
        .into_response()
}

/// A loopback peer that is no proxy: requests forwarded by a proxy come from elsewhere. It addresses this machine by
/// name or address, so that no page in a browser here reads it through a name of its own that it points at the
/// loopback.
fn from_this_machine(parts: &Parts) -> bool {
    let forwarded = ["forwarded", "x-forwarded-for", "via"].iter().any(|name| parts.headers.contains_key(*name));
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    !forwarded
        && asks_for_loopback(parts)
        && peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback())
}

fn asks_for_loopback(parts: &Parts) -> bool {
    let named =
        parts.headers.get(HOST).and_then(|host| host.to_str().ok()).or(parts.uri.authority().map(Authority::as_str));
    let Some(authority) = named.and_then(|named| named.parse::<Authority>().ok()) else { return named.is_none() };
    let host = authority.host().trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost")
        || host.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
}

fn uncached(body: Value) -> Response {
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], axum::Json(body)).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use tower::ServiceExt;

    use super::*;

    fn hooks(ready: bool) -> Hooks {
        Hooks {
            ready: Arc::new(move || {
                Box::pin(async move {
                    if ready {
                        Ok(json!({"database": "sqlite"}))
                    } else {
                        Err("the database does not answer".to_owned())
                    }
                })
            }),
            metrics: Arc::new(|| "up 1\n".to_owned()),
            may_read_metrics: Arc::new(|_| {
                Box::pin(async { Err(Problem::new(ServerCode::Unauthenticated, "this needs a token")) })
            }),
        }
    }

    async fn status(path: &str, ready: bool, peer: &str, header: Option<(&str, &str)>) -> u16 {
        ask(hooks(ready), path, peer, header).await.0
    }

    async fn ask(hooks: Hooks, path: &str, peer: &str, header: Option<(&str, &str)>) -> (u16, String) {
        let mut request = Request::get(path);
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(peer.parse::<SocketAddr>().unwrap()));
        let answer = routes::<()>(hooks).oneshot(request).await.unwrap();
        let status = answer.status().as_u16();
        // The body of a problem is written by a layer above.
        let problem = answer.extensions().get::<Arc<Problem>>().map(|problem| format!("{problem:?}"));
        let body = axum::body::to_bytes(answer.into_body(), 65_536).await.unwrap();
        (status, problem.unwrap_or_else(|| String::from_utf8(body.to_vec()).unwrap()))
    }

    #[tokio::test]
    async fn metrics_are_for_this_machine_or_for_those_who_may() {
        for (peer, header, wanted) in [
            ("127.0.0.1:1", None, 200),
            ("[::1]:1", None, 200),
            ("[::ffff:127.0.0.1]:1", None, 200),
            ("203.0.113.7:1", None, 401),
            ("203.0.113.7:1", Some(("host", "localhost")), 401),
            ("127.0.0.1:1", Some(("x-forwarded-for", "203.0.113.7")), 401),
        ] {
            assert_eq!(status("/metrics", true, peer, header).await, wanted, "{peer} {header:?}");
        }
    }

    #[tokio::test]
    async fn a_page_that_points_its_own_name_at_this_machine_reads_no_metrics() {
        for (host, wanted) in [
            ("localhost:8080", 200),
            ("127.0.0.1:8080", 200),
            ("[::1]:8080", 200),
            ("rebound.example", 401),
            ("localhost.rebound.example:8080", 401),
            ("", 401),
        ] {
            assert_eq!(status("/metrics", true, "127.0.0.1:1", Some(("host", host))).await, wanted, "{host}");
        }
    }

    #[tokio::test]
    async fn strangers_hear_whether_it_is_ready_and_nothing_of_its_inside() {
        let token = ("authorization", "Bearer x");
        let may = |hooks: Hooks| Hooks { may_read_metrics: Arc::new(|_| Box::pin(async { Ok(()) })), ..hooks };
        for (peer, header, may_read, is_told) in [
            ("127.0.0.1:1", None, false, true),
            ("203.0.113.7:1", None, false, false),
            ("203.0.113.7:1", None, true, false),
            ("203.0.113.7:1", Some(token), false, false),
            ("203.0.113.7:1", Some(token), true, true),
            ("127.0.0.1:1", Some(("x-forwarded-for", "203.0.113.7")), false, false),
            ("127.0.0.1:1", Some(("host", "rebound.example")), false, false),
        ] {
            for (is_ready, wanted, inside) in [(true, 200, "sqlite"), (false, 503, "does not answer")] {
                let hooks = if may_read { may(hooks(is_ready)) } else { hooks(is_ready) };
                let (status, body) = ask(hooks, "/readyz", peer, header).await;
                assert_eq!((status, body.contains(inside)), (wanted, is_told), "{peer} {header:?} {may_read}: {body}");
            }
        }
    }

    #[tokio::test]
    async fn readiness_is_asked_and_health_is_not() {
        for (path, ready, wanted) in [("/healthz", false, 200), ("/readyz", true, 200), ("/readyz", false, 503)] {
            assert_eq!(status(path, ready, "203.0.113.7:1", None).await, wanted, "{path}");
        }
    }
}
