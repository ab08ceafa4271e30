//! What a job does that submits commands for what fell due, organization by organization, a few hundred at a time.
//!
//! The core decides: what another node did meanwhile is not done again.

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
/// Whom the log names for what the service does by itself.
pub const SERVICE: PrincipalId = PrincipalId([0; 16]);

/// Why a round could not be finished.
#[derive(Debug, thiserror::Error)]
pub enum RoundError {
    /// What is due could not be read.
    #[error(transparent)]
    Read(#[from] Fault),
    /// What is due could not be done.
    #[error(transparent)]
    Commit(#[from] CommitFault),
}

/// Something that falls due.
pub trait Due {
    /// The request id of what nobody asked for.
    const REQUEST_ID: &'static str;

    /// The commands that are due in an organization at this moment, at most [`AT_ONCE`] of them.
    fn due(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        now: Instant,
    ) -> impl Future<Output = Result<Vec<Command>, Fault>> + Send;

    /// Whether this answer says that a command did something.
    fn is_done(item: &Item) -> bool;
}

/// Does what is due in every organization at this moment; answers how many commands did something.
pub async fn do_due<D: Due>(database: &Database, committer: &Committer, now: Instant) -> Result<usize, RoundError> {
    let mut done = 0;
    for organization in organizations_at_work(database).await? {
        done += do_due_of::<D>(database, committer, organization, now).await?;
    }
    Ok(done)
}

/// Does what is due in one organization.
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
        // What is left waits for something else than this round, or belongs to another node.
        if done == 0 || count < AT_ONCE {
            return Ok(all);
        }
    }
}
