//! The rows for a trace of costs: pools with all their movements, now or then, and the pool of a movement.

use domain::costing::{Phase, Place};
use domain::rows::{MovementLine, Pool, PoolTie};
use domain::stock::goods::proof::ageing::AgedPool;
use domain::value::id::{OrganizationId, PoolId};
use domain::value::limits::LAST_DAY;
use domain::value::{Cell, CellValue};

use super::ageing::{self, Until};
use crate::{Fault, Snapshot};

/// A pool from its beginning.
#[derive(Clone, Debug)]
pub struct PoolHistory {
    /// With the movements in effect, in order, and all their postings by then.
    pub aged: AgedPool,
    /// Of those who had their value from it.
    pub ties: Vec<PoolTie>,
}

/// The pool in which a movement stands.
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

/// A pool with the movements in effect then. At most this many, otherwise `more`.
pub async fn pool(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pool: PoolId,
    until: Until,
    most: usize,
) -> Result<PoolHistory, Fault> {
    let whose = [Cell::Id(organization.0), Cell::Id(pool.0)];
    let found = snapshot.rows::<Pool>("where organization_id = $1 and id = $2", &whose).await?.pop();
    let row = found.ok_or_else(|| Fault::Other(format!("there is no pool {pool}")))?;
    let aged = ageing::until(snapshot, organization, row, until, most).await?;
    // Rows after the last one are not needed.
    let last = aged.movements.last().map_or(Place::FIRST, |last| last.place);
    let [organization_cell, pool] = whose;
    let params = [organization_cell, pool, last.to_cell()];
    let rest = "where organization_id = $1 and source_pool_id = $2 and source <= $3 order by source, place";
    let mut ties: Vec<PoolTie> = snapshot.rows(rest, &params).await?;
    if until.known.is_none() && until.day == LAST_DAY {
        ties.retain(|tie| !tie.is_voided);
    } else {
        let takers = ties.iter().map(|tie| tie.place.seq).collect();
        let still = ageing::in_effect(snapshot, organization, takers, until).await?;
        ties.retain(|tie| still.contains(&tie.place.seq));
    }
    Ok(PoolHistory { aged, ties })
}
