//! Codes with which the first administrator is made on a fresh instance.

use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault};

record! {
    /// A code, as its hash.
    SetupCode in "setup_codes" key 1 {
        code_sha256: [u8; 32],
        created_at: Instant,
        expires_at: Instant,
        /// `None` while it may be used.
        used_at: Option<Instant>,
    }
}

/// Adds a code, by its hash.
///
/// # Errors
/// `Constraint` where it exists.
pub async fn add(database: &Database, code_sha256: [u8; 32], at: Instant, expires_at: Instant) -> Result<(), Fault> {
    let code = SetupCode { code_sha256, created_at: at, expires_at, used_at: None };
    let sql = format!("insert into setup_codes ({}) {}", SetupCode::columns(), SetupCode::values());
    database.operational(&sql, &code.cells(), &[]).await.map(drop)
}

/// Uses a code up; `true` exactly once, and only in its time.
pub async fn redeem(database: &Database, code_sha256: [u8; 32], at: Instant) -> Result<bool, Fault> {
    // All of them: two people with a code each are not both the first.
    let sql = "update setup_codes set used_at = $2 where used_at is null and exists (select 1 from setup_codes fits \
         where fits.code_sha256 = $1 and fits.used_at is null and fits.expires_at > $2) returning used_at";
    Ok(!database.operational(sql, &[code_sha256.to_cell(), at.to_cell()], &[CellKind::Int]).await?.is_empty())
}

/// Forgets all codes, once the first administrator is there.
pub async fn clear(database: &Database) -> Result<(), Fault> {
    database.operational("delete from setup_codes", &[], &[]).await.map(drop)
}
