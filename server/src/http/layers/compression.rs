//! Compression of answers that are worth it, for clients that take it.

use std::convert::Infallible;
use std::future::ready;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_RANGE, VARY};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::Response;
use bytes::Bytes;
use hyper::body::Frame;
use tower::{ServiceExt, service_fn};
use tower_http::compression::Compression;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate, SizeAbove};

/// Answers below this are not worth compressing.
const COMPRESS_FROM_BYTES: u64 = 860;

/// Compresses the answer. One that is sent as it is costs nothing here: most writes are answered so.
pub(super) async fn answer<F: Future<Output = Response>>(
    request: Request,
    inner: impl FnOnce(Request) -> F,
) -> Response {
    let mut accepted = HeaderMap::new();
    for coding in request.headers().get_all(ACCEPT_ENCODING) {
        accepted.append(ACCEPT_ENCODING, coding.clone());
    }
    let is_head = request.method() == Method::HEAD;
    let response = inner(request).await;
    if is_head {
        // Its head is that of the answer to GET, whose body is gone by now.
        let response = compressed(response.map(|_| Body::new(Gone)), accepted).await;
        return response.map(|_| Body::empty());
    }
    compressed(response, accepted).await
}

async fn compressed(mut response: Response, accepted: HeaderMap) -> Response {
    if !accepted.is_empty() {
        let mut request = axum::http::Request::new(());
        *request.headers_mut() = accepted;
        let mut response = Some(response);
        let inner = service_fn(move |_| ready(Ok::<_, Infallible>(response.take().unwrap_or_default())));
        let Ok(response) = Compression::new(inner).compress_when(worth()).oneshot(request).await;
        return response.map(Body::new);
    }
    let headers = response.headers();
    let is_whole = !headers.contains_key(CONTENT_ENCODING) && !headers.contains_key(CONTENT_RANGE);
    if is_whole && worth().should_compress(&response) {
        response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// Which answers are worth it.
fn worth() -> impl Predicate {
    // A workbook is compressed in itself.
    DefaultPredicate::new()
        .and(SizeAbove::new(COMPRESS_FROM_BYTES))
        .and(NotForContentType::const_new("application/vnd.openxmlformats"))
}

/// A body of which only its header tells how long it was.
struct Gone;

impl HttpBody for Gone {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(None)
    }
}
