//! Access tokens that were revoked before their time: each until it would have ended by itself.

use domain::value::{CellKind, CellValue, Instant};

use crate::{Database, Fault};

/// Revokes a token, named by the SHA-256 of what was signed, until it ends; done twice it is done once.
///
/// # Errors
/// Where the database fails.
pub async fn add(database: &Database, token_sha256: [u8; 32], expires_at: Instant) -> Result<(), Fault> {
    let sql = "insert into revoked_tokens (token_sha256, expires_at) values ($1, $2) on conflict do nothing";
    database.operational(sql, &[token_sha256.to_cell(), expires_at.to_cell()], &[]).await.map(drop)
}

/// Forgets tokens that ended before this moment; answers how many.
///
/// # Errors
/// Where the database fails.
pub async fn purge(database: &Database, before: Instant) -> Result<usize, Fault> {
    let sql = "delete from revoked_tokens where expires_at < $1 returning token_sha256";
    Ok(database.operational(sql, &[before.to_cell()], &[CellKind::Bytes]).await?.len())
}
