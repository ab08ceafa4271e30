//! Heads of all organizations: what the service asks about its database as a whole.

use domain::value::{CellKind, CellValue, Instant};

use crate::{Fault, Snapshot};

/// When anything was committed last; `None` where nothing ever was.
///
/// # Errors
/// Where the database fails.
pub async fn last_commit(snapshot: &mut Snapshot) -> Result<Option<Instant>, Fault> {
    let rows = snapshot.query("select max(at) from heads", &[], &[CellKind::Int]).await?;
    let cell = rows.first().and_then(|row| row.first());
    Ok(cell.map(Option::<i64>::from_cell).transpose()?.flatten().map(Instant))
}
