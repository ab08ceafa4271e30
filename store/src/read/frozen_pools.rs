//! The number of frozen goods, for the service's own metrics.

use domain::value::{CellKind, CellValue};

use crate::{Fault, Snapshot};

/// How many pools are frozen now, in all organizations.
pub async fn count(snapshot: &mut Snapshot) -> Result<i64, Fault> {
    let sql = "select cast(count(*) as bigint) from frozen_pools where status = 'frozen'";
    let rows = snapshot.query(sql, &[], &[CellKind::Int]).await?;
    let cell = rows.first().and_then(|row| row.first());
    Ok(cell.map(i64::from_cell).transpose()?.unwrap_or(0))
}
