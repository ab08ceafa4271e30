//! Movements of goods, one row for each place that they left or came to, with their value in the books.
//!
//! In the order of occurrence a voided movement moved nothing; as the books have it, it did until the day as of which
//! it was taken back (`goods_posted.rs`). Earlier knowledge is computed from the same rows: a movement has its place in
//! the log and the instant of its void, an amount the place in the log of its cause.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::reach::Reach;
use domain::costing::{Phase, Place};
use domain::rows::items::Item;
use domain::value::id::{
    EntryId, ItemId, LocationId, LotId, MovementId, OrganizationId, PartyId, PoolId, SerialId, WarehouseId,
};
use domain::value::movement_kind::MovementKind;
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::Conditions;
use super::columns::{Narrow, Pair, selected};
use super::known_goods::GoodsThen;
use super::value_entries;
use crate::{Fault, Snapshot};

/// Lines that are looked up together.
const LINES_AT_ONCE: usize = 500;

domain::named_enum! {
    /// The order of movements.
    MovedOrder {
        /// As goods moved, which is how costs follow.
        Occurrence = "occurrence",
        /// As the books have it: by posting date, then as it was posted.
        Posting = "posting",
    }
}

/// Which movements.
#[derive(Clone, Debug)]
pub struct MovedFilter {
    /// Only movements posted by this event of the log, and not voided until this instant: that of the event.
    pub known: (i64, Instant),
    pub item: Option<ItemId>,
    /// Only goods that left this warehouse or came to it.
    pub warehouse: Option<WarehouseId>,
    pub lot: Option<LotId>,
    pub serial: Option<SerialId>,
    /// Only goods that left warehouses in which the reader acts, or came to them.
    pub reach: Reach,
    /// Only rows at or after `from`, and only those before `before`: values of the first column of the order.
    pub from: Option<Cell>,
    pub before: Option<Cell>,
}

selected! {
    /// Goods leaving a place, or coming to one.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Moved() {
        movement: MovementId = "m.id",
        kind: MovementKind = "m.kind",
        sequence: i64 = "m.seq",
        line_number: i64 = "x.line_number",
        /// 1 for where a transfer comes to, else 0.
        leg: i64 = "g.leg",
        /// Where it stands in the order of costs.
        costed_at: Instant = "coalesce(m.costed_at, m.occurred_at)",
        occurred_at: Instant = "m.occurred_at",
        /// When it was posted and as of which day, or taken back, or changed in its cost.
        posted_at: Instant = RECORDED_AT,
        posting_date: Date = DAY,
        description: String = "coalesce(x.description, m.description)",
        reference: Option<String> = "m.reference",
        party: Option<PartyId> = "m.party_id",
        entry: Option<EntryId> = "case when h.back = 0 then m.entry_id else m.void_entry_id end",
        item: (ItemId, String) = Pair("i.id", "i.sku"),
        quantity_decimals: u8 = Narrow("i.quantity_decimals"),
        warehouse: (WarehouseId, String) = Pair("w.id", "w.code"),
        location: Option<(LocationId, String)> = Pair("l.id", "l.code"),
        lot: Option<(LotId, String)> = Pair("t.id", "t.number"),
        serial: Option<(SerialId, String)> = Pair("s.id", "s.number"),
        /// The quantity that came, or below 0 that left, in the item's smallest unit.
        quantity: i64 = "case when g.leg = h.back then x.quantity else -x.quantity end",
        /// `None` where goods stay in one pool, or have no value.
        pool: Option<PoolId> = "case when g.leg = 0 then x.pool_id else x.to_pool_id end",
        /// The pool to which goods go that stay where they are.
        passes_to: Option<PoolId> = "case when x.to_warehouse_id is null then x.to_pool_id end",
        /// Whether this row is its void, with the other sign.
        is_taken_back: bool = "h.back",
    }
}

impl Moved {
    /// Where the next page begins behind this row, in the order of occurrence.
    #[must_use]
    pub fn cells(&self) -> Vec<Cell> {
        vec![self.costed_at.to_cell(), Cell::Int(self.sequence), Cell::Int(self.line_number), Cell::Int(self.leg)]
    }

