//! Value entries: the postings for movements of goods, in the movements' rows and in rows of their own.

use std::collections::BTreeMap;

use domain::book::Key;
use domain::costing::Place;
use domain::rows::{LegKind, PoolMovement, Row, ValueEntry};
use domain::value::id::{OrganizationId, PoolId};

use crate::{Fault, Snapshot};

/// Movements that are asked for together.
const AT_ONCE: usize = 1_000;

/// All that was posted for these movements of pools by causes up to `seq`. Each is looked up by its key.
pub async fn at(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    places: &[(PoolId, Place)],
    seq: i64,
) -> Result<Vec<ValueEntry>, Fault> {
    let mut found: Vec<ValueEntry> = Vec::with_capacity(places.len());
    for some in places.chunks(AT_ONCE) {
        let keys = |key: fn(PoolId, Place) -> Key| some.iter().map(move |(pool, place)| key(*pool, *place).query());
        let rows = keys(|pool, place| Key::ValueEntries(pool, place, place));
        let queries: Vec<_> = keys(Key::PoolMovement).chain(rows).collect();
        let answers = snapshot.load(organization, &queries).await?;
        let (moved, rows) = answers.split_at(some.len());
        for cells in moved.iter().flatten() {
            found.extend(PoolMovement::from_cells(cells)?.own_entry());
        }
        for cells in rows.iter().flatten() {
            found.push(ValueEntry::from_cells(cells)?);
        }
    }
    found.retain(|entry| entry.cause_seq <= seq);
    Ok(found)
}

/// By how much these movements changed the value of their pools, with all that causes up to `seq` changed of it.
pub async fn of_goods(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    places: &[(PoolId, Place)],
    seq: i64,
) -> Result<BTreeMap<(PoolId, Place), i128>, Fault> {
    let mut sums = BTreeMap::new();
    for entry in at(snapshot, organization, places, seq).await? {
        if entry.leg == LegKind::Stock {
            *sums.entry((entry.pool_id, entry.place)).or_default() += i128::from(entry.amount);
        }
    }
    Ok(sums)
}
