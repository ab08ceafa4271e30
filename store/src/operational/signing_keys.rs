//! Keys that sign the instance's own tokens.

use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record_row};
use crate::{Database, Fault, Snapshot};

/// A key. It has no `Debug`: a private key must not reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// Names the key in tokens.
    pub kid: String,
    /// The private key, in the encoding of the caller.
    pub private_key: Vec<u8>,
    /// When it was made; the newest that does not retire signs.
    pub created_at: Instant,
    /// From when tokens that it signed are refused; `None` while it may sign.
    pub retires_at: Option<Instant>,
}

record_row!(SigningKey in "signing_keys" key 1 {
    kid: String,
    private_key: Vec<u8>,
    created_at: Instant,
    retires_at: Option<Instant>,
});

/// Adds a key; `false` where its name is taken.
pub async fn add(database: &Database, key: &SigningKey) -> Result<bool, Fault> {
    let (columns, values) = (SigningKey::columns(), SigningKey::values());
    let sql = format!("insert into signing_keys ({columns}) {values} on conflict (kid) do nothing returning kid");
    Ok(!database.operational(&sql, &key.cells(), &[CellKind::Text]).await?.is_empty())
}

/// All keys, the oldest first.
pub async fn all(snapshot: &mut Snapshot) -> Result<Vec<SigningKey>, Fault> {
    let sql = format!("select {} from signing_keys order by created_at, kid", SigningKey::columns());
    SigningKey::read_all(&snapshot.query(&sql, &[], SigningKey::KINDS).await?)
}

/// Whether signatures of this key count.
pub async fn counts(snapshot: &mut Snapshot, kid: &str, at: Instant) -> Result<bool, Fault> {
    let sql = "select kid from signing_keys where kid = $1 and (retires_at is null or retires_at > $2)";
    Ok(!snapshot.query(sql, &[kid.to_owned().to_cell(), at.to_cell()], &[CellKind::Text]).await?.is_empty())
}

/// Lets a key sign no more, and refuses its tokens from that moment on; `false` where it retires already.
pub async fn retire(database: &Database, kid: &str, at: Instant) -> Result<bool, Fault> {
    let sql = "update signing_keys set retires_at = $2 where kid = $1 and retires_at is null returning kid";
    Ok(!database.operational(sql, &[kid.to_owned().to_cell(), at.to_cell()], &[CellKind::Text]).await?.is_empty())
}

/// Forgets every key: everything they signed is refused from now on, and the next start makes a new one.
pub async fn withdraw_all(database: &Database) -> Result<(), Fault> {
    database.operational("delete from signing_keys", &[], &[]).await.map(drop)
}

/// Forgets keys that retired before this moment; returns how many.
pub async fn purge(database: &Database, before: Instant) -> Result<usize, Fault> {
    let sql = "delete from signing_keys where retires_at < $1 returning kid";
    Ok(database.operational(sql, &[before.to_cell()], &[CellKind::Text]).await?.len())
}
