//! The sources of the ages of goods: pools, and their layers or their movements.

use std::collections::{BTreeMap, BTreeSet};

use domain::costing::Place;
use domain::rows::{CostShares, Pool, PoolLayer, PoolMovement, ValueEntry};
use domain::stock::goods::proof::ageing::AgedPool;
use domain::value::id::{ItemId, OrganizationId, PoolId, WarehouseId};
use domain::value::limits::LAST_DAY;
use domain::value::{Cell, CellValue, Date, Instant};

use super::columns::Columns;
use crate::{Fault, Snapshot, sql};

/// Movements that are read at once, the latest first.
const SOME: usize = 100;

/// Documents that are asked for together.
const AT_ONCE: usize = 1_000;

/// The pools of these items, by item; those of one warehouse, where it is named.
pub async fn pools(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    items: &[ItemId],
    warehouse: Option<WarehouseId>,
) -> Result<Vec<Pool>, Fault> {
    let mut found = Vec::new();
    for some in items.chunks(200) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(CellValue::to_cell));
        let mut rest = format!("where organization_id = $1 and item_id in {}", sql::list(2, some.len()));
        if let Some(id) = warehouse {
            params.push(id.to_cell());
            rest.push_str(&format!(" and scope_id = ${}", params.len()));
        }
        rest.push_str(" order by item_id, scope_id, tracked_id");
        found.extend(snapshot.rows::<Pool>(&rest, &params).await?);
    }
    Ok(found)
}

/// From which other pools goods ever came to these: pairs of a pool and one of its sources.
pub async fn sources(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pools: &[PoolId],
) -> Result<BTreeSet<(PoolId, PoolId)>, Fault> {
    let mut found = BTreeSet::new();
    for some in pools.chunks(200) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(CellValue::to_cell));
        let mut columns = Columns::default();
        let (pool, source) = (columns.add("pool_id"), columns.add("source_pool_id"));
        let sql = format!(
            "select distinct {} from pool_ties where organization_id = $1 and pool_id in {} \
             and source_pool_id <> pool_id and (tie = 'value' or tie = 'share')",
            columns.text(),
            sql::list(2, some.len())
        );
        for row in &columns.rows(snapshot, &sql, &params).await? {
            found.insert((pool.of(row)?, source.of(row)?));
        }
    }
    Ok(found)
}

/// The layers of these pools.
pub async fn layers(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pools: &[PoolId],
) -> Result<Vec<PoolLayer>, Fault> {
    let mut found = Vec::new();
    for some in pools.chunks(200) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend(some.iter().map(CellValue::to_cell));
        let list = sql::list(2, some.len());
        let rest = format!("where organization_id = $1 and pool_id in {list} order by pool_id, is_owed, place");
        found.extend(snapshot.rows::<PoolLayer>(&rest, &params).await?);
    }
    Ok(found)
}

/// The goods that came to a pool, the latest first, until they cover a quantity.
pub async fn came(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pool: PoolId,
    quantity: i64,
) -> Result<Vec<PoolMovement>, Fault> {
    let mut found: Vec<PoolMovement> = Vec::new();
    let mut sum = 0_i64;
    while sum < quantity {
        let mut params = vec![Cell::Id(organization.0), Cell::Id(pool.0)];
        let mut rest = "where organization_id = $1 and pool_id = $2 and is_voided = 0 and quantity > 0".to_owned();
        if let Some(last) = found.last() {
            params.push(last.place.to_cell());
            rest.push_str(" and place < $3");
        }
        rest.push_str(&format!(" order by place desc limit {SOME}"));
        let more: Vec<PoolMovement> = snapshot.rows(&rest, &params).await?;
        sum = more.iter().fold(sum, |sum, row| sum.saturating_add(row.quantity));
        let is_last = more.len() < SOME;
        found.extend(more);
        if is_last {
            break;
        }
    }
    Ok(found)
}

/// All that was posted for a pool until a day, an event and a place. With its sign the place in the log is no bound to search by: those of
/// the pool are few, and all that was caused until then may be the whole history.
pub(crate) const POSTED: &str = "where organization_id = $1 and pool_id = $2 and date <= $3 and +cause_seq <= $4 \
                                 and place <= $5 order by place, cause_seq, number";

/// Until when something counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Until {
    /// By posting date.
    pub day: Date,
    /// The last event of the log that counts and when it was written; all where absent.
    pub known: Option<(i64, Instant)>,
    /// The last place in the order of costs.
    pub place: Place,
}

