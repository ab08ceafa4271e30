//! `GET /events`: the feed by long poll.

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::access::Permission;
use domain::settings::FactRow;
use store::Snapshot;
use store::operational::instance;

use super::cursor::FeedCursor;
use super::heads::Heads;
use super::view::EventView;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::Whole;
use crate::http::page::PageLimit;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::RawQuery;

crate::input! {
    /// Which events.
    pub struct EventQuery {
        /// `nextCursor` of the answer before; from the first event on where absent.
        pub after: Option<FeedCursor>,
        /// Events of the answer.
        pub limit: PageLimit,
        /// Seconds to wait for an event where there is none yet.
        pub wait: Option<Whole<0, 30>>,
    }
}

crate::output! {
    /// Events in order.
    pub struct EventPage {
        pub data: Vec<EventView>,
        /// Where to go on; always there.
        pub next_cursor: String,
    }
}

/// Read the feed of events
///
/// Everything that was ever done, in order and without gaps. With `wait` the answer comes as soon as there is
/// an event, at the latest after as many seconds.
#[utoipa::path(get, path = "/api/v1/events", operation_id = "EventsController_list", tag = "Events",
    params(EventQuery), responses((status = 200, description = "Events", body = EventPage)))]
pub async fn list(
    State(app): State<App>,
    Extension(heads): Extension<Heads>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::EventsRead).await?;
    let query: EventQuery = query.decode()?;
    let limit = query.limit.0;
    let (start, head) = place(&mut snapshot, &caller, query.after).await?;
    let wait = query.wait.map_or(0, |wait| wait.0.unsigned_abs());
    if head <= start.seq && wait > 0 {
        // Nothing is held while waiting; afterwards rights and life of the feed are asked for anew.
        drop(snapshot);
        heads.wait_beyond(&app.database, caller.organization, start.seq, Duration::from_secs(wait)).await;
        snapshot = caller.read(&app, Permission::EventsRead).await?;
        place(&mut snapshot, &caller, query.after).await?;
    }
    let data = read(&mut snapshot, &caller, start.seq, limit).await?;
    let next = FeedCursor { epoch: start.epoch, seq: data.last().map_or(start.seq, |event| event.seq) };
    Ok(axum::Json(EventPage { data, next_cursor: next.to_string() }).into_response())
}

/// Where to begin, and how far the log has come; a cursor of another life is refused.
async fn place(
    snapshot: &mut Snapshot,
    caller: &Caller,
    after: Option<FeedCursor>,
) -> Result<(FeedCursor, i64), Problem> {
    let epoch = instance::get(snapshot).await?.map_or(1, |instance| instance.feed_epoch);
    let head = snapshot.seq(caller.organization).await?;
    let start = after.unwrap_or(FeedCursor { epoch, seq: 0 });
    if start.epoch == epoch && start.seq <= head {
        return Ok((start, head));
    }
    let detail = format!(
        "the feed is in epoch {epoch} at event {head}, the cursor {start} is of another life: read again from {epoch}:0"
    );
    Err(Problem::new(ServerCode::FeedRewound, detail)
        .with("cursor", format!("{epoch}:0"))
        .with("head", format!("{epoch}:{head}")))
}

async fn read(snapshot: &mut Snapshot, caller: &Caller, seq: i64, limit: usize) -> Result<Vec<EventView>, Problem> {
    let rights = caller.rights(snapshot).await?;
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    let facts = store::read::events::after(snapshot, caller.organization, seq, most).await?;
    let mut events = Vec::with_capacity(facts.len());
    for fact in facts {
        let payload = whole_payload(snapshot, caller, &fact).await?;
        let event = EventView::of(fact, payload.as_deref(), rights).map_err(|bad| Problem::internal(&bad))?;
        events.push(event);
    }
    Ok(events)
}

/// The payload of all parts, where this is the last one.
async fn whole_payload(snapshot: &mut Snapshot, caller: &Caller, fact: &FactRow) -> Result<Option<Vec<u8>>, Problem> {
    if fact.part < fact.parts {
        return Ok(None);
    }
    if fact.parts == 1 {
        return Ok(Some(fact.payload.clone()));
    }
    let parts = store::read::events::after(snapshot, caller.organization, fact.seq - fact.parts, fact.parts).await?;
    Ok(Some(parts.into_iter().flat_map(|part| part.payload).collect()))
}
