//! What moved goods, one row for each place that they left or came to, with what the books have for it.
//!
//! A voided movement moved nothing. What was known at an earlier point is told from the same rows: a movement has the
//! instants of its posting and of its void, an amount the place in the log of what caused it.

use std::collections::BTreeMap;

use domain::access::Reach;
use domain::inventory::costing::{Phase, Place};
use domain::inventory::items::Item;
use domain::inventory::movement_kind::MovementKind;
use domain::value::id::{
    EntryId, ItemId, LocationId, LotId, MovementId, OrganizationId, PartyId, PoolId, SerialId, WarehouseId,
};
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::Conditions;
use super::known_goods::GoodsThen;
use super::stock::{at, named};
use super::value_entries;
use crate::{Fault, Snapshot};

domain::named_enum! {
    /// In which order movements are told.
    MovedOrder {
        /// As goods moved, which is how costs follow.
        Occurrence = "occurrence",
        /// By posting date, then as they were posted.
        Posting = "posting",
    }
}

/// Which movements.
#[derive(Clone, Debug)]
pub struct MovedFilter {
    pub order: MovedOrder,
    /// Only what was posted by then, and not voided until then.
    pub known_at: Instant,
    pub item: Option<ItemId>,
    /// Only what left this warehouse or came to it.
    pub warehouse: Option<WarehouseId>,
    pub lot: Option<LotId>,
    pub serial: Option<SerialId>,
    /// Only what left warehouses in which the reader acts, or came to them.
    pub reach: Reach,
    /// Only what stands there in the order or later, and only what stands before: the first of its columns.
    pub from: Option<Cell>,
    pub before: Option<Cell>,
    /// Only what occurred before an instant and was posted on a later day than this.
    pub late: Option<(Instant, Date)>,
}

/// Goods leaving a place, or coming to one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    pub movement: MovementId,
    pub kind: MovementKind,
    pub sequence: i64,
    pub line_number: i64,
    /// 1 for where a transfer comes to, else 0.
    pub leg: i64,
    /// Where it stands in the order of costs.
    pub costed_at: Instant,
    pub occurred_at: Instant,
    pub posted_at: Instant,
    pub posting_date: Date,
    pub description: String,
    pub reference: Option<String>,
    pub party: Option<PartyId>,
    pub entry: Option<EntryId>,
    pub item: (ItemId, String),
    pub quantity_decimals: u8,
    pub warehouse: (WarehouseId, String),
    pub location: Option<(LocationId, String)>,
    pub lot: Option<(LotId, String)>,
    pub serial: Option<(SerialId, String)>,
    /// What came, or below 0 what left, in the item's smallest unit.
    pub quantity: i64,
    /// `None` where goods stay in one pool, or have no value.
    pub pool: Option<PoolId>,
}

impl MovedOrder {
    /// What it goes by first; then it is the order in which movements were posted.
    fn first(self) -> &'static str {
        match self {
            Self::Occurrence => "coalesce(m.costed_at, m.occurred_at)",
            Self::Posting => "m.posting_date",
        }
    }

    /// Kinds of the cells that say where a page begins.
    #[must_use]
    pub fn kinds(self) -> [CellKind; 4] {
        use CellKind::{Int, Text};
        match self {
            Self::Occurrence => [Int, Int, Int, Int],
            Self::Posting => [Text, Int, Int, Int],
        }
    }
}

impl Moved {
    /// Where the next page begins behind this row.
    #[must_use]
    pub fn cells(&self, order: MovedOrder) -> [Cell; 4] {
        let first = match order {
            MovedOrder::Occurrence => self.costed_at.to_cell(),
            MovedOrder::Posting => self.posting_date.to_cell(),
        };
        [first, Cell::Int(self.sequence), Cell::Int(self.line_number), Cell::Int(self.leg)]
    }

    /// The movement of a pool that it is, where it is one.
    #[must_use]
    pub fn of_pool(&self) -> Option<(PoolId, Place)> {
        let phase = if self.leg == 1 || self.quantity >= 0 { Phase::In } else { Phase::Out };
        let line = u32::try_from(self.line_number).ok()?;
        Some((self.pool?, Place { at: self.costed_at, seq: self.sequence, line, phase }))
    }
}

