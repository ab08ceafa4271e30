//! Reading the log as events, whichever way they are handed out.

use domain::rows::FactRow;
use store::Snapshot;
use store::operational::instance;
use store::read::events::{self, Stretch};

use super::cursor::FeedCursor;
use super::seen;
use super::view::EventView;
use super::wanted::{FeedStart, Wanted};
use crate::http::caller::Caller;
use crate::http::problem::{Problem, ServerCode};

/// Events that one look goes through for those that are wanted.
const LOOKED_AT: i64 = 50_000;

/// The events that were found, and the last one that was looked at.
pub struct Found {
    /// In order.
    pub events: Vec<EventView>,
    /// Up to it there are no other wanted ones.
    pub seq: i64,
}

/// Where a request wants to begin, and how far the log has come.
///
/// # Errors
/// 400 for a cursor of another organization, 409 for one of another life of the feed.
pub async fn start(
    snapshot: &mut Snapshot,
    caller: &Caller,
    start: Option<FeedStart>,
) -> Result<(FeedCursor, i64), Problem> {
    match start {
        Some(FeedStart::After(cursor)) => {
            let own = cursor.require_of(caller.organization, "after", "malformed_cursor")?;
            place(snapshot, caller, Some(own)).await
        }
        Some(FeedStart::Now) => {
            let (first, head) = place(snapshot, caller, None).await?;
            Ok((FeedCursor::of(caller.organization, first.epoch, head), head))
        }
        None => place(snapshot, caller, None).await,
    }
}

/// Where to begin, and how far the log has come.
///
/// # Errors
/// 409 for a cursor of another life of the feed.
pub async fn place(
    snapshot: &mut Snapshot,
    caller: &Caller,
    after: Option<FeedCursor>,
) -> Result<(FeedCursor, i64), Problem> {
    let epoch = instance::get(snapshot).await?.map_or(1, |instance| instance.feed_epoch);
    let head = snapshot.seq(caller.organization).await?;
    let at = |seq| FeedCursor::of(caller.organization, epoch, seq);
    let start = after.unwrap_or(at(0));
    if start.epoch == epoch && start.seq <= head {
        return Ok((start, head));
    }
    let detail = format!(
        "the feed was restored and is in epoch {epoch} at event {head}; the cursor {start} is from before: read again \
         from {}",
        at(0)
    );
    Err(Problem::new(ServerCode::FeedRewound, detail)
        .with("cursor", at(0).to_string())
        .with("head", at(head).to_string()))
}

/// The wanted events after this one, as the caller may see them.
pub async fn read(
    snapshot: &mut Snapshot,
    caller: &Caller,
    wanted: &Wanted,
    seq: i64,
    limit: usize,
) -> Result<Found, Problem> {
    let (rights, reach) = (caller.rights(snapshot).await?, caller.reach(snapshot).await?);
    let most = i64::try_from(limit).unwrap_or(i64::MAX);
    let (facts, end) = match wanted.is_everything() {
        true => (events::after(snapshot, caller.organization, seq, most).await?, seq),
        false => {
            let end = snapshot.seq(caller.organization).await?.min(seq.saturating_add(LOOKED_AT));
            let some = Stretch { kinds: &wanted.kinds, subject: wanted.subject.as_deref(), after: seq, until: end };
            (events::some(snapshot, caller.organization, &some, most).await?, end)
        }
    };
    let is_full = facts.len() == limit;
    let last = facts.last().map_or(seq, |fact| fact.seq);
    let mut events = Vec::with_capacity(facts.len());
    for fact in facts {
        let payload = match seen::is_seen(snapshot, caller.organization, &reach, &fact).await? {
            true => whole_payload(snapshot, caller, &fact).await?,
            false => None,
        };
        let event = EventView::of(fact, payload.as_deref(), rights).map_err(|bad| Problem::damaged(&bad))?;
        events.push(event);
    }
    Ok(Found { events, seq: if is_full { last } else { last.max(end) } })
}

/// The payload of all parts, where this is the last one.
async fn whole_payload(snapshot: &mut Snapshot, caller: &Caller, fact: &FactRow) -> Result<Option<Vec<u8>>, Problem> {
    if fact.part < fact.parts {
        return Ok(None);
    }
    if fact.parts == 1 {
        return Ok(Some(fact.payload.clone()));
    }
    let parts = events::after(snapshot, caller.organization, fact.seq - fact.parts, fact.parts).await?;
    Ok(Some(parts.into_iter().flat_map(|part| part.payload).collect()))
}
