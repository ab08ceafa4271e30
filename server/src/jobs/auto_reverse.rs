//! Posts the reversals that entries asked for, each on its own day.
//!
//! The core decides: a reversal that was posted meanwhile, here or on another node, is not posted again. Reversals
//! missed while the service was down are found at its start, because an index holds all entries still to be reversed.

use std::time::Duration;

use domain::batch::Work;
use domain::command::Command;
use domain::commands::journal_entries::auto_reverse::AutoReverseEntry;
use domain::rows::replies::Item;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Instant, Sought};
use store::read::auto_reversals;
use store::{Database, Fault};

use super::organizations_at_work;
use crate::commit::{self, CommitFault, Committer, Request, Submitted};
use crate::today;

/// How often: a new day is noticed within a minute.
const EVERY: Duration = Duration::from_secs(60);
/// Reversals of one commit.
const AT_ONCE: usize = 100;
/// The principal in the log for acts of the service itself.
pub const SERVICE: PrincipalId = PrincipalId([0; 16]);

/// Why a round could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum RoundError {
    /// The due rows could not be read.
    #[error(transparent)]
    Read(#[from] Fault),
    /// The due rows could not be posted.
    #[error(transparent)]
    Commit(#[from] CommitFault),
}

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
    let mut posted = 0;
    for organization in organizations_at_work(database).await? {
        posted += post_due_of(database, committer, organization, now).await?;
    }
    Ok(posted)
}

async fn post_due_of(
    database: &Database,
    committer: &Committer,
    organization: OrganizationId,
    now: Instant,
) -> Result<usize, RoundError> {
    let mut all = 0;
    loop {
        let mut snapshot = database.snapshot().await?;
        let Some(today) = today::of(&mut snapshot, organization, now).await? else { return Ok(all) };
        let due = auto_reversals::due_in_open_periods(&mut snapshot, organization, today, AT_ONCE).await?;
        drop(snapshot);
        if due.is_empty() {
            return Ok(all);
        }
        let commands = due.iter().map(|entry| AutoReverseEntry { entry: Sought::Id(entry.id), as_of: today });
        let work = Work::Many { atomic: false, commands: commands.map(Command::from).collect() };
        let submitted = committer.submit(Request::of_system(organization, SERVICE, "auto-reversal", work)).await?;
        let posted = posted(&submitted);
        all += posted;
        // The rest waits for something else than this round, or belongs to another node.
        if posted == 0 || due.len() < AT_ONCE {
            return Ok(all);
        }
    }
}

/// How many of the answers came with a reversal; refusals are logged.
fn posted(submitted: &Submitted) -> usize {
    let Submitted::Done { items, .. } = submitted else { return 0 };
    for item in items {
        if let Item::Rejected(why) = item {
            tracing::warn!(code = why.code.name(), detail = why.detail, "a scheduled reversal is waiting");
        }
    }
    items.iter().filter(|item| matches!(item, Item::Done(reply) if reply.related.is_some())).count()
}

#[cfg(test)]
mod tests;
