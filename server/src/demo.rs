//! The demo organization that somebody asked for over the API: it is loaded beside requests, and can be looked at meanwhile.
//!
//! That it was asked for stands in the list of organizations (`founded_by`), and how far it has come in its books. So a
//! service that stopped in the middle goes on after its next start.

use std::pin::pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::named_enum;
use domain::rows::Reservation;
use domain::value::id::PrincipalId;
use domain::value::{Cell, Instant};
use store::operational::instance;
use store::operational::organizations_list::{self, OrganizationStatus};
use store::{Database, Fault, Snapshot};
use tokio::sync::Notify;

use crate::cli::living;
use crate::commit;
use crate::import::progress::Progress;

named_enum! {
    /// How far the demo organization is.
    DemoStatus {
        Loading = "loading",
        Loaded = "loaded",
        Failed = "failed",
    }
}

/// The loading of this node.
#[derive(Debug, Default)]
pub struct Demo {
    asked: Notify,
    now: Mutex<Loading>,
}

/// How far the loading of this node is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Loading {
    /// Days that are in the books.
    pub done: usize,
    /// Days that there will be.
    pub total: usize,
    /// Why it ended before it was whole.
    pub error: Option<String>,
}

impl Demo {
    /// Has it loaded, or gone on with.
    pub fn ask(&self) {
        self.state().error = None;
        self.asked.notify_one();
    }

    /// Waits until somebody asks.
    pub async fn asked(&self) {
        self.asked.notified().await;
    }

    /// How far it is.
    #[must_use]
    pub fn now(&self) -> Loading {
        self.state().clone()
    }

    /// Notes why it is not whole.
    pub fn failed(&self, error: String) {
        self.state().error = Some(error);
    }

    fn state(&self) -> MutexGuard<'_, Loading> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Notes how far it is.
pub struct Told<'a>(pub &'a Demo);

impl Progress for Told<'_> {
    fn at(&mut self, _what: &str, done: usize, total: usize) {
        let mut now = self.0.state();
        (now.done, now.total) = (done, total);
    }
}

/// For how long a node has the loading to itself that is not heard of any more, in microseconds.
const HELD_US: i64 = 20_000_000;
/// How often it is heard of.
const TOLD_EVERY: Duration = Duration::from_secs(5);
/// How often one that waits looks.
const LOOKS_EVERY: Duration = Duration::from_millis(200);

/// Does this while no other node of the database loads a demo: it comes after the one that does, and finds what that one made.
///
/// # Errors
/// Where the database fails.
pub async fn alone<T>(database: &Database, work: impl Future<Output = T>) -> Result<T, Fault> {
    if matches!(database, Database::Sqlite(_)) {
        // Its writer is the only one.
        return Ok(work.await);
    }
    let later = |now: Instant| Instant(now.0.saturating_add(HELD_US));
    let mut until = loop {
        let now = commit::now();
        if instance::take_demo(database, now, later(now)).await? {
            break later(now);
        }
        tokio::time::sleep(LOOKS_EVERY).await;
    };
    let mut work = pin!(work);
    let done = loop {
        tokio::select! {
            done = &mut work => break done,
            () = tokio::time::sleep(TOLD_EVERY) => {
                let next = later(commit::now());
                if instance::keep_demo(database, until, Some(next)).await? {
                    until = next;
                }
            }
        }
    };
    instance::keep_demo(database, until, None).await?;
    Ok(done)
}

/// Who asked for it; `None` where nobody did, or the operator loads it.
pub async fn founder(snapshot: &mut Snapshot) -> Result<Option<PrincipalId>, Fault> {
    let listed = organizations_list::get(snapshot, living::ORGANIZATION).await?;
    Ok(listed.filter(|row| row.status == OrganizationStatus::Active).and_then(|row| row.founded_by))
}

/// Whether all of it is there.
pub async fn is_whole(snapshot: &mut Snapshot) -> Result<bool, Fault> {
    let (source, last) = living::LAST;
    let params = [Cell::Id(living::ORGANIZATION.0), Cell::Text(source.to_owned()), Cell::Text(last.to_owned())];
    let rest = "where organization_id = $1 and source = $2 and external_id = $3 limit 1";
    Ok(!snapshot.rows::<Reservation>(rest, &params).await?.is_empty())
}

/// How far it is, by the books and by this node.
pub async fn status(snapshot: &mut Snapshot, demo: &Demo) -> Result<(DemoStatus, Loading), Fault> {
    let (now, is_whole) = (demo.now(), is_whole(snapshot).await?);
    let status = match &now.error {
        _ if is_whole => DemoStatus::Loaded,
        Some(_) => DemoStatus::Failed,
        None => DemoStatus::Loading,
    };
    Ok((status, now))
}
