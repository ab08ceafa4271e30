//! The rows that a movement of goods made and the subjects of its lines, found by existing keys.

use std::collections::BTreeMap;

use domain::book::Query;
use domain::rows::{Entry, MovementLine, Row, StockMovement};
use domain::value::id::{EntryId, MovementId, OrganizationId};
use domain::value::{Cell, Instant};

use super::Conditions;
use crate::{Fault, Snapshot};

/// All journal entries that a movement made, in their order. An id begins with the millisecond in which it was given, and
/// entries are made when their movement is posted or voided: no index by owner is needed, which every entry would pay for.
pub async fn entries(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    movement: &StockMovement,
) -> Result<Vec<EntryId>, Fault> {
    let mut found = Vec::new();
    for made_at in [movement.posted_at, movement.voided_at].into_iter().flatten() {
        let [first, behind] = ids_of(made_at);
        let mut conditions = Conditions::new(organization);
        conditions.when("id >= {}", Some(first));
        conditions.when("id < {}", Some(behind));
        conditions.equal("owner_id", Some(Cell::Text(movement.id.to_string())));
        let rows: Vec<Entry> = snapshot.rows(&format!("{} order by id", conditions.text), &conditions.params).await?;
        found.extend(rows.into_iter().map(|entry| entry.id));
    }
    found.dedup();
    Ok(found)
}

/// The first id of a millisecond, and the first one behind it.
fn ids_of(instant: Instant) -> [Cell; 2] {
    let millis = u128::from(instant.0.unsigned_abs() / 1_000);
    [millis, millis + 1].map(|millis| Cell::Id((millis << 80).to_be_bytes()))
}

/// Which movements these lines belong to, by the movement's place in the log. Each line is looked up by its key.
pub async fn movements(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    lines: &[(i64, i64)],
) -> Result<BTreeMap<i64, MovementId>, Fault> {
    let first_of_each: BTreeMap<i64, i64> = lines.iter().copied().collect();
    let queries: Vec<_> = first_of_each.into_iter().map(|line| Query::row::<MovementLine>(&line)).collect();
    let answers = snapshot.load(organization, &queries).await?;
    let lines = answers.iter().flatten().map(|cells| MovementLine::from_cells(cells));
    lines.map(|line| line.map(|line| (line.movement_seq, line.movement_id)).map_err(Fault::from)).collect()
}
