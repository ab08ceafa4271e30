//! Forgets old rows: receipts after 7 days, sessions and throttles after their end.

use std::time::Duration;

use domain::value::Instant;
use store::operational::security_events::SecurityEventKind;
use store::operational::{
    console_sessions, login_throttles, organizations_list, receipts, refresh_families, revoked_tokens, security_events,
    service_account_secrets,
};
use store::{Database, Fault};

use crate::auth::session::SessionLimits;
use crate::commit;
use crate::identity::security::{self, Happened};

/// How often.
const EVERY: Duration = Duration::from_secs(600);
/// How long a receipt answers a repeated request.
const RECEIPTS_KEPT_US: i64 = 7 * 86_400 * 1_000_000;
/// How long the end of a session is remembered, so that a late refresh still reads that it has ended.
const SESSIONS_KEPT_US: i64 = 86_400 * 1_000_000;
/// How long failed sign-ins are remembered.
const THROTTLES_KEPT_US: i64 = 3_600 * 1_000_000;
/// How long failed sign-ins and denied writes stay in the security log: 90 days.
const FAILURES_KEPT_US: i64 = 90 * 86_400 * 1_000_000;
/// How long all else stays in it: 2 years.
const EVENTS_KEPT_US: i64 = 731 * 86_400 * 1_000_000;
/// How many events of names that nobody has stay in it: strangers make as many as they want.
const OF_STRANGERS: i64 = 100_000;
/// Receipts that go in one commit, so that nobody waits long for it.
const RECEIPTS_AT_ONCE: i64 = 1_000;

/// Purges every ten minutes, for as long as the service runs; the first time at once.
pub async fn keep_purging(database: Database, sessions: SessionLimits) {
    let mut every = tokio::time::interval(EVERY);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        match purge(&database, sessions, commit::now()).await {
            Ok(0) => {}
            Ok(rows) => tracing::info!(rows, "deleted old receipts and sessions"),
            Err(fault) => {
                tracing::warn!(%fault, "old receipts and sessions could not be deleted: trying again later")
            }
        }
    }
}

/// Forgets rows that are too old at this moment; returns their number.
pub async fn purge(database: &Database, sessions: SessionLimits, now: Instant) -> Result<usize, Fault> {
    let before = |kept_us: i64| Instant(now.0.saturating_sub(kept_us));
    let mut gone = console_sessions::purge(database, before(0), sessions.idle_before(now)).await?;
    gone += refresh_families::purge(database, before(SESSIONS_KEPT_US)).await?;
    gone += revoked_tokens::purge(database, before(0)).await?;
    gone += security_events::purge(database, before(FAILURES_KEPT_US), before(EVENTS_KEPT_US), OF_STRANGERS).await?;
    gone += login_throttles::purge(database, before(THROTTLES_KEPT_US)).await?;
    end_secrets(database, now).await?;
    let organizations = organizations_list::all(&mut database.snapshot().await?).await?;
    for organization in organizations {
        loop {
            let some =
                receipts::purge(database, organization.organization_id, before(RECEIPTS_KEPT_US), RECEIPTS_AT_ONCE)
                    .await?;
            gone += some;
            if some < usize::try_from(RECEIPTS_AT_ONCE).unwrap_or(usize::MAX) {
                break;
            }
        }
    }
    Ok(gone)
}

/// Marks the secrets of service accounts whose time is over; they have not worked since. The security log tells it.
async fn end_secrets(database: &Database, now: Instant) -> Result<(), Fault> {
    for secret in service_account_secrets::revoke_expired(database, now).await? {
        let kind = SecurityEventKind::ServiceAccountSecretRevoked;
        let happened = Happened::to(kind, secret.principal_id).with(&secret.client_id);
        security::note(database, Some(secret.organization_id), &happened).await;
    }
    Ok(())
}
