//! `GET /events/stream`: the feed as it happens, by server-sent events.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::{Body, HttpBody};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use domain::value::id::PrincipalId;
use domain::value::permission::Permission;
use hyper::body::Frame;
use tokio::sync::mpsc;

use super::cursor::FeedCursor;
use super::log::{self, Found};
use super::streams::Streams;
use super::wanted::{EventTypes, FeedStart, Subject, Wanted};
use crate::app::App;
use crate::commit;
use crate::commit::heads::Watch;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::RawQuery;
use crate::http::shares::Share;

/// How often a stream on which nothing happens gives a sign of life, and asks anew for the rights.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How long a client may take before it hears why the stream ends.
const FAREWELL: Duration = Duration::from_secs(1);
/// Events that are read at once: events that a client has not taken yet stay in the database.
const PAGE: usize = 50;
/// How long a client should wait before it connects again, in milliseconds.
const RECONNECT_MS: u32 = 2_000;

crate::input! {
    /// Where the stream begins.
    pub struct StreamQuery {
        /// The id of the last event that you read, or `now`; from the first event on if absent. `Last-Event-ID` takes
        /// precedence.
        pub after: Option<FeedStart>,
        /// Only these types (`journalEntry.posted`), or all of a noun (`journalEntry`).
        pub types: Option<EventTypes>,
        /// Only events about the subject with this id.
        pub subject: Option<Subject>,
    }
}

pub(super) const OPERATION: Operation =
    Operation::read(Permission::EventsRead).faults(&[ServerCode::FeedRewound, ServerCode::TooManyStreams]);

/// Follow the feed of events
///
/// Server-sent events, as they happen: each has the cursor as its `id`, its type as `event`, and as `data` the JSON of
/// one event of `GET /events`. A sign of life comes every 15 seconds: a comment, or the id of the last event that was looked
/// at. The stream ends when the token expires, when the right
/// to read events ends, and when the service stops: connect again with the last id in `Last-Event-ID`, as every
/// `EventSource` does automatically. A principal can have up to 20 streams and waiting polls.
#[utoipa::path(get, path = "/api/v1/events/stream", operation_id = "EventsController_stream", tag = "Events",
    params(StreamQuery, ("Last-Event-ID" = Option<String>, Header, description = "The id of the last event that you read.",
        example = "1:536:9f1c03ab")),
    responses((status = 200, description = "Events, until the stream ends", content_type = "text/event-stream", body = String,
        example = json!("retry: 2000\n\nid: 1:537:9f1c03ab\nevent: warehouse.created\ndata: {\"seq\":537,\"type\":\"warehouse.created\",\"subject\":\"wh_01h455vb4pex5vsknk084sn02q\"}\n\n"))))]
pub async fn stream(
    State(app): State<App>,
    Extension(streams): Extension<Streams>,
    caller: Caller,
    query: RawQuery,
    parts: Parts,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: StreamQuery = query.decode()?;
    let (at, _) = match last_event_id(&parts.headers)? {
        Some(last) => {
            let last = last.require_of(caller.organization, "Last-Event-ID", "malformed_header")?;
            log::place(&mut snapshot, &caller, Some(last)).await?
        }
        None => log::start(&mut snapshot, &caller, query.after).await?,
    };
    let wanted = Wanted::of(query.types, query.subject);
    drop(snapshot);
    let place = streams.enter(caller.actor.principal)?;
    let (pieces, body) = mpsc::channel(1);
    tokio::spawn(Feed { app, parts, caller, wanted, at, pieces, _place: place }.run());
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        // A reverse proxy must not buffer events that should arrive now.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::new(Pieces(body))).into_response())
}

fn last_event_id(headers: &HeaderMap) -> Result<Option<FeedCursor>, Problem> {
    let Some(field) = headers.get("last-event-id").filter(|field| !field.is_empty()) else { return Ok(None) };
    let cursor = field.to_str().ok().and_then(|text| FeedCursor::parse(text).ok());
    let message = "is not a cursor of the feed: send the id of the last event, or leave it out";
    cursor.map(Some).ok_or_else(|| Problem::violation("Last-Event-ID", "malformed_header", message))
}

