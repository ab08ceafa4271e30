//! What a trace of costs needs: pools with all that moved in them, and which pool a movement is of.

use domain::inventory::costing::{Phase, Place};
use domain::inventory::movements::{MovementLine, Pool, PoolMovement, PoolTie, ValueEntry};
use domain::value::id::{OrganizationId, PoolId};
use domain::value::{Cell, CellValue};

use crate::{Fault, Snapshot};

/// A pool from its beginning, without what was voided.
#[derive(Clone, Debug)]
pub struct PoolHistory {
    pub pool: Pool,
    /// In order.
    pub movements: Vec<PoolMovement>,
    /// All that was posted for them.
    pub entries: Vec<ValueEntry>,
    /// Of those who have their value from them.
    pub ties: Vec<PoolTie>,
}

/// The pool in which a movement stands.
///
/// # Errors
/// Where the database fails.
pub async fn pool_at(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    place: Place,
) -> Result<Option<PoolId>, Fault> {
    let rest = "where organization_id = $1 and movement_seq = $2 and line_number = $3";
    let params = [Cell::Id(organization.0), Cell::Int(place.seq), Cell::Int(i64::from(place.line))];
    let line: Option<MovementLine> = snapshot.rows(rest, &params).await?.pop();
    Ok(line.and_then(|line| match place.phase {
        Phase::Out => line.pool_id,
        Phase::In => line.to_pool_id.or(line.pool_id),
    }))
}

/// A pool with its movements up to a place, or all of them, and at most one more than so many.
///
/// # Errors
/// Where the database fails, or there is no such pool.
pub async fn pool(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pool: PoolId,
    until: Option<Place>,
    most: usize,
) -> Result<PoolHistory, Fault> {
    let whose = [Cell::Id(organization.0), Cell::Id(pool.0)];
    let found = snapshot.rows::<Pool>("where organization_id = $1 and id = $2", &whose).await?.pop();
    let row = found.ok_or_else(|| Fault::Other(format!("there is no pool {pool}")))?;
    let [organization, pool] = whose;
    let until = until.unwrap_or(Place::LAST).to_cell();
    let most = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
    let rest = "where organization_id = $1 and pool_id = $2 and place <= $3 and is_voided = 0 order by place limit $4";
    let params = [organization.clone(), pool.clone(), until, Cell::Int(most)];
    let movements: Vec<PoolMovement> = snapshot.rows(rest, &params).await?;
    // What lies behind the last one is not asked for.
    let until = movements.last().map_or(Place::FIRST, |last| last.place).to_cell();
    let params = [organization, pool, until];
    let rest = "where organization_id = $1 and pool_id = $2 and place <= $3 order by place, cause_seq, number";
    let mut entries: Vec<ValueEntry> = snapshot.rows(rest, &params).await?;
    entries.extend(movements.iter().filter_map(PoolMovement::own_entry));
    let rest = "where organization_id = $1 and source_pool_id = $2 and source <= $3 and is_voided = 0 \
                order by source, place";
    let ties = snapshot.rows(rest, &params).await?;
    Ok(PoolHistory { pool: row, movements, entries, ties })
}
