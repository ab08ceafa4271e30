//! How many rows say that posted counts are overrun: an answer tells the first of them alone.

use domain::value::id::{CountId, MovementId, OrganizationId};
use domain::value::{Cell, CellKind, CellValue};

use crate::{Fault, Snapshot};

/// The number of overruns of one count.
pub async fn of_count(snapshot: &mut Snapshot, organization: OrganizationId, count: CountId) -> Result<i64, Fault> {
    let sql = "select count(*) from count_overruns where organization_id = $1 and count_id = $2";
    number(snapshot, sql, &[Cell::Id(organization.0), count.to_cell()]).await
}

/// The counts that one movement overran, by being posted or voided.
///
/// # Errors
/// As [`of_count`].
pub async fn of_movement(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    movement: MovementId,
) -> Result<i64, Fault> {
    let sql = "select count(*) from count_overruns where organization_id = $1 and movement_id = $2";
    number(snapshot, sql, &[Cell::Id(organization.0), movement.to_cell()]).await
}

async fn number(snapshot: &mut Snapshot, sql: &str, params: &[Cell]) -> Result<i64, Fault> {
    let found = snapshot.query(sql, params, &[CellKind::Int]).await?;
    match found.first().and_then(|row| row.first()) {
        Some(Cell::Int(number)) => Ok(*number),
        _ => Err(Fault::Corrupt("a number of rows is no number".to_owned())),
    }
}
