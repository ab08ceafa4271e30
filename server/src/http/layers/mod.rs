//! The layers around every handler, from the outside in; `Layered` calls them in their order.
//!
//! A layer of the router copies everything that it surrounds for each request and boxes its result, so ours are plain
//! functions around the whole router, one called by the other.

mod access;
mod compression;
mod documents;
mod outcome;
mod rate;

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::{HeaderName, LINK, ORIGIN, VARY};
use axum::response::{IntoResponse, Response};
use tower::Service;

use super::body::{BODY_BYTES, BodyLimit};
use super::console::File;
use super::context::RequestContext;
use super::problem::{Problem, ServerCode};
use super::shares::Shares;
use crate::auth::session;

pub use access::{AccessLine, PrincipalLabel, Quiet};
pub use documents::{DOCUMENTS_PER_PRINCIPAL, IsDocument};
pub use rate::{Decision, RateLimiter, RatePolicy};

/// Bytes of path and query.
pub const URI_BYTES: usize = 8192;
/// The data that the layers need.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The service's address without a slash at the end, for links (`http://127.0.0.1:8080/books`).
    pub base_url: Arc<str>,
    /// Whether browsers reach it over TLS.
    pub is_https: bool,
    /// Origins that browsers may call from; empty: none, no CORS header at all.
    pub cors_origins: Arc<[String]>,
    /// How long a body may be where its route does not say it.
    pub body_limit: BodyLimit,
    /// The documents that are on their way, by principal.
    pub documents: Shares<String>,
    /// Whether requests are logged at `debug` only.
    pub quiet: Quiet,
    /// The files of the console; empty where none was built.
    pub console: &'static [File],
}

impl Edge {
    /// An edge with this address and no CORS.
    #[must_use]
    pub fn new(base_url: &str) -> Self {
        let base_url = Arc::from(base_url.trim_end_matches('/'));
        let body_limit = BodyLimit(BODY_BYTES);
        let documents = Shares::new(DOCUMENTS_PER_PRINCIPAL);
        let is_https = session::is_https(&base_url);
        let cors_origins = Arc::from(Vec::new());
        Self { base_url, is_https, cors_origins, body_limit, documents, quiet: Quiet::default(), console: &[] }
    }
}

/// The finished router with all layers around it; connections hand their requests to it.
#[derive(Clone, Debug)]
pub struct Layered {
    routes: Router,
    edge: Arc<Edge>,
}

/// Puts all layers on the finished router.
///
/// From the outside: request context, access log and metrics, security headers, CORS, compression, rate
/// fields, problem bodies, documents, panics, length of the URI, then the routes.
pub fn apply(router: Router, edge: &Edge) -> Layered {
    // The matched path is known only inside the router, which hands it out to the access log.
    Layered { routes: router.route_layer(access::NoteRoute), edge: Arc::new(edge.clone()) }
}

impl Service<Request> for Layered {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        // A router is always ready.
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let Self { routes, edge } = self.clone();
        Box::pin(async move { Ok(outside(&edge, request, routes).await) })
    }
}

async fn outside(edge: &Edge, request: Request, routes: Router) -> Response {
    let inside = |request| inside(edge, request, routes);
    let compression = |request| compression::answer(request, inside);
    let cors = |request| cors(edge, request, compression);
    let headers = |request| outcome::security_headers(edge.is_https, request, cors);
    let log = |request| access::log(edge, request, headers);
    context(edge, request, log).await
}

async fn inside(edge: &Edge, request: Request, routes: Router) -> Response {
    let length = |request| uri_length(request, |request| routed(routes, request));
    let panics = |request| outcome::panics(request, length);
    let documents = |request| documents::share(&edge.documents, request, panics);
    let problems = |request| outcome::problems(request, documents);
    rate::fields(request, problems).await
}

async fn routed(mut routes: Router, request: Request) -> Response {
    let Ok(response) = routes.call(request).await;
    response
}

/// Sets how long the bodies of these routes may be.
pub fn body_limit<S: Clone + Send + Sync + 'static>(router: Router<S>, bytes: usize) -> Router<S> {
    router.layer(axum::Extension(BodyLimit(bytes)))
}

async fn context<F: Future<Output = Response>>(
    edge: &Edge,
    mut request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let context = RequestContext::of(request.headers(), Arc::clone(&edge.base_url));
    let id = HeaderValue::from_str(&context.request_id);
    request.extensions_mut().insert(context);
    request.extensions_mut().insert(edge.body_limit);
    let uri = request.uri().clone();
    let mut response = inner(request).await;
    // Handlers know the query of the next page; the service's own address is known here.
    let link = response.headers().get(LINK).and_then(|link| link.to_str().ok()?.strip_prefix("<?"));
    let link = link.map(|rest| HeaderValue::from_str(&format!("<{}{}?{rest}", edge.base_url, uri.path())));
    if let Some(Ok(link)) = link {
        response.headers_mut().insert(LINK, link);
    }
    if let Ok(id) = id {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), id);
    }
    response
}

async fn uri_length<F: Future<Output = Response>>(request: Request, inner: impl FnOnce(Request) -> F) -> Response {
    let length = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    if length > URI_BYTES {
        let detail = format!("path and query have {length} bytes, at most {URI_BYTES} are allowed: use fewer filters");
        return Problem::new(ServerCode::UriTooLong, detail).into_response();
    }
    inner(request).await
}

/// Off until origins are configured. Credentials are never shared across origins: other sites use tokens.
async fn cors<F: Future<Output = Response>>(
    edge: &Edge,
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    use axum::http::{Method, StatusCode};
    if edge.cors_origins.is_empty() {
        return inner(request).await;
    }
    let origin = request.headers().get(ORIGIN).cloned();
    let allowed = origin
        .filter(|origin| edge.cors_origins.iter().any(|known| known.as_bytes() == origin.as_bytes() || known == "*"));
    let preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key("access-control-request-method");
    let mut response = match (&allowed, preflight) {
        (Some(_), true) => StatusCode::NO_CONTENT.into_response(),
        _ => inner(request).await,
    };
    response.headers_mut().append(VARY, HeaderValue::from_static("origin"));
    if let Some(origin) = allowed {
        let headers = response.headers_mut();
        headers.insert("access-control-allow-origin", origin);
        headers.insert("access-control-expose-headers", HeaderValue::from_static("etag, link, location, retry-after, x-request-id, ratelimit, ratelimit-policy, idempotent-replayed, preference-applied"));
        if preflight {
            headers.insert("access-control-allow-methods", HeaderValue::from_static("GET, POST, PUT, PATCH, DELETE"));
            headers.insert("access-control-allow-headers", HeaderValue::from_static("authorization, content-type, idempotency-key, if-match, if-none-match, prefer, x-organization-id, x-request-id, traceparent, last-event-id"));
            headers.insert("access-control-max-age", HeaderValue::from_static("600"));
        }
    }
    response
}

#[cfg(test)]
mod tests;
