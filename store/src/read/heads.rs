//! Heads of all organizations: the service's questions about its database as a whole.

use domain::value::{CellKind, CellValue, Instant};

use crate::{Fault, Snapshot};

/// When anything was committed last; `None` where nothing ever was.
pub async fn last_commit(snapshot: &mut Snapshot) -> Result<Option<Instant>, Fault> {
    let rows = snapshot.query("select max(at) from heads", &[], &[CellKind::Int]).await?;
    let cell = rows.first().and_then(|row| row.first());
    Ok(cell.map(Option::<i64>::from_cell).transpose()?.flatten().map(Instant))
}

/// The ends of the logs that end later than this.
pub async fn later_than(snapshot: &mut Snapshot, at: Instant) -> Result<Vec<Instant>, Fault> {
    let rows = snapshot.query("select at from heads where at > $1", &[at.to_cell()], &[CellKind::Int]).await?;
    rows.iter().flatten().map(|cell| Ok(Instant(i64::from_cell(cell)?))).collect()
}

/// How many logs there are.
pub async fn count(snapshot: &mut Snapshot) -> Result<i64, Fault> {
    let rows = snapshot.query("select count(*) from heads", &[], &[CellKind::Int]).await?;
    Ok(rows.first().and_then(|row| row.first()).map(i64::from_cell).transpose()?.unwrap_or(0))
}
