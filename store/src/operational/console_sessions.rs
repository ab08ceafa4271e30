//! Sessions of the console: the hash of a cookie and its principal.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// A session.
    ConsoleSession in "console_sessions" key 1 {
        /// SHA-256 of the cookie's value.
        session_hash: [u8; 32],
        /// Its name, which is no secret.
        session_id: [u8; 16],
        principal_id: PrincipalId,
        organization_id: Option<OrganizationId>,
        /// Since when it acts there.
        entered_at: Instant,
        /// When it ends however much it is used.
        expires_at: Instant,
        created_at: Instant,
        /// To the minute.
        last_used_at: Instant,
    }
}

/// Begins a session.
///
/// # Errors
/// `Constraint` where its hash exists.
pub async fn add(database: &Database, session: &ConsoleSession) -> Result<(), Fault> {
    let sql = format!("insert into console_sessions ({}) {}", ConsoleSession::columns(), ConsoleSession::values());
    database.operational(&sql, &session.cells(), &[]).await.map(drop)
}

/// The session of this cookie, unless it has ended or was last used before `idle_before`.
pub async fn get(
    snapshot: &mut Snapshot,
    session_hash: [u8; 32],
    at: Instant,
    idle_before: Instant,
) -> Result<Option<ConsoleSession>, Fault> {
    let sql = format!(
        "select {} from console_sessions where session_hash = $1 and expires_at > $2 and last_used_at > $3",
        ConsoleSession::columns()
    );
    let params = [session_hash.to_cell(), at.to_cell(), idle_before.to_cell()];
    ConsoleSession::read_one(&snapshot.query(&sql, &params, ConsoleSession::KINDS).await?)
}

/// Notes a use, unless one was noted since `unless_since`.
pub async fn touch(
    database: &Database,
    session_hash: [u8; 32],
    at: Instant,
    unless_since: Instant,
) -> Result<(), Fault> {
    let sql = "update console_sessions set last_used_at = $2 where session_hash = $1 and last_used_at <= $3";
    database.operational(sql, &[session_hash.to_cell(), at.to_cell(), unless_since.to_cell()], &[]).await.map(drop)
}

/// From this moment on the session acts in this organization; `false` where it has ended.
pub async fn enter(
    database: &Database,
    session_hash: [u8; 32],
    organization: OrganizationId,
    at: Instant,
) -> Result<bool, Fault> {
    let sql = "update console_sessions set organization_id = $2, entered_at = $3 \
         where session_hash = $1 returning session_hash";
    let params = [session_hash.to_cell(), organization.to_cell(), at.to_cell()];
    Ok(!database.operational(sql, &params, &[CellKind::Bytes]).await?.is_empty())
}

/// Ends the session of this id, where it is the principal's; `false` where it is not.
pub async fn end_own(database: &Database, principal: PrincipalId, session_id: [u8; 16]) -> Result<bool, Fault> {
    let sql = "delete from console_sessions where principal_id = $1 and session_id = $2 returning session_hash";
    let params = [principal.to_cell(), session_id.to_cell()];
    Ok(!database.operational(sql, &params, &[CellKind::Bytes]).await?.is_empty())
}

/// Ends a session; done twice it is done once.
pub async fn end(database: &Database, session_hash: [u8; 32]) -> Result<(), Fault> {
    database
        .operational("delete from console_sessions where session_hash = $1", &[session_hash.to_cell()], &[])
        .await
        .map(drop)
}

/// Ends all sessions of a principal.
pub async fn end_all(database: &Database, principal: PrincipalId) -> Result<(), Fault> {
    database
        .operational("delete from console_sessions where principal_id = $1", &[principal.to_cell()], &[])
        .await
        .map(drop)
}

/// Ends all sessions of a principal in this organization.
pub async fn end_all_in(
    database: &Database,
    organization: OrganizationId,
    principal: PrincipalId,
) -> Result<(), Fault> {
    let sql = "delete from console_sessions where principal_id = $2 and organization_id = $1";
    database.operational(sql, &[organization.to_cell(), principal.to_cell()], &[]).await.map(drop)
}

/// Forgets sessions that ended before this moment, or were last used before the other; returns how many.
pub async fn purge(database: &Database, before: Instant, idle_before: Instant) -> Result<usize, Fault> {
    let sql = "delete from console_sessions where expires_at < $1 or last_used_at < $2 returning session_hash";
    Ok(database.operational(sql, &[before.to_cell(), idle_before.to_cell()], &[CellKind::Bytes]).await?.len())
}

/// Ends every session: after a restore nobody stays signed in.
pub async fn end_everyone(database: &Database) -> Result<(), Fault> {
    database.operational("delete from console_sessions", &[], &[]).await.map(drop)
}
