//! Changes of an answer on its way out: problem bodies, panics, security headers.

use std::any::Any;
use std::panic::AssertUnwindSafe;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::http::header::{ALLOW, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::rejection::Value;

use super::super::caller::Asker;
use super::super::context::RequestContext;
use super::super::nearest_path;
use super::super::problem::{Problem, ProblemCode, ServerCode};

/// Writes the body of every problem, with what its caller may do about it, and makes a problem of every bare error answer (unknown route,
/// wrong method, an extractor's own refusal).
pub(super) async fn problems<F: Future<Output = Response>>(
    mut request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let context = request.extensions().get::<RequestContext>().cloned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let is_head = method == Method::HEAD;
    let asker = Asker::default();
    request.extensions_mut().insert(asker.clone());
    let mut response = inner(request).await;
    let status = response.status();
    if !status.is_client_error() && !status.is_server_error() {
        return response;
    }
    let known = response.extensions_mut().remove::<Arc<Problem>>();
    let problem = match known {
        Some(problem) => problem,
        None if written(response.headers()) => return response,
        None => match status {
            StatusCode::NOT_FOUND => Arc::new(unknown(uri.path())),
            StatusCode::METHOD_NOT_ALLOWED => Arc::new(other_methods(&method, response.headers())),
            _ => Arc::new(bare(status)),
        },
    };
    let context = context.unwrap_or_else(|| RequestContext::of(&HeaderMap::new(), Arc::from("")));
    let holders = match problem.lacks() {
        Some(permission) => asker.holders(permission).await,
        None => None,
    };
    let problem = match holders {
        Some(names) => {
            let names = names.into_iter().map(Into::into).collect();
            Arc::new(Arc::unwrap_or_clone(problem).with("heldBy", Value::List(names)))
        }
        None => problem,
    };
    let rights = if problem.resolutions.is_empty() { None } else { asker.rights().await };
    let mut rendered = problem.render(&context, rights);
    for (name, value) in response.headers() {
        if !matches!(name.as_str(), "content-type" | "content-length") && !rendered.headers().contains_key(name) {
            rendered.headers_mut().append(name, value.clone());
        }
    }
    if is_head {
        *rendered.body_mut() = axum::body::Body::empty();
    }
    rendered
}

/// Whether someone wrote a real answer already: anything that is not plain text.
fn written(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|value| !value.as_bytes().starts_with(b"text/plain"))
}

/// The problem of a path that does not exist, with the one that was probably meant.
fn unknown(path: &str) -> Problem {
    let detail = match nearest_path::path(path) {
        Some(meant) => format!("there is no such path, did you mean {meant}: /docs lists all"),
        None => "there is no such path: /docs lists all".to_owned(),
    };
    Problem::new(ServerCode::RouteNotFound, detail)
}

/// The problem of a method that a path does not have, with those that it has.
fn other_methods(method: &Method, headers: &HeaderMap) -> Problem {
    let allowed = headers.get(ALLOW).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let names: Vec<&str> =
        allowed.split(',').map(str::trim).filter(|name| !name.is_empty() && *name != "HEAD").collect();
    let detail = match names.is_empty() {
        true => "this path has other methods: /docs lists all".to_owned(),
        // Everybody tries it, because elsewhere PUT replaces the whole.
        false if *method == Method::PATCH && names.contains(&"PUT") => {
            format!("this path takes {}: use PUT, which changes only the fields that are sent", names.join(", "))
        }
        false => format!("this path takes {}", names.join(", ")),
    };
    Problem::new(ServerCode::MethodNotAllowed, detail)
}

