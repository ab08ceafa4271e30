//! Reads the ages of goods, pool by pool.

use std::collections::{BTreeMap, BTreeSet};

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
    let feeding = Feeding::read(snapshot, organization, &pools).await?;
    let mut found = Vec::with_capacity(pools.len());
    for of_item in pools.chunk_by(|one, other| one.item_id == other.item_id) {
        let (fed, alone) = of_item.iter().cloned().partition(|pool| feeding.is_fed(pool));
        found.extend(alone_now(snapshot, organization, alone).await?);
        found.extend(fed_now(snapshot, organization, fed, &feeding).await?);
    }
    Ok(found)
}

/// Pools to which no goods came from others.
async fn alone_now(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pools: Vec<Pool>,
) -> Result<Vec<(Pool, Ages)>, Problem> {
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

/// Pools of an item to which goods came from others: those tell how old they are. Where too many goods moved to be followed,
/// ages are those since the arrival.
async fn fed_now(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pools: Vec<Pool>,
    feeding: &Feeding,
) -> Result<Vec<(Pool, Ages)>, Problem> {
    let (mut room, mut histories) = (limits::AGED_MOVEMENTS, Vec::new());
    for pool in feeding.with_sources(&pools) {
        let found = ageing::until(snapshot, organization, pool, Until::NOW, room).await?;
        match room.checked_sub(found.movements.len()) {
            Some(left) => room = left,
            None => return alone_now(snapshot, organization, pools).await,
        }
        histories.push(found);
    }
    costed(histories, pools.len()).await
}

async fn then(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pools: Vec<Pool>,
    until: Until,
) -> Result<Vec<(Pool, Ages)>, Problem> {
    let feeding = Feeding::read(snapshot, organization, &pools).await?;
    let mut room = limits::AGED_MOVEMENTS;
    let mut found = Vec::with_capacity(pools.len());
    for of_item in pools.chunk_by(|one, other| one.item_id == other.item_id) {
        let mut histories = Vec::with_capacity(of_item.len());
        for pool in feeding.with_sources(of_item) {
            histories.push(history(snapshot, organization, pool, until, &mut room).await?);
        }
        found.extend(costed(histories, of_item.len()).await?);
    }
    Ok(found)
}

/// The ages of the first ones of these pools.
async fn costed(histories: Vec<AgedPool>, count: usize) -> Result<Vec<(Pool, Ages)>, Problem> {
    let work = move || {
        let ages = ages_then(&histories)?;
        Ok::<_, BadCell>(histories.into_iter().map(|aged| aged.pool).zip(ages).take(count).collect::<Vec<_>>())
    };
    let done = tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal(&error))?;
    done.map_err(|bad| Problem::damaged(&bad))
}

/// Which pools of the same items goods came from.
struct Feeding {
    sources: BTreeSet<(PoolId, PoolId)>,
    pools: BTreeMap<PoolId, Pool>,
}

impl Feeding {
    async fn read(snapshot: &mut Snapshot, organization: OrganizationId, of: &[Pool]) -> Result<Self, Problem> {
        let ids: Vec<PoolId> = of.iter().map(|pool| pool.id).collect();
        let mut sources = ageing::sources(snapshot, organization, &ids).await?;
        if sources.is_empty() {
            return Ok(Self { sources, pools: BTreeMap::new() });
        }
        let items: BTreeSet<ItemId> = of.iter().map(|pool| pool.item_id).collect();
        let items: Vec<ItemId> = items.into_iter().collect();
        let all = ageing::pools(snapshot, organization, &items, None).await?;
        let pools: BTreeMap<PoolId, Pool> = all.into_iter().map(|pool| (pool.id, pool)).collect();
        let known: BTreeSet<PoolId> = ids.into_iter().collect();
        let others: Vec<PoolId> = pools.keys().copied().filter(|id| !known.contains(id)).collect();
        sources.extend(ageing::sources(snapshot, organization, &others).await?);
        let item = |id: &PoolId| pools.get(id).map(|pool| pool.item_id);
        sources.retain(|(pool, source)| item(pool).is_some() && item(pool) == item(source));
        Ok(Self { sources, pools })
    }

    fn is_fed(&self, pool: &Pool) -> bool {
        self.of(pool.id).next().is_some()
    }

    fn of(&self, pool: PoolId) -> impl Iterator<Item = PoolId> {
        self.sources.range((pool, PoolId([0; 16]))..=(pool, PoolId([255; 16]))).map(|(_, source)| *source)
    }

    /// These pools, then all others from which goods came to them over any number of others.
    fn with_sources(&self, pools: &[Pool]) -> Vec<Pool> {
        let mut all = pools.to_vec();
        let mut known: BTreeSet<PoolId> = pools.iter().map(|pool| pool.id).collect();
        let mut next = 0;
        while let Some(pool) = all.get(next) {
            let more: Vec<PoolId> = self.of(pool.id).filter(|source| known.insert(*source)).collect();
            all.extend(more.iter().filter_map(|id| self.pools.get(id).cloned()));
            next += 1;
        }
        all
    }
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
