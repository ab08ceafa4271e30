//! Posts the reversals that entries asked for, each on its own day.
//!
//! The core decides: a reversal that was posted meanwhile, here or on another node, is not posted again. Reversals
//! missed while the service was down are found at its start, because an index holds all entries still to be reversed.

use std::time::Duration;

use domain::command::Command;
use domain::commands::journal_entries::auto_reverse::AutoReverseEntry;
use domain::rows::Entry;
use domain::rows::replies::Item;
use domain::value::id::OrganizationId;
use domain::value::{Instant, Sought};
use store::read::auto_reversals;
use store::{Database, Fault, Snapshot};

use super::due::{AT_ONCE, Due, RoundError, do_due};
use crate::commit::{self, Committer};
use crate::today;

/// How often: a new day is noticed within a minute.
const EVERY: Duration = Duration::from_secs(60);

/// Looks every minute, for as long as the service runs; the first time at once.
pub async fn keep_auto_reversing(database: Database, committer: Committer) {
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match post_due(&database, &committer, commit::now()).await {
            Ok(0) => {}
            Ok(posted) => tracing::info!(posted, "posted scheduled reversals"),
            Err(error) => tracing::warn!(%error, "scheduled reversals could not be posted: trying again later"),
        }
    }
}

/// Posts the due reversals in every organization at this moment, by the calendar of each; returns the number posted.
/// Those in a closed period wait.
pub async fn post_due(database: &Database, committer: &Committer, now: Instant) -> Result<usize, RoundError> {
    do_due::<AutoReversal>(database, committer, now).await
}

/// The reversals of entries that asked for one.
struct AutoReversal;

impl Due for AutoReversal {
    const REQUEST_ID: &'static str = "auto-reversal";

    async fn due(snapshot: &mut Snapshot, organization: OrganizationId, now: Instant) -> Result<Vec<Command>, Fault> {
        let Some(as_of) = today::of(snapshot, organization, now).await? else { return Ok(Vec::new()) };
        let due = auto_reversals::due_in_open_periods(snapshot, organization, as_of, AT_ONCE).await?;
        let command = |entry: &Entry| Command::from(AutoReverseEntry { entry: Sought::Id(entry.id), as_of });
        Ok(due.iter().map(command).collect())
    }

    /// Whether it came with a reversal; refusals are logged.
    fn is_done(item: &Item) -> bool {
        if let Item::Rejected(why) = item {
            tracing::warn!(code = why.code.name(), detail = why.detail, "a scheduled reversal is waiting");
        }
        matches!(item, Item::Done(reply) if reply.related.is_some())
    }
}

#[cfg(test)]
mod tests;
