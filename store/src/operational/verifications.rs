//! Verifications of the books of organizations: the one that runs, and the last ones with what they found.
//!
//! Whoever carries one out tells now and then that it goes on. One that was not heard of for long ended with its process.

use domain::named_enum;
use domain::value::id::{OrganizationId, PrincipalId, VerificationId};
use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

/// How many of an organization are kept besides the one that runs.
const KEPT: usize = 20;

named_enum! {
    /// How far a verification is.
    VerificationState {
        /// There is none yet; no row has it.
        NotYet = "none",
        /// It runs, or waits for its turn.
        Running = "running",
        /// It came to its end.
        Done = "done",
        /// The database failed, or it took too long.
        Failed = "failed",
        /// The process that carried it out is gone.
        Interrupted = "interrupted",
    }
}

record! {
    /// A verification.
    Verification in "verifications" key 2 {
        organization_id: OrganizationId,
        id: VerificationId,
        state: VerificationState,
        /// Events of the log that were looked at.
        checked: i64,
        /// Events of the log, when it began or as it found them.
        total: i64,
        /// Once it is done.
        holds: Option<bool>,
        failure_count: i64,
        /// The first of them: a JSON list of pairs, the invariant and a sentence.
        failures: String,
        /// `None` for the service itself.
        started_by: Option<PrincipalId>,
        started_at: Instant,
        /// When it was last heard of.
        heard_at: Instant,
        ended_at: Option<Instant>,
    }
}

/// Stores a new one; `false` where it is to run and another one of the organization does.
pub async fn add(database: &Database, verification: &Verification) -> Result<bool, Fault> {
    let sql = format!(
        "insert into verifications ({}) {} on conflict do nothing returning id",
        Verification::columns(),
        Verification::values()
    );
    Ok(!database.operational(&sql, &verification.cells(), &[CellKind::Id]).await?.is_empty())
}

/// Tells that it goes on, or how it ended; `false` where it was given up in the meantime.
pub async fn tell(database: &Database, verification: &Verification) -> Result<bool, Fault> {
    let sql = "update verifications set state = $3, checked = $4, total = $5, holds = $6, failure_count = $7, \
         failures = $8, heard_at = $9, ended_at = $10 \
         where organization_id = $1 and id = $2 and state = 'running' returning id";
    let params = [
        verification.organization_id.to_cell(),
        verification.id.to_cell(),
        verification.state.to_cell(),
        verification.checked.to_cell(),
        verification.total.to_cell(),
        verification.holds.to_cell(),
        verification.failure_count.to_cell(),
        verification.failures.to_cell(),
        verification.heard_at.to_cell(),
        verification.ended_at.to_cell(),
    ];
    Ok(!database.operational(sql, &params, &[CellKind::Id]).await?.is_empty())
}

/// Gives up the one that runs, where it was not heard of since then.
pub async fn give_up(database: &Database, organization: OrganizationId, since: Instant) -> Result<(), Fault> {
    let sql = "update verifications set state = 'interrupted', ended_at = heard_at \
         where organization_id = $1 and state = 'running' and heard_at < $2";
    database.operational(sql, &[organization.to_cell(), since.to_cell()], &[]).await.map(drop)
}

/// Forgets all that ended but the last ones.
pub async fn forget_old(database: &Database, organization: OrganizationId) -> Result<(), Fault> {
    let sql = format!(
        "delete from verifications where organization_id = $1 and state <> 'running' and id not in (\
         select id from verifications where organization_id = $1 order by id desc limit {KEPT})"
    );
    database.operational(&sql, &[organization.to_cell()], &[]).await.map(drop)
}

/// The one with this id.
pub async fn get(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: VerificationId,
) -> Result<Option<Verification>, Fault> {
    found(snapshot, "and id = $2", organization, &[id.to_cell()]).await
}

/// The one that began last; `None` before the first.
pub async fn latest(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Option<Verification>, Fault> {
    found(snapshot, "order by id desc limit 1", organization, &[]).await
}

/// The one that runs.
pub async fn running(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Option<Verification>, Fault> {
    found(snapshot, "and state = 'running'", organization, &[]).await
}

async fn found(
    snapshot: &mut Snapshot,
    rest: &str,
    organization: OrganizationId,
    more: &[domain::value::Cell],
) -> Result<Option<Verification>, Fault> {
    let sql = format!("select {} from verifications where organization_id = $1 {rest}", Verification::columns());
    let mut params = vec![organization.to_cell()];
    params.extend_from_slice(more);
    Verification::read_one(&snapshot.query(&sql, &params, Verification::KINDS).await?)
}
