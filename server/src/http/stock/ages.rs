//! Reads the ages of goods, pool by pool.

use std::collections::BTreeMap;

use domain::Code;
use domain::costing::ageing::Ages;
use domain::rows::{CostingMethod, Pool, PoolLayer};
use domain::stock::goods::proof::ageing::{AgedPool, ages_now, ages_then};
use domain::value::id::{ItemId, OrganizationId, PoolId};
use domain::value::{BadCell, Instant, limits};
use store::Snapshot;
use store::read::ageing::{self, Until};
use store::read::valuation::ValuationFilter;

use crate::http::problem::Problem;
use crate::http::reports::frame::LAST_DAY;

/// The pools of these items with the ages of their goods, now or at the end of the day of the filter; as known at an
/// event of the log, if one is named.
///
/// # Errors
/// 422 if more movements than one page looks at came before that day.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    items: &[ItemId],
    filter: &ValuationFilter,
    known: Option<(i64, Instant)>,
) -> Result<Vec<(Pool, Ages)>, Problem> {
    let pools = ageing::pools(snapshot, organization, items, filter.warehouse).await?;
    match (filter.as_of, known) {
        (None, None) => now(snapshot, organization, pools).await,
        (day, known) => {
            then(snapshot, organization, pools, Until { day: day.unwrap_or(LAST_DAY), known, ..Until::NOW }).await
        }
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

async fn then(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pools: Vec<Pool>,
    until: Until,
) -> Result<Vec<(Pool, Ages)>, Problem> {
    let mut room = limits::AGED_MOVEMENTS;
    let mut found = Vec::with_capacity(pools.len());
    for of_item in pools.chunk_by(|one, other| one.item_id == other.item_id) {
        let mut wanted = Vec::with_capacity(of_item.len());
        for pool in of_item {
            wanted.push(history(snapshot, organization, pool.clone(), until, &mut room).await?);
        }
        let count = wanted.len();
        if wanted.iter().any(AgedPool::has_layers_of_others) {
            let items: Vec<ItemId> = of_item.iter().take(1).map(|pool| pool.item_id).collect();
            for pool in ageing::pools(snapshot, organization, &items, None).await? {
                if !of_item.iter().any(|known| known.id == pool.id) {
                    wanted.push(history(snapshot, organization, pool, until, &mut room).await?);
                }
            }
        }
        let work = move || {
            let ages = ages_then(&wanted)?;
            Ok::<_, BadCell>(wanted.into_iter().map(|aged| aged.pool).zip(ages).take(count).collect::<Vec<_>>())
        };
        let done = tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal(&error))?;
        found.extend(done.map_err(|bad| Problem::damaged(&bad))?);
    }
    Ok(found)
}

async fn history(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pool: Pool,
    until: Until,
    room: &mut usize,
) -> Result<AgedPool, Problem> {
    let found = ageing::until(snapshot, organization, pool, until, *room).await?;
    *room = room.checked_sub(found.movements.len()).ok_or_else(too_many)?;
    Ok(found)
}

fn too_many() -> Problem {
    let most = limits::AGED_MOVEMENTS;
    let detail = format!(
        "the goods of this page moved more than {most} times up to that day: ask for fewer items, or leave asOf out"
    );
    Problem::new(Code::LimitReached, detail).with("limit", i64::try_from(most).unwrap_or(i64::MAX))
}
