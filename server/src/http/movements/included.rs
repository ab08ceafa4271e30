//! The lines of the movements of a page, read together.

use std::collections::{BTreeMap, BTreeSet};

use domain::costing::Place;
use domain::rows::movement_drafts::decode_drafts;
use domain::rows::{MovementLine, ReceivedLine, StockMovement, TransitLine, ValueEntry};
use domain::value::id::{ItemId, MovementId, OrganizationId, PoolId};
use domain::value::movement_kind::{Goods, MovementKind};
use store::Snapshot;
use store::read::{Conditions, made, value_entries};

use super::line_view::{self, MovementLineView};
use super::view::{self, Beside};
use crate::http::caller::Caller;
use crate::http::problem::Problem;

/// The posted lines of some movements of a page, with all that was posted for their goods.
pub struct PageLines {
    /// By the movement's place in the log.
    stored: BTreeMap<i64, Vec<MovementLine>>,
    values: BTreeMap<i64, Vec<ValueEntry>>,
}

impl PageLines {
    /// Reads them.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        movements: &[StockMovement],
    ) -> Result<Self, Problem> {
        let mut stored: BTreeMap<i64, Vec<MovementLine>> = BTreeMap::new();
        if let Some(of_movements) = of_posted(organization, movements) {
            for line in snapshot.rows::<MovementLine>(&of_movements.text, &of_movements.params).await? {
                stored.entry(line.movement_seq).or_default().push(line);
            }
        }
        let mut places: Vec<(PoolId, Place)> = Vec::new();
        for movement in movements {
            let own = movement.seq.and_then(|seq| stored.get(&seq)).into_iter().flatten();
            places.extend(own.filter_map(|line| view::places(movement, line)));
        }
        let mut values: BTreeMap<i64, Vec<ValueEntry>> = BTreeMap::new();
        for entry in value_entries::at(snapshot, organization, &places, i64::MAX).await? {
            values.entry(entry.place.seq).or_default().push(entry);
        }
        Ok(Self { stored, values })
    }

    /// What the goods of a movement cost, in minor units of base currency; `None` if it was not read, is a draft, or moved
    /// nothing into a pool or out of one. The cost of goods that came or went has no sign; an adjustment is worth its gains
    /// less its losses, and an assembly what came out of it.
    pub fn worth(&self, movement: &StockMovement) -> Option<i128> {
        let seq = movement.seq?;
        let costs = view::costs(movement, self.values.get(&seq).map_or(&[], Vec::as_slice));
        let places = self.stored.get(&seq)?.iter().filter_map(|line| view::places(movement, line));
        let places: BTreeSet<(PoolId, Place)> = places.collect();
        let amounts = places.iter().map(|place| i128::from(costs.get(place).copied().unwrap_or(0)));
        let worth = match movement.kind.rules().goods {
            Goods::Come | Goods::Leave | Goods::Pass => amounts.map(i128::abs).sum(),
            Goods::BySign if matches!(movement.kind, MovementKind::Assembly | MovementKind::Disassembly) => {
                amounts.filter(|amount| *amount > 0).sum()
            }
            Goods::BySign | Goods::Stay => amounts.sum(),
        };
        (!places.is_empty()).then_some(worth)
    }

    /// The lines by movement, as the movement itself shows them, still without names.
    pub async fn views(
        &self,
        snapshot: &mut Snapshot,
        caller: &Caller,
        movements: &[StockMovement],
    ) -> Result<BTreeMap<MovementId, Vec<MovementLineView>>, Problem> {
        let organization = caller.organization;
        let mut transit: BTreeMap<i64, Vec<TransitLine>> = BTreeMap::new();
        if let Some(of_movements) = of_posted(organization, movements) {
            for line in snapshot.rows::<TransitLine>(&of_movements.text, &of_movements.params).await? {
                transit.entry(line.movement_seq).or_default().push(line);
            }
        }
        let mut items: Vec<ItemId> = self.stored.values().flatten().map(|line| line.item_id).collect();
        for draft in movements.iter().filter(|movement| movement.seq.is_none()) {
            let lines =
                decode_drafts(&draft.draft_lines).map_err(|bad| Problem::unreadable("movements", draft.id, &bad))?;
            items.extend(lines.iter().map(|line| line.item_id));
        }
        let about: Vec<(i64, i64)> =
            self.stored.values().flatten().filter_map(|line| line.of_seq.zip(line.of_line)).collect();
        let about = made::movements(snapshot, organization, &about).await?;
        let rights = caller.rights(snapshot).await?;
        let beside = Beside::read(snapshot, organization, rights, items.into_iter()).await?;
        let received = unsettled(snapshot, organization, self.stored.values().flatten()).await?;
        let mut beside = beside.with(Vec::new(), about).settled_by(&received);
        let mut found = BTreeMap::new();
        for movement in movements {
            let own = |seq: i64| (self.stored.get(&seq), self.values.get(&seq), transit.get(&seq));
            let (lines, values, on_the_way) = movement.seq.map_or((None, None, None), own);
            beside = beside.going(on_the_way.map_or(&[], Vec::as_slice));
            let costs = view::costs(movement, values.map_or(&[], Vec::as_slice));
            let lines = lines.map_or(&[][..], Vec::as_slice);
            found.insert(movement.id, line_view::views(movement, lines, &costs, &beside)?);
        }
        Ok(found)
    }
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

/// The posted ones of these movements, as a condition on their lines, which are in order; `None` if none is posted.
fn of_posted(organization: OrganizationId, movements: &[StockMovement]) -> Option<Conditions> {
    let sequences: Vec<i64> = movements.iter().filter_map(|movement| movement.seq).collect();
    let mut conditions = Conditions::new(organization);
    conditions.among("movement_seq", Some(&sequences));
    conditions.text.push_str(" order by movement_seq, line_number");
    (!sequences.is_empty()).then_some(conditions)
}