/// A stream on its way to a client.
struct Feed {
    app: App,
    /// The request, whose credentials are proved anew with every read.
    parts: Parts,
    caller: Caller,
    wanted: Wanted,
    /// The last event that was looked at.
    at: FeedCursor,
    /// Takes one piece at a time: the client's pace is the stream's.
    pieces: mpsc::Sender<Bytes>,
    _place: Share<PrincipalId>,
}

/// Why a stream ends.
enum Ended {
    /// The client went away.
    Unread,
    /// It may connect again, or learn then why not.
    Told(String),
}

impl Feed {
    async fn run(mut self) {
        let pieces = self.pieces.clone();
        let mut stop = self.app.committer.watch(self.caller.organization);
        let left_us = self.caller.expires_at.0.saturating_sub(commit::now().0);
        let lasts = Duration::from_micros(u64::try_from(left_us).unwrap_or(0));
        let ended = tokio::select! {
            ended = self.deliver() => ended,
            () = tokio::time::sleep(lasts) => Ended::Told("token_expired".to_owned()),
            () = stop.closed() => Ended::Told("the service is shutting down".to_owned()),
            () = pieces.closed() => Ended::Unread,
        };
        if let Ended::Told(why) = ended {
            // A client that does not take earlier pieces does not take this one either.
            let farewell = pieces.send(Bytes::from(format!(": ended: {why}\n\n")));
            let _ = tokio::time::timeout(FAREWELL, farewell).await;
        }
    }

    async fn deliver(&mut self) -> Ended {
        let mut watch = self.app.committer.watch(self.caller.organization);
        match self.follow(&mut watch).await {
            Err(ended) => ended,
        }
    }

    async fn follow(&mut self, watch: &mut Watch) -> Result<Infallible, Ended> {
        self.send(format!("retry: {RECONNECT_MS}\n\n")).await?;
        let mut heard_at = Instant::now();
        loop {
            let Found { events, seq } =
                self.read().await.map_err(|problem| Ended::Told(problem.code.name().to_owned()))?;
            if events.is_empty() {
                self.at.seq = seq;
                let left = HEARTBEAT.saturating_sub(heard_at.elapsed());
                match tokio::time::timeout(left, watch.beyond(seq)).await {
                    // Others may happen all the time.
                    Ok(Ok(())) if !left.is_zero() => {}
                    Ok(Err(closed)) => return Err(Ended::Told(closed.to_string())),
                    Ok(Ok(())) | Err(_) => {
                        let sign = self.sign_of_life();
                        self.send(sign).await?;
                        heard_at = Instant::now();
                    }
                }
                continue;
            }
            for event in events {
                self.at.seq = event.seq;
                let data = serde_json::to_string(&event).map_err(|error| Ended::Told(error.to_string()))?;
                self.send(format!("id: {}\nevent: {}\ndata: {data}\n\n", self.at, event.r#type)).await?;
            }
            self.at.seq = seq;
            heard_at = Instant::now();
        }
    }

    /// A comment; where others than the wanted events have passed, the place behind them, which moves a client's
    /// `Last-Event-ID` and is no event.
    fn sign_of_life(&self) -> String {
        if self.wanted.is_everything() { ":\n\n".to_owned() } else { format!("id: {}\n\n", self.at) }
    }

    /// The new events, if the caller may still see them.
    async fn read(&mut self) -> Result<Found, Problem> {
        let organization = self.caller.organization;
        self.caller = Caller::prove(&self.parts, &self.app).await?;
        if self.caller.organization != organization {
            let detail = "the session acts for another organization now: connect again from its first event on";
            return Err(Problem::new(ServerCode::OrganizationMismatch, detail));
        }
        let mut snapshot = self.caller.read(&self.app).await?;
        log::place(&mut snapshot, &self.caller, Some(self.at)).await?;
        log::read(&mut snapshot, &self.caller, &self.wanted, self.at.seq, PAGE).await
    }

    async fn send(&self, piece: String) -> Result<(), Ended> {
        self.pieces.send(Bytes::from(piece)).await.map_err(|_| Ended::Unread)
    }
}

/// The body: one piece per event, each on its way before the next is made.
struct Pieces(mpsc::Receiver<Bytes>);

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(cx).map(|piece| piece.map(|piece| Ok(Frame::data(piece))))
    }
}
