//! Who waits for the feed is woken here: one poll of all waited-for heads, whoever committed, and no
//! connection held in between.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use domain::value::id::OrganizationId;
use store::Database;
use tokio::sync::watch;

/// How often the heads are read while somebody waits.
const POLL: Duration = Duration::from_millis(250);

/// The heads that are waited for; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Heads(Arc<Mutex<Waited>>);

#[derive(Debug, Default)]
struct Waited {
    heads: BTreeMap<OrganizationId, watch::Sender<i64>>,
    is_polling: bool,
}

impl Heads {
    /// Waits until the organization's log has grown beyond `seq`, at most this long.
    pub async fn wait_beyond(&self, database: &Database, organization: OrganizationId, seq: i64, most: Duration) {
        let mut head = self.subscribe(database, organization);
        // Whether it grew or the time is over: the caller reads what there is.
        let _ = tokio::time::timeout(most, head.wait_for(|head| *head > seq)).await;
    }

    fn subscribe(&self, database: &Database, organization: OrganizationId) -> watch::Receiver<i64> {
        let mut waited = self.lock();
        let head = waited.heads.entry(organization).or_insert_with(|| watch::Sender::new(0)).subscribe();
        if !waited.is_polling {
            waited.is_polling = true;
            tokio::spawn(poll(self.clone(), database.clone()));
        }
        head
    }

    /// Whom to ask for now; nobody ends the poll.
    fn wanted(&self) -> Vec<OrganizationId> {
        let mut waited = self.lock();
        waited.heads.retain(|_, head| head.receiver_count() > 0);
        waited.is_polling = !waited.heads.is_empty();
        waited.heads.keys().copied().collect()
    }

    fn tell(&self, heads: &[(OrganizationId, i64)]) {
        let waited = self.lock();
        for (organization, seq) in heads {
            if let Some(head) = waited.heads.get(organization) {
                head.send_if_modified(|known| std::mem::replace(known, *seq) != *seq);
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waited> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
            Ok(found) => heads.tell(&found),
            // Who waits is answered with what there is when his time is over.
            Err(fault) => tracing::warn!(%fault, "the heads of the feed could not be read"),
        }
        tokio::time::sleep(POLL).await;
    }
}

async fn read(database: &Database, wanted: &[OrganizationId]) -> Result<Vec<(OrganizationId, i64)>, store::Fault> {
    let mut snapshot = database.snapshot().await?;
    store::read::events::heads(&mut snapshot, wanted).await
}
