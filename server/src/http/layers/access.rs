//! The access log and the request metrics: one line and one measurement per request, never a secret.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use tower::{Layer, Service};
use tracing::Level;

use super::super::context::RequestContext;
use super::Edge;

/// Where the authentication writes who acts, for the log; an extension of every request.
#[derive(Clone, Debug, Default)]
pub struct PrincipalLabel(Arc<OnceLock<String>>);

impl PrincipalLabel {
    /// Says who acts; the first word counts.
    pub fn set(&self, principal: impl Into<String>) {
        // A second principal in one request does not happen; the first stays.
        let _ = self.0.set(principal.into());
    }

    /// Who acts, where it is known.
    #[must_use]
    pub fn get(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

/// The route's pattern, handed out by the router to the log around it.
#[derive(Clone)]
struct Route(Arc<OnceLock<String>>);

/// Tells the log around the router which route was matched.
#[derive(Clone, Copy)]
pub(super) struct NoteRoute;

/// A route that tells that it was matched, and is else as it was: no future of its own.
#[derive(Clone)]
pub(super) struct Noted<S>(S);

impl<S> Layer<S> for NoteRoute {
    type Service = Noted<S>;

    fn layer(&self, route: S) -> Noted<S> {
        Noted(route)
    }
}

impl<S: Service<Request>> Service<Request> for Noted<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> S::Future {
        let extensions = request.extensions();
        if let (Some(route), Some(path)) = (extensions.get::<Route>(), extensions.get::<MatchedPath>()) {
            // One route per request.
            let _ = route.0.set(path.as_str().to_owned());
        }
        self.0.call(request)
    }
}

/// The log line of one request; also an extension of its answer. No query, no header fields: they may hold values that
/// nobody should read in a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessLine {
    /// The method.
    pub method: &'static str,
    /// The pattern of the route, or `unmatched`.
    pub route: String,
    /// The status of the answer.
    pub status: u16,
    /// The request's id.
    pub request_id: Arc<str>,
    /// `traceparent`, where it came.
    pub traceparent: Option<Arc<str>>,
    /// Who acted, where it is known.
    pub principal: Option<String>,
}

/// Keeps the access log to itself while the service is busy with its own preparation: its own requests would drown its
/// messages. They are still logged at the level `debug`.
#[derive(Clone, Debug, Default)]
pub struct Quiet(Arc<AtomicBool>);

impl Quiet {
    /// From now on requests are logged at `debug`, or at `info` again.
    pub fn set(&self, is_quiet: bool) {
        self.0.store(is_quiet, Ordering::Relaxed);
    }

    pub(super) fn level(&self) -> Level {
        if self.0.load(Ordering::Relaxed) { Level::DEBUG } else { Level::INFO }
    }
}

/// Logs and measures the request.
pub(super) async fn log<F: Future<Output = Response>>(
    edge: &Edge,
    mut request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let started = Instant::now();
    let (route, principal) = (Route(Arc::default()), PrincipalLabel::default());
    request.extensions_mut().insert(route.clone());
    request.extensions_mut().insert(principal.clone());
    let method = known_method(request.method());
    let context = request.extensions().get::<RequestContext>().cloned();
    let mut response = inner(request).await;
    let (request_id, traceparent) =
        context.map_or((Arc::from(""), None), |context| (context.request_id, context.traceparent));
    let line = AccessLine {
        method,
        route: route.0.get().map_or("unmatched", String::as_str).to_owned(),
        status: response.status().as_u16(),
        request_id,
        traceparent,
        principal: principal.get().map(str::to_owned),
    };
    line.record(started.elapsed(), edge.quiet.level());
    response.extensions_mut().insert(line);
    response
}

impl AccessLine {
    fn record(&self, taken: Duration, level: Level) {
        let (method, route) = (self.method, &self.route);
        metrics::counter!("http_requests_total", "method" => method, "route" => route.clone(), "status" => self.status.to_string()).increment(1);
        metrics::histogram!("http_request_duration_seconds", "method" => method, "route" => route.clone())
            .record(taken.as_secs_f64());
        // The level of an event is fixed where it stands, so it stands here twice.
        macro_rules! tell {
            ($level:ident) => {
                tracing::$level!(
                    target: "access",
                    method,
                    route,
                    status = self.status,
                    duration_us = u64::try_from(taken.as_micros()).unwrap_or(u64::MAX),
                    request_id = &*self.request_id,
                    traceparent = self.traceparent.as_deref(),
                    principal = self.principal.as_deref(),
                    "request"
                )
            };
        }
        if level == Level::INFO {
            tell!(info);
        } else {
            tell!(debug);
        }
    }
}

/// A client can invent methods, and each label is memory: only known ones are labels.
fn known_method(method: &axum::http::Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "OTHER",
    }
}
