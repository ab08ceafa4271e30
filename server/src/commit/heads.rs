//! How far each log has come, for those who wait for it: reported by every commit of this process at once, and by one
//! poll of all waited-for heads for commits of other processes. No connection is held while waiting.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::value::id::OrganizationId;
use store::Database;
use tokio::sync::watch;

/// How often the heads are read while somebody waits.
const POLL: Duration = Duration::from_millis(250);

/// The heads that are waited for; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Heads(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    /// Whether anybody waits at all: a commit checks only this, so that it costs nothing if nobody does.
    is_waited_for: AtomicBool,
    waited: Mutex<Waited>,
}

#[derive(Debug, Default)]
struct Waited {
    heads: BTreeMap<OrganizationId, Head>,
    is_polling: bool,
    is_closed: bool,
}

#[derive(Debug)]
struct Head {
    seq: watch::Sender<i64>,
    /// Reported commits: a poll's result from before the last of them is out of date.
    commits: u64,
}

/// One who waits for a log to grow.
#[derive(Debug)]
pub struct Watch(watch::Receiver<i64>);

/// No more reports: the service shuts down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the service is shutting down")]
pub struct Closed;

impl Watch {
    /// Waits until the log has grown beyond `seq`, by the reports since the watch began. Begin to watch, then read,
    /// then wait: nothing is missed in between.
    ///
    /// # Errors
    /// `Closed` after the last report.
    pub async fn beyond(&mut self, seq: i64) -> Result<(), Closed> {
        self.0.wait_for(|head| *head > seq).await.map(drop).map_err(|_| Closed)
    }

    /// Waits until the reports end.
    pub async fn closed(&mut self) {
        while self.0.changed().await.is_ok() {}
    }
}

impl Heads {
    /// Begins to watch an organization's log.
    #[must_use]
    pub fn watch(&self, database: &Database, organization: OrganizationId) -> Watch {
        let mut waited = self.lock();
        if waited.is_closed {
            // A sender that is gone says so.
            return Watch(watch::channel(0).1);
        }
        let head = waited.heads.entry(organization).or_insert_with(|| Head { seq: watch::Sender::new(0), commits: 0 });
        let watch = Watch(head.seq.subscribe());
        self.0.is_waited_for.store(true, Ordering::SeqCst);
        if !waited.is_polling {
            waited.is_polling = true;
            tokio::spawn(poll(self.clone(), database.clone()));
        }
        watch
    }

    /// Reports a commit. A watch that begins later reads the commit itself.
    pub fn tell(&self, organization: OrganizationId, seq: i64) {
        if !self.0.is_waited_for.load(Ordering::SeqCst) {
            return;
        }
        if let Some(head) = self.lock().heads.get_mut(&organization) {
            head.commits += 1;
            head.set(seq);
        }
    }

    /// Sends everybody away who waits, now and later.
    pub fn close(&self) {
        let mut waited = self.lock();
        waited.is_closed = true;
        waited.heads.clear();
    }

    /// The organizations to ask for now, with their reported commits; no organization ends the poll.
    fn wanted(&self) -> BTreeMap<OrganizationId, u64> {
        let mut waited = self.lock();
        waited.heads.retain(|_, head| head.seq.receiver_count() > 0);
        waited.is_polling = !waited.heads.is_empty();
        self.0.is_waited_for.store(waited.is_polling, Ordering::SeqCst);
        waited.heads.iter().map(|(organization, head)| (*organization, head.commits)).collect()
    }

    /// Reports the result of a poll. A head may also be lower than before: after a restore.
    fn tell_read(&self, wanted: &BTreeMap<OrganizationId, u64>, found: &[(OrganizationId, i64)]) {
        let waited = self.lock();
        for (organization, seq) in found {
            if let (Some(head), Some(commits)) = (waited.heads.get(organization), wanted.get(organization))
                && head.commits == *commits
            {
                head.set(*seq);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waited> {
        self.0.waited.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Head {
    fn set(&self, seq: i64) {
        self.seq.send_if_modified(|known| std::mem::replace(known, seq) != seq);
    }
}

/// Reads the heads until nobody waits any more.
async fn poll(heads: Heads, database: Database) {
    loop {
        let wanted = heads.wanted();
        if wanted.is_empty() {
            return;
        }
        match read(&database, &wanted).await {
            Ok(found) => heads.tell_read(&wanted, &found),
            // Waiting readers get the present events when their time is over.
            Err(fault) => tracing::warn!(%fault, "the heads of the logs could not be read"),
        }
        tokio::time::sleep(POLL).await;
    }
}

async fn read(
    database: &Database,
    wanted: &BTreeMap<OrganizationId, u64>,
) -> Result<Vec<(OrganizationId, i64)>, store::Fault> {
    let organizations: Vec<OrganizationId> = wanted.keys().copied().collect();
    store::read::events::heads(&mut database.snapshot().await?, &organizations).await
}

#[cfg(test)]
mod tests {
    use super::*;

    const ACME: OrganizationId = OrganizationId([1; 16]);
    const GLOBEX: OrganizationId = OrganizationId([2; 16]);

    /// Heads with one who watches, and no poll.
    fn watched() -> (Heads, Watch) {
        let heads = Heads::default();
        let head = Head { seq: watch::Sender::new(0), commits: 0 };
        let watch = Watch(head.seq.subscribe());
        heads.lock().heads.insert(ACME, head);
        heads.0.is_waited_for.store(true, Ordering::SeqCst);
        (heads, watch)
    }

    /// The state of a watch without waiting.
    async fn now(watch: &mut Watch, seq: i64) -> Option<Result<(), Closed>> {
        tokio::select! {
            biased;
            told = watch.beyond(seq) => Some(told),
            () = std::future::ready(()) => None,
        }
    }

    #[tokio::test]
    async fn a_commit_wakes_those_who_wait_for_its_log_and_nobody_else() {
        let (heads, mut watch) = watched();
        heads.tell(GLOBEX, 7);
        assert_eq!(now(&mut watch, 0).await, None);
        heads.tell(ACME, 7);
        assert_eq!((now(&mut watch, 6).await, now(&mut watch, 7).await), (Some(Ok(())), None));
    }

    #[tokio::test]
    async fn what_a_poll_read_before_a_commit_does_not_undo_it() {
        let (heads, mut watch) = watched();
        let wanted = heads.wanted();
        heads.tell(ACME, 8);
        heads.tell_read(&wanted, &[(ACME, 7)]);
        assert_eq!(now(&mut watch, 7).await, Some(Ok(())));
        heads.tell_read(&heads.wanted(), &[(ACME, 3)]);
        assert_eq!(now(&mut watch, 3).await, None, "a restore made the log shorter");
    }

    #[tokio::test]
    async fn nobody_waits_once_the_heads_are_closed() {
        let (heads, mut watch) = watched();
        heads.close();
        assert_eq!(now(&mut watch, 0).await, Some(Err(Closed)));
        assert!(heads.wanted().is_empty());
    }
}
