//! The accept loop: HTTP/1.1 and HTTP/2 on one port, with TLS or without, slow clients time out, shutdown finishes
//! running requests.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, Sleep, sleep};
use tower::{Service, ServiceExt};

use self::activity::Activity;
use self::addresses::Addresses;
use super::tls::Tls;

mod activity;
pub mod addresses;

/// Bounds of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at a time; further ones wait in the listen queue.
    pub connections: usize,
    /// How long a client has for the TLS handshake.
    pub handshake_timeout: Duration,
    /// From the connection's start or the last answer to the end of the next header: also how long an idle
    /// connection is kept.
    pub header_timeout: Duration,
    /// How long a connection is kept on which no handler works and the client takes nothing; longer than the pause between
    /// two heartbeats of a stream.
    pub idle_timeout: Duration,
    /// Between two pieces of a body.
    pub body_timeout: Duration,
    /// For a whole body: one that trickles is cut, too.
    pub body_total_timeout: Duration,
    /// How long a client may refuse to take the next piece of an answer, and over which it must take
    /// [`LEAST_BYTES_PER_S`].
    pub write_timeout: Duration,
    /// Bytes of one request's header, request line included.
    pub header_bytes: usize,
    /// How long running requests have after shutdown began.
    pub shutdown_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            handshake_timeout: Duration::from_secs(10),
            header_timeout: Duration::from_secs(60),
            idle_timeout: Duration::from_secs(60),
            body_timeout: Duration::from_secs(30),
            body_total_timeout: Duration::from_secs(300),
            write_timeout: Duration::from_secs(30),
            header_bytes: 64 * 1024,
            shutdown_timeout: Duration::from_secs(25),
        }
    }
}

/// The least rate at which a client must take an answer while the server waits for it: a slower one keeps a place,
/// memory and a file from others.
pub const LEAST_BYTES_PER_S: u64 = 1024;

/// The service for the requests of all connections: a router, with layers or without.
pub trait Answers:
    Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

impl<S> Answers for S where
    S: Service<Request, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

/// Serves the router until `shutdown`, over TLS where a certificate is given, then finishes running requests, for
/// `shutdown_timeout` at most.
///
/// Handlers find the peer as `ConnectInfo<SocketAddr>`.
///
/// # Errors
/// Only where the listener itself cannot be used; failing accepts are retried.
pub async fn serve(
    listener: TcpListener,
    router: impl Answers,
    limits: Limits,
    tls: Option<Tls>,
    addresses: Addresses,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    listener.local_addr()?;
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_buf_size(limits.header_bytes.max(8192))
        .max_headers(100);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(256)
        .max_header_list_size(u32::try_from(limits.header_bytes).unwrap_or(u32::MAX))
        .keep_alive_interval(Duration::from_secs(30))
        .keep_alive_timeout(Duration::from_secs(20));
    let talk = Talk { builder: Arc::new(builder), router, limits };
    let places = Arc::new(Semaphore::new(limits.connections));
    let (stop, _) = watch::channel(false);
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            accepted = accept(&listener, &places) => accepted,
        };
        let (stream, peer, place) = accepted;
        let Some(of_address) = addresses.enter(peer.ip()) else {
            tracing::debug!(peer = %peer, "this address has reached its limit of connections");
            continue;
        };
        let (talk, tls, stopped) = (talk.clone(), tls.clone(), stop.subscribe());
        tokio::spawn(async move {
            let ended = match tls {
                None => talk.over(stream, peer, stopped).await,
                Some(tls) => match tls.accept(stream, limits.handshake_timeout).await {
                    Ok(stream) => talk.over(stream, peer, stopped).await,
                    Err(fault) => Err(fault.into()),
                },
            };
            if let Err(fault) = ended {
                tracing::debug!(peer = %peer, fault = %fault, "connection ended");
            }
            drop((place, of_address));
        });
    }
    drop(listener);
    let running = stop.receiver_count();
    stop.send_replace(true);
    if running > 0 {
        tracing::info!(connections = running, "finishing running requests");
    }
    if tokio::time::timeout(limits.shutdown_timeout, stop.closed()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
    Ok(())
}

/// How connections are talked over.
#[derive(Clone)]
struct Talk<R> {
    builder: Arc<auto::Builder<TokioExecutor>>,
    router: R,
    limits: Limits,
}

impl<R: Answers> Talk<R> {
    /// Answers the requests of one connection until it ends, does nothing any more, or the service stops.
    async fn over(
        self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        peer: SocketAddr,
        mut stopped: watch::Receiver<bool>,
    ) -> Result<(), axum::BoxError> {
        let Self { builder, router, limits } = self;
        let activity = Activity::new();
        let io = TokioIo::new(Guarded::new(stream, limits, activity.clone()));
        let noted = activity.clone();
        let service = hyper::service::service_fn(move |request: hyper::Request<Incoming>| {
            let (router, activity) = (router.clone(), noted.clone());
            async move {
                let handling = activity.handling();
                let answered = answer(router, request, peer, limits).await;
                drop(handling);
                answered.map(|answer| activity.watch(answer))
            }
        });
        let mut talking = pin!(builder.serve_connection(io, service).into_owned());
        tokio::select! {
            ended = &mut talking => return ended,
            () = activity.ended(limits.idle_timeout) => {
                talking.as_mut().graceful_shutdown();
                // Old answers that it still has to take, it did not take so far.
                return tokio::time::timeout(limits.write_timeout, talking).await.unwrap_or(Ok(()));
            }
            () = async { drop(stopped.wait_for(|stopped| *stopped).await) } => {}
        }
        talking.as_mut().graceful_shutdown();
        talking.await
    }
}