impl Until {
    /// All that counts now.
    pub const NOW: Self = Self { day: LAST_DAY, known: None, place: Place::LAST };
}

/// A pool with its movements that were in effect at the end of a day, in order; those that were taken back later are marked as
/// voided. At most so many, or else more. And all that was posted for the pool until then.
pub async fn until(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    pool: Pool,
    until: Until,
    most: usize,
) -> Result<AgedPool, Fault> {
    let mut params = vec![Cell::Id(organization.0), Cell::Id(pool.id.0), until.day.to_cell(), until.place.to_cell()];
    params.push(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1)));
    let rest =
        "where organization_id = $1 and pool_id = $2 and posting_date <= $3 and place <= $4 order by place limit $5";
    let mut movements: Vec<PoolMovement> = snapshot.rows(rest, &params).await?;
    if movements.len() > most {
        // Those behind them are not known: some of these left out, they would look like all there are.
        return Ok(AgedPool { pool, movements, entries: Vec::new() });
    }
    let seq = until.known.map_or(i64::MAX, |(seq, _)| seq);
    let last = movements.last().map_or(Place::FIRST, |last| last.place);
    movements.retain(|row| row.place.seq <= seq);
    params.truncate(3);
    params.extend([Cell::Int(seq), last.to_cell()]);
    let mut entries: Vec<ValueEntry> = snapshot.rows(POSTED, &params).await?;
    entries.extend(movements.iter().filter_map(PoolMovement::own_entry));
    let voided = movements.iter().filter(|row| row.is_voided).map(|row| row.place.seq).collect();
    let still = still_in_effect(snapshot, organization, voided, until).await?;
    movements.retain(|row| !row.is_voided || still.contains(&row.place.seq));
    if until != (Until { place: until.place, ..Until::NOW }) {
        let mut then = shares_then(snapshot, &params).await?;
        for row in &mut movements {
            row.shares = then.remove(&row.place).flatten();
        }
    }
    Ok(AgedPool { pool, movements, entries })
}

/// What then fell to each layer of the later costs of a pool, with the parameters of [`POSTED`].
async fn shares_then(snapshot: &mut Snapshot, params: &[Cell]) -> Result<BTreeMap<Place, Option<Vec<u8>>>, Fault> {
    let rest = "where organization_id = $1 and pool_id = $2 and date <= $3 and cause_seq <= $4 and place <= $5 \
                order by place, cause_seq";
    let rows: Vec<CostShares> = snapshot.rows(rest, params).await?;
    Ok(rows.into_iter().map(|row| (row.place, row.shares)).collect())
}

/// Which of these documents had been posted by then, and not been taken back.
pub async fn in_effect(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    documents: BTreeSet<i64>,
    until: Until,
) -> Result<BTreeSet<i64>, Fault> {
    let last = until.known.map_or(i64::MAX, |(seq, _)| seq);
    let posted = documents.into_iter().filter(|seq| *seq <= last).collect();
    let condition = "posting_date <= $2 and (voided_at is null or void_date > $2 or voided_at > $3)";
    which(snapshot, organization, posted, condition, until).await
}

/// Which of these voided documents were taken back later than then.
async fn still_in_effect(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    voided: BTreeSet<i64>,
    until: Until,
) -> Result<BTreeSet<i64>, Fault> {
    if until.known.is_none() && until.day == LAST_DAY {
        return Ok(BTreeSet::new());
    }
    which(snapshot, organization, voided, "(void_date > $2 or voided_at > $3)", until).await
}

/// Those of these documents that a condition takes, of which `$2` is the day and `$3` the instant.
async fn which(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    documents: BTreeSet<i64>,
    condition: &str,
    until: Until,
) -> Result<BTreeSet<i64>, Fault> {
    let mut found = BTreeSet::new();
    let known = until.known.map_or(Instant(i64::MAX), |(_, at)| at);
    for some in documents.into_iter().collect::<Vec<_>>().chunks(AT_ONCE) {
        let mut params = vec![Cell::Id(organization.0), until.day.to_cell(), known.to_cell()];
        params.extend(some.iter().map(|seq| Cell::Int(*seq)));
        let mut columns = Columns::default();
        let seq = columns.add("seq");
        let sql = format!(
            "select {} from movements where organization_id = $1 and {condition} and seq in {}",
            columns.text(),
            sql::list(4, some.len())
        );
        for row in &columns.rows(snapshot, &sql, &params).await? {
            found.insert(seq.of(row)?);
        }
    }
    Ok(found)
}