/// The problem for an answer that says nothing but its status.
fn bare(status: StatusCode) -> Problem {
    let (code, detail): (ProblemCode, &str) = match status.as_u16() {
        401 => (ServerCode::Unauthenticated.into(), "this needs a token"),
        403 => (Code::Forbidden.into(), "your role does not allow this"),
        406 => (ServerCode::NotAcceptable.into(), "accept application/json"),
        408 => (ServerCode::RequestTimeout.into(), "the request came too slowly: send it again"),
        413 => (ServerCode::PayloadTooLarge.into(), "the body is too large: split the request"),
        414 => (ServerCode::UriTooLong.into(), "path and query are too long: use fewer filters"),
        415 => (ServerCode::UnsupportedMediaType.into(), "send application/json"),
        429 => (ServerCode::TooManyRequests.into(), "wait as long as Retry-After says"),
        503 => (ServerCode::Unavailable.into(), "not available at present: wait as long as Retry-After says"),
        400..500 => (ServerCode::BadRequest.into(), "the request cannot be read: check path, query and headers"),
        _ => (ServerCode::Internal.into(), "an internal error: the log has it under the request id"),
    };
    Problem::new(code, detail)
}

/// A panic in a handler is one request's 500, logged, not a lost connection.
pub(super) async fn panics<F: Future<Output = Response>>(
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let context = request.extensions().get::<RequestContext>().cloned();
    match Caught(pin!(inner(request))).await {
        Ok(response) => response,
        Err(panic) => {
            let cause = panic
                .downcast_ref::<&str>()
                .map(|text| (*text).to_owned())
                .or_else(|| panic.downcast_ref::<String>().cloned());
            metrics::counter!("http_panics_total").increment(1);
            tracing::error!(
                request_id = context.as_ref().map_or("", |context| &context.request_id),
                cause = cause.as_deref().unwrap_or("a panic without words"),
                "a handler panicked"
            );
            Problem::new(ServerCode::Internal, "an internal error: the log has it under the request id").into_response()
        }
    }
}

/// A future whose panics are values.
struct Caught<'f, F>(Pin<&'f mut F>);

impl<F: Future> Future for Caught<'_, F> {
    type Output = Result<F::Output, Box<dyn Any + Send>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        // The future is never polled again after a panic: its state cannot be seen broken.
        match std::panic::catch_unwind(AssertUnwindSafe(|| self.0.as_mut().poll(cx))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Err(panic) => Poll::Ready(Err(panic)),
        }
    }
}

/// Pages load only files of the server itself; Swagger UI styles inline and draws with data images.
const PAGE_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
const DOCS_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
const DATA_POLICY: &str =
    "default-src 'none'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/// A year, for this host alone: names below it are not ours to decide.
const HTTPS_ONLY: &str = "max-age=31536000";

/// The headers that a browser needs with every answer.
pub(super) async fn security_headers<F: Future<Output = Response>>(
    is_https: bool,
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let docs = request.uri().path().starts_with("/docs");
    let api = request.uri().path().starts_with("/api/");
    let mut response = inner(request).await;
    let headers = response.headers_mut();
    let html = headers.get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(b"text/html"));
    let policy = match (html || docs, docs) {
        (_, true) => DOCS_POLICY,
        (true, false) => PAGE_POLICY,
        (false, false) => DATA_POLICY,
    };
    let add = |headers: &mut HeaderMap, name: &'static str, value: &'static str| {
        headers.entry(HeaderName::from_static(name)).or_insert(HeaderValue::from_static(value));
    };
    add(headers, "x-content-type-options", "nosniff");
    add(headers, "referrer-policy", "no-referrer");
    add(headers, "content-security-policy", policy);
    add(headers, "cross-origin-resource-policy", "same-origin");
    if html || docs {
        add(headers, "cross-origin-opener-policy", "same-origin");
    }
    if html {
        // Labels are scanned with the camera of the device that shows the page; no page within it may.
        add(headers, "permissions-policy", "camera=(self)");
    }
    if is_https {
        add(headers, "strict-transport-security", HTTPS_ONLY);
    }
    if api {
        // Books are private, and tokens, codes and secrets are in some answers: no cache keeps one, not even the browser's.
        add(headers, "cache-control", "no-store");
    }
    if headers.get(ALLOW).is_some_and(HeaderValue::is_empty) {
        headers.remove(ALLOW);
    }
    response
}