async fn answer(
    router: impl Answers,
    request: hyper::Request<Incoming>,
    peer: SocketAddr,
    limits: Limits,
) -> Result<Response, Infallible> {
    let mut request: Request = request.map(|body| Body::new(Patient::new(body, limits)));
    request.extensions_mut().insert(ConnectInfo(peer));
    router.oneshot(request).await
}

/// The next connection, as soon as there is a place for it. An accept can fail for a while (no file
/// descriptors left): the loop waits and goes on.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, SocketAddr, Option<tokio::sync::OwnedSemaphorePermit>) {
    let place = Arc::clone(places).acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                if let Err(fault) = stream.set_nodelay(true) {
                    tracing::debug!(fault = %fault, "no TCP_NODELAY");
                }
                return (stream, peer, place);
            }
            Err(fault) => {
                tracing::warn!(fault = %fault, "cannot accept connections: trying again");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
}

/// The next piece of a body did not come in time.
#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
pub struct BodyTooSlow;

/// A body whose every piece must come in time, and whose last one must, too.
struct Patient {
    body: Incoming,
    limits: Limits,
    piece: Option<Pin<Box<Sleep>>>,
    /// Runs from the first time that the client was waited for.
    whole: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    fn new(body: Incoming, limits: Limits) -> Self {
        Self { body, limits, piece: None, whole: None }
    }
}

impl HttpBody for Patient {
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(cx) {
            self.piece = None;
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        let Limits { body_timeout, body_total_timeout, .. } = self.limits;
        let piece = self.piece.get_or_insert_with(|| Box::pin(sleep(body_timeout))).as_mut().poll(cx);
        let whole = self.whole.get_or_insert_with(|| Box::pin(sleep(body_total_timeout))).as_mut().poll(cx);
        if piece.is_pending() && whole.is_pending() {
            return Poll::Pending;
        }
        Poll::Ready(Some(Err(Box::new(BodyTooSlow))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Bytes of the HTTP/2 preface: until this many have come, which protocol it is may be open, and hyper's
/// own header timeout does not run yet. The shortest HTTP/1.1 request is longer.
const PREFACE_BYTES: usize = 24;

/// A connection that must begin in time, and on which a client that takes too little for too long is left.
struct Guarded<S> {
    stream: S,
    received: usize,
    start: Option<Pin<Box<Sleep>>>,
    timeout: Duration,
    stuck: Option<Pin<Box<Sleep>>>,
    pace: Pace,
    activity: Activity,
}

/// How much a client took while it was waited for.
#[derive(Default)]
struct Pace {
    since: Option<Instant>,
    waited: Duration,
    taken: u64,
}

impl Pace {
    /// The client is waited for.
    fn wait(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }

    /// It is not waited for any more.
    fn go_on(&mut self) {
        self.waited += self.since.take().map_or(Duration::ZERO, |since| since.elapsed());
    }

    /// The client took this many bytes; whether that is too slow, once it was waited for so long.
    fn took(&mut self, bytes: usize, over: Duration) -> bool {
        self.taken = self.taken.saturating_add(bytes as u64);
        self.go_on();
        if self.waited < over {
            return false;
        }
        let is_slow = u128::from(self.taken) * 1000 < u128::from(LEAST_BYTES_PER_S) * self.waited.as_millis();
        *self = Self::default();
        is_slow
    }
}

impl<S> Guarded<S> {
    fn new(stream: S, limits: Limits, activity: Activity) -> Self {
        let start = Some(Box::pin(sleep(limits.header_timeout)));
        let (timeout, pace) = (limits.write_timeout, Pace::default());
        Self { stream, received: 0, start, timeout, stuck: None, pace, activity }
    }

    /// Notes the written bytes.
    fn note(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = written {
            self.activity.took(bytes);
            if self.pace.took(bytes, self.timeout) {
                return Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads too slowly")));
            }
        }
        written
    }

    /// Lets a finished write pass and watches a pending one.
    fn watch<T>(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stuck = None;
            self.pace.go_on();
            return written;
        }
        self.pace.wait();
        let timeout = self.timeout;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep(timeout)));
        ready!(stuck.as_mut().poll(cx));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client stopped reading the answer")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Guarded<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buf);
        self.received = self.received.saturating_add(buf.filled().len() - before);
        if self.received >= PREFACE_BYTES {
            self.start = None;
        }
        match (&read, self.start.as_mut()) {
            (Poll::Pending, Some(start)) => {
                ready!(start.as_mut().poll(cx));
                Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client sent no request")))
            }
            _ => read,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guarded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        let noted = self.note(written);
        self.watch(cx, noted)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        let noted = self.note(written);
        self.watch(cx, noted)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(cx);
        self.watch(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests;
