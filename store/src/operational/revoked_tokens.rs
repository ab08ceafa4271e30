//! Access tokens that were revoked before their time: each until it would have ended by itself.

use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault};

record! {
    /// A token that was revoked.
    RevokedToken in "revoked_tokens" key 1 {
        /// Of the signed text.
        token_sha256: [u8; 32],
        /// When it would have ended by itself.
        expires_at: Instant,
    }
}

/// Revokes a token, named by the SHA-256 of its signed text, until it ends; doing it twice changes nothing.
pub async fn add(database: &Database, token_sha256: [u8; 32], expires_at: Instant) -> Result<(), Fault> {
    let (columns, values) = (RevokedToken::columns(), RevokedToken::values());
    let sql = format!("insert into revoked_tokens ({columns}) {values} on conflict do nothing");
    database.operational(&sql, &RevokedToken { token_sha256, expires_at }.cells(), &[]).await.map(drop)
}

/// Forgets tokens that ended before this moment; returns how many.
pub async fn purge(database: &Database, before: Instant) -> Result<usize, Fault> {
    let sql = "delete from revoked_tokens where expires_at < $1 returning token_sha256";
    Ok(database.operational(sql, &[before.to_cell()], &[CellKind::Bytes]).await?.len())
}
