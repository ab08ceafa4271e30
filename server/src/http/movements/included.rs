//! The lines of the movements of a page, read together.

use std::collections::BTreeMap;

use domain::costing::Place;
use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{MovementLine, ReceivedLine, StockMovement, TransitLine, ValueEntry};
use domain::value::id::{ItemId, MovementId, OrganizationId, PoolId};
use store::Snapshot;
use store::read::{Conditions, made, value_entries};

use super::line_view::{self, MovementLineView};
use super::view::{self, Beside};
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// The lines by movement, as the movement itself shows them, still without names.
pub async fn lines(
    snapshot: &mut Snapshot,
    caller: &Caller,
    movements: &[StockMovement],
) -> Result<BTreeMap<MovementId, Vec<MovementLineView>>, Problem> {
    let organization = caller.organization;
    let sequences: Vec<i64> = movements.iter().filter_map(|movement| movement.seq).collect();
    let mut of_movements = Conditions::new(organization);
    of_movements.among("movement_seq", Some(&sequences));
    let mut stored: BTreeMap<i64, Vec<MovementLine>> = BTreeMap::new();
    let mut transit: BTreeMap<i64, Vec<TransitLine>> = BTreeMap::new();
    if !sequences.is_empty() {
        let rest = format!("{} order by movement_seq, line_number", of_movements.text);
        for line in snapshot.rows::<MovementLine>(&rest, &of_movements.params).await? {
            stored.entry(line.movement_seq).or_default().push(line);
        }
        for line in snapshot.rows::<TransitLine>(&rest, &of_movements.params).await? {
            transit.entry(line.movement_seq).or_default().push(line);
        }
    }
    let mut items: Vec<ItemId> = stored.values().flatten().map(|line| line.item_id).collect();
    for draft in movements.iter().filter(|movement| movement.seq.is_none()) {
        let lines =
            decode_drafts(&draft.draft_lines).map_err(|bad| Problem::unreadable("movements", draft.id, &bad))?;
        items.extend(lines.iter().map(|line| line.item_id));
    }
    let about: Vec<(i64, i64)> = stored.values().flatten().filter_map(|line| line.of_seq.zip(line.of_line)).collect();
    let about = made::movements(snapshot, organization, &about).await?;
    let values = values(snapshot, caller, movements, &stored).await?;
    let received = unsettled(snapshot, organization, stored.values().flatten()).await?;
    let rights = caller.rights(snapshot).await?;
    let beside = Beside::read(snapshot, organization, rights, items.into_iter()).await?;
    let mut beside = beside.with(Vec::new(), about).settled_by(&received);
    let mut found = BTreeMap::new();
    for movement in movements {
        let own = |seq: i64| (stored.get(&seq), values.get(&seq), transit.get(&seq));
        let (lines, values, on_the_way) = movement.seq.map_or((None, None, None), own);
        beside = beside.going(on_the_way.map_or(&[], Vec::as_slice));
        let costs = view::costs(movement, values.map_or(&[], Vec::as_slice));
        let lines = lines.map_or(&[][..], Vec::as_slice);
        found.insert(movement.id, line_view::views(movement, lines, &costs, &beside)?);
    }
    Ok(found)
}

/// What is known of the provisional costs among these lines; most have none, and are not asked for.
pub async fn unsettled(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    lines: impl IntoIterator<Item = &MovementLine>,
) -> Result<Vec<ReceivedLine>, Problem> {
    let estimated = lines.into_iter().filter(|line| line.is_provisional);
    let mut sequences: Vec<i64> = estimated.map(|line| line.movement_seq).collect();
    sequences.dedup();
    if sequences.is_empty() {
        return Ok(Vec::new());
    }
    let mut conditions = Conditions::new(organization);
    conditions.among("movement_seq", Some(&sequences));
    Ok(snapshot.rows(&conditions.text, &conditions.params).await?)
}

/// All that was posted for the goods of these lines, by the movement's place in the log.
async fn values(
    snapshot: &mut Snapshot,
    caller: &Caller,
    movements: &[StockMovement],
    lines: &BTreeMap<i64, Vec<MovementLine>>,
) -> Result<BTreeMap<i64, Vec<ValueEntry>>, Problem> {
    let mut places: Vec<(PoolId, Place)> = Vec::new();
    for movement in movements {
        let own = movement.seq.and_then(|seq| lines.get(&seq)).into_iter().flatten();
        places.extend(own.filter_map(|line| view::places(movement, line)));
    }
    let mut found: BTreeMap<i64, Vec<ValueEntry>> = BTreeMap::new();
    for entry in value_entries::at(snapshot, caller.organization, &places, i64::MAX).await? {
        found.entry(entry.place.seq).or_default().push(entry);
    }
    Ok(found)
}
