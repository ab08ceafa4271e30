//! The instance: who it is, for tokens, and which life its feeds are in.

use domain::value::{Cell, CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// The one row about the whole database.
    InstanceRow in "instance" key 0 {
        /// Issuer and audience of own tokens.
        id: [u8; 16],
        /// Raised by a restore: older cursors of feeds are void.
        feed_epoch: i64,
        /// Version of the encoding of facts.
        format: i64,
        /// Whether jobs wait for a confirmation after a restore.
        is_paused: bool,
        created_at: Instant,
        /// Until when the node that loads a demo has it to itself.
        demo_until: Option<Instant>,
    }
}

/// Makes the row unless it is there; returns the one that is.
pub async fn make(database: &Database, id: [u8; 16], format: i64, at: Instant) -> Result<InstanceRow, Fault> {
    let row = InstanceRow { id, feed_epoch: 1, format, is_paused: false, created_at: at, demo_until: None };
    // The update changes nothing; it is there so that the row that exists is returned.
    let sql = format!(
        "insert into instance (only_row, {0}) values (1, $1, $2, $3, $4, $5, $6) \
         on conflict (only_row) do update set id = instance.id returning {0}",
        InstanceRow::columns()
    );
    let rows = database.operational(&sql, &row.cells(), InstanceRow::KINDS).await?;
    InstanceRow::read_one(&rows)?.ok_or_else(|| Fault::Corrupt("the instance has no row".to_owned()))
}

/// The row, if the instance was made.
pub async fn get(snapshot: &mut Snapshot) -> Result<Option<InstanceRow>, Fault> {
    let sql = format!("select {} from instance", InstanceRow::columns());
    InstanceRow::read_one(&snapshot.query(&sql, &[], InstanceRow::KINDS).await?)
}

/// Begins a new epoch after a restore: feeds rewind and jobs wait.
pub async fn begin_epoch(database: &Database) -> Result<(), Fault> {
    database.operational("update instance set feed_epoch = feed_epoch + 1, is_paused = 1", &[], &[]).await.map(drop)
}

/// Lets jobs wait, or go on.
pub async fn set_paused(database: &Database, is_paused: bool) -> Result<(), Fault> {
    let params: [Cell; 1] = [is_paused.to_cell()];
    database.operational("update instance set is_paused = $1", &params, &[]).await.map(drop)
}

/// Finds out whether the database takes a write: a row as it is would cost none.
///
/// # Errors
/// Why it does not.
pub async fn try_write(database: &Database, at: Instant) -> Result<(), Fault> {
    let sql = "insert into write_trials (only_row, tried_at) values (1, $1) \
               on conflict (only_row) do update set tried_at = excluded.tried_at";
    database.operational(sql, &[at.to_cell()], &[]).await.map(drop)
}

/// Takes the loading of demos until then; `false` while another node has it.
pub async fn take_demo(database: &Database, now: Instant, until: Instant) -> Result<bool, Fault> {
    let sql = "update instance set demo_until = $2 where demo_until is null or demo_until <= $1 returning demo_until";
    Ok(!database.operational(sql, &[now.to_cell(), until.to_cell()], &[CellKind::Int]).await?.is_empty())
}

/// Keeps it for longer, or gives it back; `false` where it was not heard of for so long that another node took it.
pub async fn keep_demo(database: &Database, had_until: Instant, until: Option<Instant>) -> Result<bool, Fault> {
    let sql = "update instance set demo_until = $2 where demo_until = $1 returning is_paused";
    Ok(!database.operational(sql, &[had_until.to_cell(), until.to_cell()], &[CellKind::Int]).await?.is_empty())
}