    /// Where the pools stand that it moves: most often one, and two where goods go from pool to pool and stay where they are.
    pub fn of_pools(&self) -> impl Iterator<Item = (PoolId, Place)> {
        let quantity = if self.is_taken_back { -self.quantity } else { self.quantity };
        let comes = self.leg == 1 || (quantity >= 0 && self.passes_to.is_none());
        let place = |phase| {
            let line = u32::try_from(self.line_number).ok()?;
            Some(Place { at: self.costed_at, seq: self.sequence, line, phase })
        };
        let own = self.pool.zip(place(if comes { Phase::In } else { Phase::Out }));
        own.into_iter().chain(self.passes_to.zip(place(Phase::In)))
    }
}

/// How `list` tells movements, and the kinds of the cells that say where a page begins.
const BY_OCCURRENCE: &str = "coalesce(m.costed_at, m.occurred_at), m.seq, x.line_number, g.leg";
pub const OCCURRENCE_KINDS: [CellKind; 4] = [CellKind::Int; 4];
/// The day on which a row stands in the books, and when it was recorded: where it was taken back, those of that.
pub(super) const DAY: &str = "case when h.back = 0 then m.posting_date else m.void_date end";
pub(super) const RECORDED_AT: &str = "case when h.back = 0 then m.posted_at else m.voided_at end";

/// The next rows after a place, in the order of occurrence. Movements voided by then moved nothing.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovedFilter,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<Moved>, Fault> {
    let mut conditions = known_lines(organization, filter);
    let known_at = conditions.bind(filter.known.1.to_cell());
    conditions.text.push_str(&format!(
        " and h.back = 0 and (m.status = 'posted' or (m.status = 'voided' and m.voided_at > {known_at}))"
    ));
    conditions.when("coalesce(m.costed_at, m.occurred_at) >= {}", filter.from.clone());
    conditions.when("coalesce(m.costed_at, m.occurred_at) < {}", filter.before.clone());
    page(snapshot, conditions, BY_OCCURRENCE, after, most).await
}

/// The next rows after a place, in an order of days of the books. A movement voided as of its own day is left out; one
/// voided as of a later day is on both days. For late goods: movements that occurred before an instant and are posted
/// on a later day than this.
pub(super) async fn posted(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovedFilter,
    late: Option<(Instant, Date)>,
    order: &str,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<Moved>, Fault> {
    let mut conditions = known_lines(organization, filter);
    let known_at = conditions.bind(filter.known.1.to_cell());
    let later = "m.void_date <> m.posting_date";
    conditions.text.push_str(&format!(
        " and (m.status = 'posted' or (m.status = 'voided' and (m.voided_at > {known_at} or {later}))) \
         and (h.back = 0 or (m.status = 'voided' and m.voided_at <= {known_at} and {later}))"
    ));
    conditions.when(&format!("{DAY} >= {{}}"), filter.from.clone());
    conditions.when(&format!("{DAY} < {{}}"), filter.before.clone());
    conditions.when("m.occurred_at < {}", late.map(|(before, _)| before.to_cell()));
    conditions.when(&format!("{DAY} > {{}}"), late.map(|(_, day)| day.to_cell()));
    page(snapshot, conditions, order, after, most).await
}

/// Both legs of these lines, as far as the filter lets them in, by the movement's place in the log and the line's number.
pub(super) async fn of_lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovedFilter,
    lines: &BTreeSet<(i64, i64)>,
) -> Result<Vec<Moved>, Fault> {
    let mut found = Vec::new();
    for some in lines.iter().collect::<Vec<_>>().chunks(LINES_AT_ONCE) {
        let mut conditions = known_lines(organization, filter);
        let lines: Vec<String> = some.iter().map(|(seq, line)| format!("({seq}, {line})")).collect();
        let among = format!(" and h.back = 0 and (x.movement_seq, x.line_number) in (values {})", lines.join(", "));
        conditions.text.push_str(&among);
        let most = 2 * LINES_AT_ONCE;
        found.extend(page(snapshot, conditions, "m.seq, x.line_number, g.leg", None, most).await?);
    }
    Ok(found)
}

