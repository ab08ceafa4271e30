//! Reads the ages of goods, pool by pool.

use std::collections::BTreeMap;

use domain::Code;
use domain::inventory::costing::ageing::Ages;
use domain::inventory::items::CostingMethod;
use domain::inventory::movements::{Pool, PoolLayer, ages_now, ages_on};
use domain::limits;
use domain::value::Date;
use domain::value::id::{ItemId, OrganizationId, PoolId};
use store::Snapshot;
use store::read::ageing;
use store::read::valuation::ValuationFilter;

use crate::http::problem::Problem;

/// The pools of these items with the ages of what they hold, now or at the end of the day of the filter.
///
/// # Errors
/// 422 where more movements than one page looks at came before that day.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    items: &[ItemId],
    filter: &ValuationFilter,
) -> Result<Vec<(Pool, Ages)>, Problem> {
    let pools = ageing::pools(snapshot, organization, items, filter.warehouse).await?;
    match filter.as_of {
        None => now(snapshot, organization, pools).await,
        Some(day) => on(snapshot, organization, pools, day).await,
    }
}

async fn now(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    mut pools: Vec<Pool>,
) -> Result<Vec<(Pool, Ages)>, Problem> {
    pools.retain(|pool| pool.quantity != 0 || pool.value != 0);
    let ids: Vec<PoolId> = pools.iter().map(|pool| pool.id).collect();
    let mut layers: BTreeMap<PoolId, Vec<PoolLayer>> = BTreeMap::new();
    for layer in ageing::layers(snapshot, organization, &ids).await? {
        layers.entry(layer.pool_id).or_default().push(layer);
    }
    let mut found = Vec::with_capacity(pools.len());
    for pool in pools {
        let has_layers = matches!(pool.method, CostingMethod::Fifo | CostingMethod::Specific);
        let came = if has_layers || pool.quantity <= 0 {
            Vec::new()
        } else {
            ageing::came(snapshot, organization, pool.id, pool.quantity).await?
        };
        let ages = ages_now(&pool, layers.get(&pool.id).map_or(&[], Vec::as_slice), &came);
        found.push((pool, ages));
    }
    Ok(found)
}

async fn on(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pools: Vec<Pool>,
    day: Date,
) -> Result<Vec<(Pool, Ages)>, Problem> {
    let mut room = limits::AGED_MOVEMENTS;
    let mut found = Vec::with_capacity(pools.len());
    for pool in pools {
        let (movements, entries) = ageing::until(snapshot, organization, pool.id, day, room).await?;
        room = room.checked_sub(movements.len()).ok_or_else(too_many)?;
        let work = move || ages_on(&pool, &movements, &entries, day).map(|ages| (pool, ages));
        let done = tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal(&error))?;
        found.push(done.map_err(|bad| Problem::internal(&bad))?);
    }
    Ok(found)
}

fn too_many() -> Problem {
    let most = limits::AGED_MOVEMENTS;
    let detail = format!(
        "goods of this page moved more than {most} times until that day: ask for fewer items, or as of now without asOf"
    );
    Problem::new(Code::LimitReached, detail).with("limit", i64::try_from(most).unwrap_or(i64::MAX))
}
