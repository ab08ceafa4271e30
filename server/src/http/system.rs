//! `/healthz`, `/readyz` and `/metrics`, with hooks for those who know.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Value, json};

use super::problem::{Problem, ServerCode};

/// What a hook answers, later.
pub type Answer<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Those who know how the service is.
#[derive(Clone)]
pub struct Hooks {
    /// Whether requests can be served: details, or why not.
    pub ready: Arc<dyn Fn() -> Answer<Result<Value, String>> + Send + Sync>,
    /// The metrics in Prometheus' text format.
    pub metrics: Arc<dyn Fn() -> String + Send + Sync>,
    /// Whether a caller who is not on this machine may read the metrics: goes on, or is refused.
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

async fn ready(State(hooks): State<Hooks>) -> Response {
    match (hooks.ready)().await {
        Ok(details) => uncached(json!({"status": "ready", "details": details})),
        Err(reason) => Problem::new(ServerCode::Unavailable, reason).retry_after(1).into_response(),
    }
}

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

/// A loopback peer that is no proxy: what a proxy forwards comes from elsewhere.
fn from_this_machine(parts: &Parts) -> bool {
    let forwarded = ["forwarded", "x-forwarded-for", "via"].iter().any(|name| parts.headers.contains_key(*name));
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    !forwarded && peer.is_some_and(|ConnectInfo(peer)| peer.ip().to_canonical().is_loopback())
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

    async fn status(path: &str, ready: bool, peer: &str, forwarded: bool) -> u16 {
        let mut request = Request::get(path);
        if forwarded {
            request = request.header("x-forwarded-for", "203.0.113.7");
        }
        let mut request = request.body(Body::empty()).unwrap();
        request.extensions_mut().insert(ConnectInfo(peer.parse::<SocketAddr>().unwrap()));
        routes::<()>(hooks(ready)).oneshot(request).await.unwrap().status().as_u16()
    }

    #[tokio::test]
    async fn metrics_are_for_this_machine_or_for_those_who_may() {
        for (peer, forwarded, wanted) in [
            ("127.0.0.1:1", false, 200),
            ("[::1]:1", false, 200),
            ("[::ffff:127.0.0.1]:1", false, 200),
            ("203.0.113.7:1", false, 401),
            ("127.0.0.1:1", true, 401),
        ] {
            assert_eq!(status("/metrics", true, peer, forwarded).await, wanted, "{peer} {forwarded}");
        }
    }

    #[tokio::test]
    async fn readiness_is_asked_and_health_is_not() {
        for (path, ready, wanted) in [("/healthz", false, 200), ("/readyz", true, 200), ("/readyz", false, 503)] {
            assert_eq!(status(path, ready, "203.0.113.7:1", false).await, wanted, "{path}");
        }
    }
}
