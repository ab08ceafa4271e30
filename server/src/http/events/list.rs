//! `GET /events`: the feed by long poll.

use domain::value::permission::Permission;
use std::time::{Duration, Instant};

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::cursor::FeedCursor;
use super::log;
use super::streams::Streams;
use super::view::EventView;
use super::wanted::{EventTypes, FeedStart, Subject, Wanted};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::Whole;
use crate::http::operations::Operation;
use crate::http::page::PageLimit;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::RawQuery;

crate::input! {
    /// Which events.
    pub struct EventQuery {
        /// `nextCursor` of the previous answer, or `now`; from the first event on if absent.
        pub after: Option<FeedStart>,
        /// Only these types (`journalEntry.posted`), or all of a noun (`journalEntry`).
        pub types: Option<EventTypes>,
        /// Only events about the subject with this id.
        pub subject: Option<Subject>,
        /// The number of events in the answer.
        pub limit: PageLimit,
        /// Seconds to wait for an event if there is none yet.
        pub wait: Option<Whole<0, 30>>,
    }
}

crate::output! {
    /// Events in order.
    pub struct EventPage {
        pub data: Vec<EventView>,
        /// The cursor of the next request; always present.
        pub next_cursor: String,
    }
}

pub(super) const OPERATION: Operation =
    Operation::read(Permission::EventsRead).faults(&[ServerCode::FeedRewound, ServerCode::TooManyStreams]);

/// Read the feed of events
///
/// Everything that was ever done, in order and without gaps. With `wait`, the answer comes as soon as there is an
/// event, and after that many seconds at the latest. With `types` or `subject`, a page may be short, and even empty, before
/// the last one: `nextCursor` is behind all that were looked at. A principal can have up to 20 streams and waiting polls.
#[utoipa::path(get, path = "/api/v1/events", operation_id = "EventsController_list", tag = "Events",
    params(EventQuery), responses((status = 200, description = "Events", body = EventPage)))]
pub async fn list(
    State(app): State<App>,
    Extension(streams): Extension<Streams>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: EventQuery = query.decode()?;
    let wanted = Wanted::of(query.types, query.subject);
    let (start, mut head) = log::start(&mut snapshot, &caller, query.after).await?;
    let mut found = log::read(&mut snapshot, &caller, &wanted, start.seq, query.limit.0).await?;
    let wait = Duration::from_secs(query.wait.map_or(0, |wait| wait.0.unsigned_abs()));
    let (began, mut waits) = (Instant::now(), None);
    while found.events.is_empty() && found.seq >= head {
        let left = wait.saturating_sub(began.elapsed());
        if left.is_zero() {
            break;
        }
        // Nothing is held while waiting; afterwards rights and life of the feed are asked for anew.
        drop(snapshot);
        if waits.is_none() {
            waits = Some(streams.enter(caller.actor.principal)?);
        }
        let has_grown = wait_beyond(&app, &caller, found.seq, left).await?;
        snapshot = caller.read(&app).await?;
        let at = FeedCursor::of(caller.organization, start.epoch, found.seq);
        head = log::place(&mut snapshot, &caller, Some(at)).await?.1;
        found = log::read(&mut snapshot, &caller, &wanted, found.seq, query.limit.0).await?;
        if !has_grown {
            break;
        }
    }
    let next = FeedCursor::of(caller.organization, start.epoch, found.seq);
    Ok(axum::Json(EventPage { data: found.events, next_cursor: next.to_string() }).into_response())
}

/// Waits until the log has grown; `false` if the time is over or the service stops. Events committed before the watch began
/// are looked for first.
async fn wait_beyond(app: &App, caller: &Caller, seq: i64, most: Duration) -> Result<bool, Problem> {
    let mut watch = app.committer.watch(caller.organization);
    if app.database.snapshot().await?.seq(caller.organization).await? > seq {
        return Ok(true);
    }
    Ok(matches!(tokio::time::timeout(most, watch.beyond(seq)).await, Ok(Ok(()))))
}
