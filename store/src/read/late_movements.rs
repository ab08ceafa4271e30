//! Movements that a count did not know: recorded after its snapshot, of goods that had moved before.
//!
//! The count expected the quantities of the books then, not those actually there. A movement that was voided since is
//! one, too: the count included it in its expected quantities.

use std::collections::BTreeSet;

use domain::rows::{Count, ItemCategory, Location, MovementStatus};
use domain::value::id::{ItemCategoryId, ItemId, LocationId, MovementId, OrganizationId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Cell, CellValue, Instant, TypedId};

use super::Conditions;
use super::below::with_all_below;
use super::columns::{Columns, selected};
use crate::{Fault, Snapshot};

/// Events of the log after a count in which it is looked for: the count of a year ago asks for no more than that.
const EVENTS: i64 = 200_000;

selected! {
    /// A movement that a count did not know.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct LateMovement() {
        id: MovementId = "id",
        sequence: i64 = "seq",
        kind: MovementKind = "kind",
        /// Posted after the snapshot, or voided after it.
        status: MovementStatus = "status",
        occurred_at: Instant = "occurred_at",
    }
}

/// How many movements the count did not know, and the first of them by their place in the log.
pub async fn of_count(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    count: &Count,
    most: usize,
) -> Result<(i64, Vec<LateMovement>), Fault> {
    let mut asked = Conditions { text: String::new(), params: vec![Cell::Id(organization.0)] };
    let seq = asked.bind(Cell::Int(count.snapshot_seq));
    let last = asked.bind(Cell::Int(count.snapshot_seq.saturating_add(EVENTS)));
    let at_snapshot = asked.bind(count.snapshot_at.to_cell());
    // A count as of an instant that has passed knows what was voided until it was opened.
    let opened_at = asked.bind(count.created_at.to_cell());
    let goods = goods(snapshot, organization, count, &mut asked).await?;
    let own = asked.bind(count.movement_id.map_or([0; 16], |id| id.0).to_cell());
    // Each half has an index of its own: those that were recorded since, and those that were voided since.
    let half = |columns: &str, which: &str| {
        format!(
            "select {columns} from movements as m where m.organization_id = $1 and {which} and m.occurred_at <= {at_snapshot} \
             and m.id <> {own} and exists (select 1 from movement_lines as x \
               where x.organization_id = $1 and x.movement_seq = m.seq and {goods})"
        )
    };
    let recorded = format!("m.seq > {seq} and m.seq <= {last} and m.status = 'posted'");
    let voided = format!("m.voided_at > {opened_at} and m.seq <= {seq}");
    let both = |columns: &str| format!("{} union all {}", half(columns, &recorded), half(columns, &voided));
    let mut columns = Columns::default();
    let number = columns.add::<i64>("count(*)");
    let sql = format!("select {} from ({}) as late", columns.text(), both("m.seq"));
    let counted = columns.rows(snapshot, &sql, &asked.params).await?;
    let number = counted.first().map_or(Ok(0), |row| number.of(row))?;
    if number == 0 {
        return Ok((0, Vec::new()));
    }
    let columns = "m.id as id, m.seq as seq, m.kind as kind, m.status as status, m.occurred_at as occurred_at";
    let selected = LateMovement::selected();
    let sql = format!("select {} from ({}) as late order by seq limit {most}", selected.text(), both(columns));
    Ok((number, selected.all(snapshot, &sql, &asked.params).await?))
}

/// The lines (`x`) by which goods of the count came or left.
async fn goods(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    count: &Count,
    asked: &mut Conditions,
) -> Result<String, Fault> {
    let own = [Cell::Id(organization.0)];
    let warehouse = asked.bind(count.warehouse_id.to_cell());
    let (mut from, mut to) = (format!("x.warehouse_id = {warehouse}"), format!("x.to_warehouse_id = {warehouse}"));
    let locations: BTreeSet<LocationId> = ids(&count.locations);
    if !locations.is_empty() {
        let all: Vec<Location> = snapshot.rows("where organization_id = $1", &own).await?;
        let bins = with_all_below(locations, all.iter().map(|one| (one.id, one.parent_id)));
        let bins = listed(asked, bins.into_iter().map(|id| id.to_cell()));
        from.push_str(&format!(" and x.location_id in ({bins})"));
        to.push_str(&format!(" and x.to_location_id in ({bins})"));
    }
    let mut goods = format!("x.quantity <> 0 and (({from}) or ({to}))");
    let items: BTreeSet<ItemId> = ids(&count.items);
    let categories: BTreeSet<ItemCategoryId> = ids(&count.categories);
    let mut named = Vec::new();
    if !items.is_empty() {
        let items = listed(asked, items.into_iter().map(|id| id.to_cell()));
        named.push(format!("x.item_id in ({items})"));
    }
    if !categories.is_empty() {
        let all: Vec<ItemCategory> = snapshot.rows("where organization_id = $1", &own).await?;
        let categories = with_all_below(categories, all.iter().map(|one| (one.id, one.parent_id)));
        let categories = listed(asked, categories.into_iter().map(|id| id.to_cell()));
        named.push(format!(
            "exists (select 1 from items as i where i.organization_id = $1 and i.id = x.item_id and i.category_id in ({categories}))"
        ));
    }
    if !named.is_empty() {
        goods.push_str(&format!(" and ({})", named.join(" or ")));
    }
    Ok(goods)
}

fn ids<I: TypedId + Ord>(texts: &str) -> BTreeSet<I> {
    texts.split_whitespace().filter_map(I::parse).collect()
}

fn listed(asked: &mut Conditions, cells: impl Iterator<Item = Cell>) -> String {
    let places: Vec<String> = cells.map(|cell| asked.bind(cell)).collect();
    places.join(", ")
}
