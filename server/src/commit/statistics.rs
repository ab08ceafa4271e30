//! Statistics of tables that grow, taken while commits make them grow.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use store::Database;

/// How often is looked whether a table has grown. The server counts its rows about once a second.
const EVERY: Duration = Duration::from_secs(1);

/// Commits of all shards of this process; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(super) struct Commits(Arc<AtomicU64>);

impl Commits {
    /// Counts one.
    pub(super) fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// Looks at the tables after every second with commits, and once more behind the last of them, for as long as there
/// are shards.
pub(super) fn keep(database: &Database, commits: &Commits) {
    let database = database.clone();
    let commits = Arc::downgrade(&commits.0);
    tokio::spawn(async move {
        let mut looked = [0, 0];
        loop {
            tokio::time::sleep(EVERY).await;
            let Some(now) = commits.upgrade().map(|commits| commits.load(Ordering::Relaxed)) else { return };
            if looked != [now, now] {
                match database.take_statistics().await {
                    Ok(0) => {}
                    Ok(tables) => tracing::debug!(tables, "took the statistics of tables that have grown"),
                    Err(fault) => tracing::warn!(%fault, "statistics of tables could not be taken: trying again"),
                }
            }
            looked = [looked[1], now];
        }
    });
}
