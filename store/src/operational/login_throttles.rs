//! Failed sign-ins per account and address, and per network, from which the delays are made.

use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// Failures of one subject.
    LoginThrottle in "login_throttles" key 1 {
        /// An account and an address, or a network.
        subject: String,
        failures: i64,
        last_failure_at: Instant,
    }
}

/// Counts a failure; returns how many there are now. Failures of which the last was before
/// `forgotten_before` do not count any more.
pub async fn note_failure(
    database: &Database,
    subject: &str,
    at: Instant,
    forgotten_before: Instant,
) -> Result<i64, Fault> {
    let sql = "insert into login_throttles (subject, failures, last_failure_at) values ($1, 1, $2) \
         on conflict (subject) do update set last_failure_at = excluded.last_failure_at, \
           failures = case when login_throttles.last_failure_at < $3 then 1 else login_throttles.failures + 1 end \
         returning failures";
    let params = [subject.to_owned().to_cell(), at.to_cell(), forgotten_before.to_cell()];
    let rows = database.operational(sql, &params, &[CellKind::Int]).await?;
    let count =
        rows.first().and_then(|row| row.first()).ok_or_else(|| Fault::Corrupt("a throttle has no row".to_owned()))?;
    Ok(i64::from_cell(count)?)
}

/// Counts a failure of a subject that forgets one failure every this many microseconds.
pub async fn note_fading_failure(
    database: &Database,
    subject: &str,
    at: Instant,
    forgets_every_us: i64,
) -> Result<(), Fault> {
    let sql = "insert into login_throttles (subject, failures, last_failure_at) values ($1, 1, $2) \
         on conflict (subject) do update set last_failure_at = excluded.last_failure_at, \
           failures = 1 + case \
             when excluded.last_failure_at - login_throttles.last_failure_at >= login_throttles.failures * $3 then 0 \
             when excluded.last_failure_at <= login_throttles.last_failure_at then login_throttles.failures \
             else login_throttles.failures - (excluded.last_failure_at - login_throttles.last_failure_at) / $3 end";
    let params = [subject.to_owned().to_cell(), at.to_cell(), forgets_every_us.to_cell()];
    database.operational(sql, &params, &[]).await.map(drop)
}

/// The failures of a subject, if there are any.
pub async fn get(snapshot: &mut Snapshot, subject: &str) -> Result<Option<LoginThrottle>, Fault> {
    let sql = format!("select {} from login_throttles where subject = $1", LoginThrottle::columns());
    LoginThrottle::read_one(&snapshot.query(&sql, &[subject.to_owned().to_cell()], LoginThrottle::KINDS).await?)
}

/// Forgets a subject's failures after a sign-in.
pub async fn clear(database: &Database, subject: &str) -> Result<(), Fault> {
    database
        .operational("delete from login_throttles where subject = $1", &[subject.to_owned().to_cell()], &[])
        .await
        .map(drop)
}

/// Forgets failures before this moment; returns how many subjects.
pub async fn purge(database: &Database, before: Instant) -> Result<usize, Fault> {
    let sql = "delete from login_throttles where last_failure_at < $1 returning subject";
    Ok(database.operational(sql, &[before.to_cell()], &[CellKind::Text]).await?.len())
}