/// Lines that were there by then, of these goods and in these places.
fn known_lines(organization: OrganizationId, filter: &MovedFilter) -> Conditions {
    let mut conditions = Conditions { text: String::new(), params: vec![Cell::Id(organization.0)] };
    let seq = conditions.bind(Cell::Int(filter.known.0));
    let known_at = conditions.bind(filter.known.1.to_cell());
    conditions.text = format!(
        "where m.organization_id = $1 and x.organization_id = $1 and m.seq <= {seq} \
         and (x.added_at is null or x.added_at <= {known_at})"
    );
    conditions.equal("x.item_id", filter.item.map(|id| id.to_cell()));
    conditions.equal(PLACE, filter.warehouse.map(|id| id.to_cell()));
    conditions.equal("x.lot_id", filter.lot.map(|id| id.to_cell()));
    conditions.equal("x.serial_id", filter.serial.map(|id| id.to_cell()));
    conditions.within(PLACE, &filter.reach);
    conditions
}

/// The warehouse of a leg.
const PLACE: &str = "case when g.leg = 0 then x.warehouse_id else x.to_warehouse_id end";

async fn page(
    snapshot: &mut Snapshot,
    mut conditions: Conditions,
    order: &str,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<Moved>, Fault> {
    if let Some(after) = after {
        let places: Vec<String> = after.iter().map(|cell| conditions.bind(cell.clone())).collect();
        conditions.text.push_str(&format!(" and ({order}) > ({})", places.join(", ")));
    }
    let most = conditions.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let selected = Moved::selected();
    let sql = format!(
        "select {} \
         from movement_lines as x \
         join movements as m on m.organization_id = $1 and m.seq = x.movement_seq \
         join (select cast(0 as bigint) as leg union all select cast(1 as bigint)) as g \
           on g.leg = 0 or x.to_warehouse_id is not null \
         join (select cast(0 as bigint) as back union all select cast(1 as bigint)) as h on h.back = 0 or m.status = 'voided' \
         join items as i on i.organization_id = $1 and i.id = x.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = {PLACE} \
         left join locations as l on l.organization_id = $1 \
           and l.id = case when g.leg = 0 then x.location_id else x.to_location_id end \
         left join lots as t on t.organization_id = $1 and t.id = x.lot_id \
         left join serials as s on s.organization_id = $1 and s.id = x.serial_id \
         {} order by {order} limit {most}",
        selected.text(),
        conditions.text
    );
    selected.all(snapshot, &sql, &conditions.params).await
}

/// The same rows with the names of goods and places at a point of the log.
pub fn as_called(moved: Vec<Moved>, then: &GoodsThen) -> Result<Vec<Moved>, Fault> {
    moved.into_iter().map(|now| called(now, then)).collect()
}

pub(super) fn called(now: Moved, then: &GoodsThen) -> Result<Moved, Fault> {
    let item = then.row::<Item>(now.item.0.to_cell())?.flatten();
    let (item, quantity_decimals) = match item {
        Some(item) => ((item.id, item.sku), u8::try_from(item.quantity_decimals).unwrap_or(0)),
        None => (now.item, now.quantity_decimals),
    };
    let (warehouse, location) = (then.warehouse(now.warehouse)?, then.location(now.location)?);
    let (lot, serial) = (then.lot(now.lot)?, then.serial(now.serial)?);
    Ok(Moved { item, quantity_decimals, warehouse, location, lot, serial, ..now })
}

/// By how much each of these movements changed the value of its pools, with all that causes up to `seq` changed of it.
pub async fn values(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    movements: &[Moved],
    seq: i64,
) -> Result<BTreeMap<(PoolId, Place), i128>, Fault> {
    let wanted: Vec<(PoolId, Place)> = movements.iter().flat_map(Moved::of_pools).collect();
    value_entries::of_goods(snapshot, organization, &wanted, seq).await
}

/// Whether every lot or piece of an item had costs of its own from its first movement on, as was known at an event of the log: it
/// was never in a pool with others.
pub async fn always_apart(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    item: ItemId,
    seq: i64,
) -> Result<bool, Fault> {
    const TOGETHER: &str = "select p.id from pools as p where p.organization_id = $1 and p.item_id = $2 and p.tracked_id = $3 \
         and exists (select 1 from pool_movements as m \
           where m.organization_id = $1 and m.pool_id = p.id and m.cause_seq <= $4) limit 1";
    let params = [Cell::Id(organization.0), item.to_cell(), Cell::Id([0; 16]), Cell::Int(seq)];
    Ok(snapshot.query(TOGETHER, &params, &[CellKind::Id]).await?.is_empty())
}
