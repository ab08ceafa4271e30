//! `GET /events`: the feed by long poll.

use domain::value::permission::Permission;
use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::cursor::FeedCursor;
use super::log;
use super::streams::Streams;
use super::view::EventView;
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
        /// `nextCursor` of the previous answer; from the first event on if absent.
        pub after: Option<FeedCursor>,
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
/// event, and after that many seconds at the latest. A principal can have up to 20 streams and waiting polls.
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
    let own = |after: FeedCursor| after.require_of(caller.organization, "after", "malformed_cursor");
    let after = query.after.map(own).transpose()?;
    let (start, head) = log::place(&mut snapshot, &caller, after).await?;
    let wait = Duration::from_secs(query.wait.map_or(0, |wait| wait.0.unsigned_abs()));
    if head <= start.seq && !wait.is_zero() {
        // Nothing is held while waiting; afterwards rights and life of the feed are asked for anew.
        drop(snapshot);
        let _place = streams.enter(caller.actor.principal)?;
        wait_beyond(&app, &caller, start.seq, wait).await?;
        snapshot = caller.read(&app).await?;
        log::place(&mut snapshot, &caller, after).await?;
    }
    let data = log::read(&mut snapshot, &caller, start.seq, query.limit.0).await?;
    let seq = data.last().map_or(start.seq, |event| event.seq);
    let next = FeedCursor::of(caller.organization, start.epoch, seq);
    Ok(axum::Json(EventPage { data, next_cursor: next.to_string() }).into_response())
}

/// Waits until the log has grown; events committed before the watch began are looked for first.
async fn wait_beyond(app: &App, caller: &Caller, seq: i64, most: Duration) -> Result<(), Problem> {
    let mut watch = app.committer.watch(caller.organization);
    if app.database.snapshot().await?.seq(caller.organization).await? <= seq {
        // If it grew, the time is over or the service stops: the answer has the events there are then.
        let _ = tokio::time::timeout(most, watch.beyond(seq)).await;
    }
    Ok(())
}
