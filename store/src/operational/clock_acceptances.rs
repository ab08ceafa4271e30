//! Logs that a wrong clock wrote ahead of time, and that an operator let go on.

use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

record! {
    /// One decision of an operator.
    ClockAcceptance in "clock_acceptances" key 2 {
        /// The latest end of all logs, to which it holds.
        head_at: Instant,
        /// The time of the clock then.
        accepted_at: Instant,
        /// Why it was right.
        reason: String,
    }
}

/// Adds a decision.
pub async fn add(database: &Database, acceptance: &ClockAcceptance) -> Result<(), Fault> {
    let (columns, values) = (ClockAcceptance::columns(), ClockAcceptance::values());
    let sql = format!("insert into clock_acceptances ({columns}) {values}");
    database.operational(&sql, &acceptance.cells(), &[]).await.map(drop)
}

/// The latest end of a log that was accepted.
pub async fn latest(snapshot: &mut Snapshot) -> Result<Option<Instant>, Fault> {
    let rows = snapshot.query("select max(head_at) from clock_acceptances", &[], &[CellKind::Int]).await?;
    let cell = rows.first().and_then(|row| row.first());
    Ok(cell.map(Option::<i64>::from_cell).transpose()?.flatten().map(Instant))
}
