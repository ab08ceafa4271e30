//! An answer's body whose pieces somebody watches as the client takes them.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, HttpBody};
use axum::response::Response;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

/// The answer, with `taken` called for every piece that the connection takes. `kept` is dropped with the body: at its
/// end, or when the client is gone.
pub fn watch<K: Send + Unpin + 'static>(answer: Response, kept: K, taken: fn(&K)) -> Response {
    answer.map(|body| Body::new(Watched { body, kept, taken }))
}

struct Watched<K> {
    body: Body,
    kept: K,
    taken: fn(&K),
}

impl<K: Unpin> HttpBody for Watched<K> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if frame.is_ready() {
            (self.taken)(&self.kept);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