/// The next rows behind a place.
///
/// # Errors
/// Where the database fails.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MovedFilter,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<Moved>, Fault> {
    let mut conditions = Conditions { text: String::new(), params: vec![Cell::Id(organization.0)] };
    let known = conditions.bind(filter.known_at.to_cell());
    conditions.text = format!(
        "where m.organization_id = $1 and m.posted_at <= {known} \
         and (m.status = 'posted' or (m.status = 'voided' and m.voided_at > {known})) \
         and (x.added_at is null or x.added_at <= {known})"
    );
    conditions.equal("x.item_id", filter.item.map(|id| id.to_cell()));
    let place = "case when g.leg = 0 then x.warehouse_id else x.to_warehouse_id end";
    conditions.equal(place, filter.warehouse.map(|id| id.to_cell()));
    conditions.equal("x.lot_id", filter.lot.map(|id| id.to_cell()));
    conditions.equal("x.serial_id", filter.serial.map(|id| id.to_cell()));
    conditions.within(place, &filter.reach);
    conditions.when(&format!("{} >= {{}}", filter.order.first()), filter.from.clone());
    conditions.when(&format!("{} < {{}}", filter.order.first()), filter.before.clone());
    conditions.when("m.occurred_at < {}", filter.late.map(|(before, _)| before.to_cell()));
    conditions.when("m.posting_date > {}", filter.late.map(|(_, day)| day.to_cell()));
    let order = format!("{}, m.seq, x.line_number, g.leg", filter.order.first());
    if let Some(after) = after {
        let places: Vec<String> = after.iter().map(|cell| conditions.bind(cell.clone())).collect();
        conditions.text.push_str(&format!(" and ({order}) > ({})", places.join(", ")));
    }
    let most = conditions.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let sql = format!(
        "select m.id, m.kind, m.seq, x.line_number, g.leg, coalesce(m.costed_at, m.occurred_at), m.occurred_at, \
           m.posted_at, m.posting_date, coalesce(x.description, m.description), m.reference, m.party_id, m.entry_id, \
           i.id, i.sku, i.quantity_decimals, w.id, w.code, l.id, l.code, t.id, t.number, s.id, s.number, \
           case when g.leg = 0 then x.quantity else -x.quantity end, \
           case when g.leg = 0 then x.pool_id else x.to_pool_id end \
         from movement_lines as x \
         join movements as m on m.organization_id = $1 and m.seq = x.movement_seq \
         join (select cast(0 as bigint) as leg union all select cast(1 as bigint)) as g \
           on g.leg = 0 or x.to_warehouse_id is not null \
         join items as i on i.organization_id = $1 and i.id = x.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = {place} \
         left join locations as l on l.organization_id = $1 \
           and l.id = case when g.leg = 0 then x.location_id else x.to_location_id end \
         left join lots as t on t.organization_id = $1 and t.id = x.lot_id \
         left join serials as s on s.organization_id = $1 and s.id = x.serial_id \
         {} and x.organization_id = $1 order by {order} limit {most}",
        conditions.text
    );
    use CellKind::{Id, Int, Text};
    let kinds = [
        Id, Text, Int, Int, Int, Int, Int, Int, Text, Text, Text, Id, Id, Id, Text, Int, Id, Text, Id, Text, Id, Text,
        Id, Text, Int, Id,
    ];
    let rows = snapshot.query(&sql, &conditions.params, &kinds).await?;
    rows.iter().map(|cells| moved(cells)).collect()
}

fn moved(cells: &[Cell]) -> Result<Moved, Fault> {
    let pair = |place: usize| cells.get(place..).unwrap_or_default();
    let decimals: i64 = at(cells, 15)?;
    Ok(Moved {
        movement: at(cells, 0)?,
        kind: at(cells, 1)?,
        sequence: at(cells, 2)?,
        line_number: at(cells, 3)?,
        leg: at(cells, 4)?,
        costed_at: at(cells, 5)?,
        occurred_at: at(cells, 6)?,
        posted_at: at(cells, 7)?,
        posting_date: at(cells, 8)?,
        description: at(cells, 9)?,
        reference: at(cells, 10)?,
        party: at(cells, 11)?,
        entry: at(cells, 12)?,
        item: (at(cells, 13)?, at(cells, 14)?),
        quantity_decimals: u8::try_from(decimals).unwrap_or(0),
        warehouse: (at(cells, 16)?, at(cells, 17)?),
        location: named(pair(18))?,
        lot: named(pair(20))?,
        serial: named(pair(22))?,
        quantity: at(cells, 24)?,
        pool: at(cells, 25)?,
    })
}

/// The same rows with what goods and places were called at a point of the log.
///
/// # Errors
/// Where what is kept of it is damaged.
pub fn as_called(moved: Vec<Moved>, then: &GoodsThen) -> Result<Vec<Moved>, Fault> {
    let one = |now: Moved| {
        let item = then.row::<Item>(now.item.0.to_cell())?.flatten();
        let (item, quantity_decimals) = match item {
            Some(item) => ((item.id, item.sku), u8::try_from(item.quantity_decimals).unwrap_or(0)),
            None => (now.item, now.quantity_decimals),
        };
        let (warehouse, location) = (then.warehouse(now.warehouse)?, then.location(now.location)?);
        let (lot, serial) = (then.lot(now.lot)?, then.serial(now.serial)?);
        Ok(Moved { item, quantity_decimals, warehouse, location, lot, serial, ..now })
    };
    moved.into_iter().map(one).collect()
}

/// By how much each of these movements changed the value of its pool, with all that causes up to `seq` changed of it.
///
/// # Errors
/// Where the database fails.
pub async fn values(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    movements: &[Moved],
    seq: i64,
) -> Result<BTreeMap<(PoolId, Place), i128>, Fault> {
    let wanted: Vec<(PoolId, Place)> = movements.iter().filter_map(Moved::of_pool).collect();
    value_entries::of_goods(snapshot, organization, &wanted, seq).await
}

/// Whether every lot or piece of an item had costs of its own from its first movement on, as was known at an event of the log: it
/// was never in a pool with others.
///
/// # Errors
/// Where the database fails.
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
