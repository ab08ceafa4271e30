//! Sessions of the console: the hash of a cookie and whom it stands for.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// A session.
    ConsoleSession {
        /// SHA-256 of the cookie's value.
        session_hash: [u8; 32],
        principal_id: PrincipalId,
        organization_id: Option<OrganizationId>,
        expires_at: Instant,
        created_at: Instant,
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

/// The session of this cookie, unless it has ended.
///
/// # Errors
/// Where the database fails.
pub async fn get(
    snapshot: &mut Snapshot,
    session_hash: [u8; 32],
    at: Instant,
) -> Result<Option<ConsoleSession>, Fault> {
    let sql = format!(
        "select {} from console_sessions where session_hash = $1 and expires_at > $2",
        ConsoleSession::columns()
    );
    ConsoleSession::read_one(
        &snapshot.query(&sql, &[session_hash.to_cell(), at.to_cell()], ConsoleSession::KINDS).await?,
    )
}

/// Ends a session; done twice it is done once.
///
/// # Errors
/// Where the database fails.
pub async fn end(database: &Database, session_hash: [u8; 32]) -> Result<(), Fault> {
    database
        .operational("delete from console_sessions where session_hash = $1", &[session_hash.to_cell()], &[])
        .await
        .map(drop)
}

/// Ends all sessions of a principal.
///
/// # Errors
/// Where the database fails.
pub async fn end_all(database: &Database, principal: PrincipalId) -> Result<(), Fault> {
    database
        .operational("delete from console_sessions where principal_id = $1", &[principal.to_cell()], &[])
        .await
        .map(drop)
}

/// Forgets sessions that ended before this moment; answers how many.
///
/// # Errors
/// Where the database fails.
pub async fn purge(database: &Database, before: Instant) -> Result<usize, Fault> {
    let sql = "delete from console_sessions where expires_at < $1 returning session_hash";
    Ok(database.operational(sql, &[before.to_cell()], &[CellKind::Bytes]).await?.len())
}

/// Ends every session: after a restore nobody stays signed in.
///
/// # Errors
/// Where the database fails.
pub async fn end_everyone(database: &Database) -> Result<(), Fault> {
    database.operational("delete from console_sessions", &[], &[]).await.map(drop)
}
