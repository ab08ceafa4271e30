//! Verifications of the books that members ask for: one at a time in this process, and one of each organization.
//!
//! What they found is kept, and so is what the service finds by itself (`jobs/verify_stored.rs`).

use std::time::Duration;

use domain::value::Instant;
use domain::value::id::{OrganizationId, PrincipalId, VerificationId};
use store::audit::gently::{self, Ending};
use store::audit::verify::Verified;
use store::operational::verifications::{self, Verification, VerificationState};
use store::{Database, Fault};
use tokio::sync::Semaphore;

use crate::commit;
use crate::identity::fresh_id;

/// How often a verification tells how far it is.
const TOLD_EVERY: Duration = Duration::from_secs(1);
/// One that was not heard of for so long is gone with its process.
const SILENCE_US: i64 = 60 * 1_000_000;
/// Failures that are kept.
const FAILURES_KEPT: usize = 100;

static TURNS: Semaphore = Semaphore::const_new(1);

/// Begins to verify the books of an organization, unless that runs; returns the one that runs now.
///
/// # Errors
/// If the database fails.
pub async fn begin(database: &Database, organization: OrganizationId, by: PrincipalId) -> Result<Verification, Fault> {
    let now = commit::now();
    verifications::give_up(database, organization, Instant(now.0 - SILENCE_US)).await?;
    let head = database.snapshot().await?.head(organization).await?;
    let new = Verification { started_by: Some(by), ..begun(organization, fresh_id::new(), now) };
    let new = Verification { total: head.map_or(0, |head| head.seq), ..new };
    if verifications::add(database, &new).await? {
        verifications::forget_old(database, organization).await?;
        tokio::spawn(carry_out(database.clone(), new.clone()));
        return Ok(new);
    }
    // The one that ran may have ended just now: then it is the latest.
    let mut snapshot = database.snapshot().await?;
    let running = verifications::running(&mut snapshot, organization).await?;
    let found = match running {
        None => verifications::latest(&mut snapshot, organization).await?,
        running => running,
    };
    found.ok_or_else(|| Fault::Other("a verification is gone as soon as it was there".to_owned()))
}

/// As it is known now: one that is not heard of any more is over.
#[must_use]
pub fn seen(verification: Verification, now: Instant) -> Verification {
    let is_silent = now.0.saturating_sub(verification.heard_at.0) > SILENCE_US;
    if verification.state != VerificationState::Running || !is_silent {
        return verification;
    }
    let ended_at = Some(verification.heard_at);
    Verification { state: VerificationState::Interrupted, ended_at, ..verification }
}

/// Keeps what the service found by itself, since this time.
pub async fn keep(
    database: &Database,
    organization: OrganizationId,
    id: VerificationId,
    since: Instant,
    found: &Result<Verified, Fault>,
) {
    let kept = ended(begun(organization, id, since), found, commit::now());
    if kept.state != VerificationState::Done {
        return;
    }
    let kept = async {
        verifications::add(database, &kept).await?;
        verifications::forget_old(database, organization).await
    };
    if let Err(fault) = kept.await {
        tracing::warn!(%organization, %fault, "the result of a verification could not be kept");
    }
}

fn begun(organization: OrganizationId, id: VerificationId, now: Instant) -> Verification {
    Verification {
        organization_id: organization,
        id,
        state: VerificationState::Running,
        checked: 0,
        total: 0,
        holds: None,
        failure_count: 0,
        failures: "[]".to_owned(),
        started_by: None,
        started_at: now,
        heard_at: now,
        ended_at: None,
    }
}

async fn carry_out(database: Database, verification: Verification) {
    let organization = verification.organization_id;
    // Dropped where nobody waits any more: that ends it.
    let ending = Ending::default();
    let work = async {
        // Never closed.
        let _turn = TURNS.acquire().await.ok();
        gently::books(&database, organization, ending.watch()).await
    };
    let found = tokio::select! {
        found = work => found,
        () = keep_telling(&database, &verification, &ending) => return,
    };
    if let Err(fault @ Fault::Damaged(_)) = &found {
        database.damage().note(Some(organization), fault);
    } else if let Err(fault) = &found {
        tracing::warn!(%organization, %fault, "the organization could not be verified: run `countinghouse verify`");
    }
    let ended = ended(verification, &found, commit::now());
    if ended.holds == Some(false) {
        let (found, first) = (ended.failure_count, &ended.failures);
        tracing::error!(%organization, found, first, "the books do not hold: run `countinghouse verify`");
    }
    if let Err(fault) = verifications::tell(&database, &ended).await {
        tracing::warn!(%organization, %fault, "the result of a verification could not be kept");
    }
}

/// Tells how far it is, until somebody gave it up.
async fn keep_telling(database: &Database, verification: &Verification, ending: &Ending) {
    let mut every = tokio::time::interval(TOLD_EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        let checked = ending.facts();
        let total = verification.total.max(checked);
        let now = Verification { checked, total, heard_at: commit::now(), ..verification.clone() };
        // Where the database does not answer now, it may the next time.
        if let Ok(false) = verifications::tell(database, &now).await {
            return;
        }
    }
}

/// The verification with what it found.
fn ended(verification: Verification, found: &Result<Verified, Fault>, now: Instant) -> Verification {
    let over =
        |state: VerificationState| Verification { state, heard_at: now, ended_at: Some(now), ..verification.clone() };
    let done = |failures: Vec<(&str, &str)>, count: i64| Verification {
        holds: Some(count == 0),
        failure_count: count,
        failures: serde_json::to_string(&failures).unwrap_or_else(|_| "[]".to_owned()),
        ..over(VerificationState::Done)
    };
    match found {
        Ok(verified) => {
            let wrong = verified.invariants.iter().filter(|one| !one.holds());
            let told =
                wrong.clone().flat_map(|one| one.differences.iter().map(|told| (one.name.as_str(), told.as_str())));
            let checked = verified.invariants.iter().find(|one| one.name == "log.chain").map_or(0, |one| one.checked);
            let done = done(told.take(FAILURES_KEPT).collect(), wrong.map(|one| one.found).sum());
            Verification { checked, total: verified.head.seq.max(checked), ..done }
        }
        Err(Fault::Damaged(why)) => done(vec![("storage.sound", why.as_str())], 1),
        Err(_) => over(VerificationState::Failed),
    }
}
