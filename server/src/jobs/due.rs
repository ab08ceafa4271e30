//! Submits the commands that fell due, organization by organization, in batches.
//!
//! The core decides: it refuses a command that another node ran meanwhile.

use std::future::Future;

use domain::batch::Work;
use domain::command::Command;
use domain::rows::replies::Item;
use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId};
use store::{Database, Fault, Snapshot};

use super::organizations_at_work;
use crate::commit::{CommitFault, Committer, Request, Submitted};

/// Commands of one commit.
pub const AT_ONCE: usize = 100;
/// The principal in the log for acts of the service itself.
pub const SERVICE: PrincipalId = PrincipalId([0; 16]);

/// Why a round could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum RoundError {
    /// The due rows could not be read.
    #[error(transparent)]
    Read(#[from] Fault),
    /// The commands could not be committed.
    #[error(transparent)]
    Commit(#[from] CommitFault),
}

/// Something that falls due.
pub trait Due {
    /// The request id in the log.
    const REQUEST_ID: &'static str;

    /// The commands that are due in an organization at this moment, at most [`AT_ONCE`] of them.
    fn due(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        now: Instant,
    ) -> impl Future<Output = Result<Vec<Command>, Fault>> + Send;

    /// Whether a command with this answer had an effect.
    fn is_done(item: &Item) -> bool;
}

/// Submits the commands that are due in every organization at this moment; returns the number that had an effect.
pub async fn do_due<D: Due>(database: &Database, committer: &Committer, now: Instant) -> Result<usize, RoundError> {
    let mut done = 0;
    for organization in organizations_at_work(database).await? {
        done += do_due_of::<D>(database, committer, organization, now).await?;
    }
    Ok(done)
}

/// The same in one organization.
pub(super) async fn do_due_of<D: Due>(
    database: &Database,
    committer: &Committer,
    organization: OrganizationId,
    now: Instant,
) -> Result<usize, RoundError> {
    let mut all = 0;
    loop {
        let mut snapshot = database.snapshot().await?;
        let commands = D::due(&mut snapshot, organization, now).await?;
        drop(snapshot);
        let count = commands.len();
        if count == 0 {
            return Ok(all);
        }
        let work = Work::Many { atomic: false, commands };
        let submitted = committer.submit(Request::of_system(organization, SERVICE, D::REQUEST_ID, work)).await?;
        let done = match &submitted {
            Submitted::Done { items, .. } => items.iter().filter(|item| D::is_done(item)).count(),
            _ => 0,
        };
        all += done;
        // The rest waits for something else than this round, or belongs to another node.
        if done == 0 || count < AT_ONCE {
            return Ok(all);
        }
    }
}
