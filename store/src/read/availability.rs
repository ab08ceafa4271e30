//! Available stock now: on hand, less held, less reserved, by item and warehouse.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::reach::Reach;
use domain::rows::{Reservation, TransitLine, WarehouseKind};
use domain::stock::held::holds_its_goods;
use domain::value::id::{ItemId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue, Date, Instant};

use super::Conditions;
use super::columns::{Columns, Parts, selected};
use super::days::Days;
use super::parts::PART;
use super::stock::StockItem;
use crate::{Fault, Snapshot};

/// Items that one statement asks for.
const ITEMS_AT_ONCE: usize = 500;

/// Which goods.
#[derive(Clone, Debug, Default)]
pub struct AvailabilityFilter {
    pub item: Option<ItemId>,
    /// In lower case, as it is kept.
    pub sku_key: Option<String>,
    pub warehouse: Option<WarehouseId>,
    /// Only places in which the reader acts.
    pub reach: Reach,
    /// Leaves out goods with no stock, no reservation and nothing in transit.
    pub non_zero: bool,
}

selected! {
    /// The stock of goods by its use, in the item's smallest unit.
    #[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
    pub struct Figures() {
        on_hand: i128 = Parts("g.there_"),
        /// Lots and pieces that may not be used now, and everything in warehouses from which nothing is promised; the
        /// part reserved by name is in `reserved` alone.
        held: i128 = Parts("g.held_"),
        reserved: i128 = Parts("g.reserved_"),
        /// In transit to the warehouse: not on hand yet.
        incoming: i128 = Parts("g.incoming_"),
        /// On hand and not held, in lots past their best-before date.
        past_best: i128 = Parts("g.past_best_"),
    }
}

impl Figures {
    /// These and those.
    pub fn add(&mut self, those: Self) {
        self.on_hand += those.on_hand;
        self.held += those.held;
        self.reserved += those.reserved;
        self.incoming += those.incoming;
        self.past_best += those.past_best;
    }

    /// Whether anything is there, reserved or on its way.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.on_hand != 0 || self.reserved != 0 || self.incoming != 0
    }

    /// The quantity that may be promised or leave without a reservation; below 0 if more is promised than there is.
    #[must_use]
    pub fn available(self) -> i128 {
        self.on_hand - self.held - self.reserved
    }

    /// The quantity available once everything in transit has come.
    #[must_use]
    pub fn to_be(self) -> i128 {
        self.available() + self.incoming
    }
}

/// An instant, and the day that it is where the organization is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    pub at: Instant,
    pub day: Date,
}

selected! {
    /// An item in a warehouse.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Available() {
        item: StockItem = StockItem::selected(),
        warehouse_id: WarehouseId = "w.id",
        warehouse_code: String = "w.code",
        figures: Figures = Figures::selected(),
    }
}

impl Available {
    /// Where the next page begins behind this row.
    #[must_use]
    pub fn place(&self) -> Vec<Cell> {
        vec![Cell::Text(self.item.sku_key.clone()), Cell::Text(self.warehouse_code.clone())]
    }
}

/// Whether goods are of a lot (`t`) or a piece (`s`) that may not be used now.
const OUT_OF_USE: &str =
    "(coalesce(t.status, 'available') <> 'available' or coalesce(s.status, 'available') <> 'available')";

/// The same on a day where they lie: a lot that has expired may not be used either.
pub(super) fn out_of_use(today: &str) -> String {
    format!("({OUT_OF_USE} or (t.expires_on is not null and t.expires_on < {today}))")
}

/// Whether goods of a level (`l`, with `t` its lot, `s` its piece and `w` its warehouse) are held; the rule is the core's
/// (`domain/src/stock/held.rs`).
fn held(today: &str) -> String {
    let kinds = WarehouseKind::ALL.iter().filter(|kind| holds_its_goods(**kind));
    let kinds: Vec<String> = kinds.map(|kind| format!("'{}'", kind.name())).collect();
    format!("({} or w.kind in ({}))", out_of_use(today), kinds.join(", "))
}

/// The source of the sums: levels, and reservations that hold goods at an instant; `today` is the day where `w` is. Goods both held and reserved by lot
/// or piece are in both, and taken out of the held quantity.
pub(super) fn goods(levels: &str, reservations: &str, now: &str, today: &str) -> String {
    let held = held(today);
    let from_levels = "stock_levels as l \
           join warehouses as w on w.organization_id = l.organization_id and w.id = l.warehouse_id \
           left join lots as t on t.organization_id = l.organization_id and t.id = l.lot_id \
           left join serials as s on s.organization_id = l.organization_id and s.id = l.serial_id";
    let active = format!(
        "{} where organization_id = $1 and status = 'active' and (expires_at is null or expires_at > {now}){reservations}",
        <Reservation as domain::rows::Row>::table().name
    );
    format!(
        "select l.item_id, l.warehouse_id, l.quantity as there, case when {held} then l.quantity else 0 end as held, \
           0 as reserved, 0 as incoming, \
           case when t.best_before < {today} and not {held} then l.quantity else 0 end as past_best \
         from {from_levels} where l.organization_id = $1{levels} \
         union all \
         select item_id, warehouse_id, 0, 0, quantity - consumed_quantity, 0, 0 from {active} \
         union all \
         select item_id, warehouse_id, 0, -cast(case when named < held then named else held end as bigint), 0, 0, 0 from (\
           select r.item_id, r.warehouse_id, r.named, (\
             select coalesce(sum(l.quantity), 0) from {from_levels} \
             where l.organization_id = $1 and l.item_id = r.item_id and l.warehouse_id = r.warehouse_id \
               and (l.lot_id = r.lot_id or l.serial_id = r.serial_id) and {held}) as held \
           from (select item_id, warehouse_id, lot_id, serial_id, sum(quantity - consumed_quantity) as named from {active} \
             and (lot_id is not null or serial_id is not null) group by item_id, warehouse_id, lot_id, serial_id) as r) as twice \
         where held > 0"
    )
}

/// Goods in transit to warehouses, in the columns of [`goods`].
pub(super) fn on_their_way(lines: &str) -> String {
    format!(
        "select item_id, to_warehouse_id as warehouse_id, 0, 0, 0, quantity - received - lost, 0 from {} \
         where organization_id = $1 and is_open = 1{lines}",
        <TransitLine as domain::rows::Row>::table().name
    )
}

/// Sums of the five columns of [`goods`], each in two parts.
pub(super) fn sums() -> String {
    let part =
        |column: &str| format!("sum({column} / {PART}) as {column}_high, sum({column} % {PART}) as {column}_low");
    ["there", "held", "reserved", "incoming", "past_best"].map(part).join(", ")
}

/// The next rows by sku and warehouse, after a place, at an instant.
pub async fn by_warehouse(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &AvailabilityFilter,
    now: Moment,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<Available>, Fault> {
    let days = Days::at(now).read(snapshot, organization).await?;
    let mut asked = Conditions::new(organization);
    let (now, today) = (asked.bind(now.at.to_cell()), days.expression(&mut asked, |day| day));
    let (mut levels, mut reservations, mut transit) = (String::new(), String::new(), String::new());
    let mut narrow = |column: &str, there: &str, cell: Option<Cell>| {
        if let Some(cell) = cell {
            let place = asked.bind(cell);
            levels.push_str(&format!(" and l.{column} = {place}"));
            reservations.push_str(&format!(" and {column} = {place}"));
            transit.push_str(&format!(" and {there} = {place}"));
        }
    };
    narrow("item_id", "item_id", filter.item.map(|id| id.to_cell()));
    narrow("warehouse_id", "to_warehouse_id", filter.warehouse.map(|id| id.to_cell()));
    if let Some(list) = asked.reach(&filter.reach) {
        levels.push_str(&format!(" and l.warehouse_id in {list}"));
        reservations.push_str(&format!(" and warehouse_id in {list}"));
        transit.push_str(&format!(" and to_warehouse_id in {list}"));
    }
    let mut wanted = String::new();
    if let Some(sku) = &filter.sku_key {
        wanted.push_str(&format!(" and i.sku_key = {}", asked.bind(Cell::Text(sku.clone()))));
    }
    if filter.non_zero {
        wanted.push_str(&format!(
            " and (g.there_high * {PART} + g.there_low <> 0 or g.reserved_high * {PART} + g.reserved_low <> 0 \
               or g.incoming_high * {PART} + g.incoming_low <> 0)"
        ));
    }
    if let Some(after) = after {
        let places: Vec<String> = after.iter().map(|cell| asked.bind(cell.clone())).collect();
        wanted.push_str(&format!(" and (i.sku_key, w.code) > ({})", places.join(", ")));
    }
    let most = asked.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let selected = Available::selected();
    let sql = format!(
        "select {} from (\
           select item_id, warehouse_id, {} from ({} union all {}) as parts group by item_id, warehouse_id) as g \
         join items as i on i.organization_id = $1 and i.id = g.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = g.warehouse_id \
         where i.organization_id = $1{wanted} order by i.sku_key, w.code limit {most}",
        selected.text(),
        sums(),
        goods(&levels, &reservations, &now, &today),
        on_their_way(&transit)
    );
    selected.all(snapshot, &sql, &asked.params).await
}

/// The figures of some items at an instant, in each warehouse or in this one, where the reader acts: the cost depends
/// on the page alone.
pub async fn of_items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    items: &BTreeSet<ItemId>,
    warehouse: Option<WarehouseId>,
    reach: &Reach,
    now: Moment,
) -> Result<BTreeMap<(ItemId, WarehouseId), Figures>, Fault> {
    let days = Days::at(now).read(snapshot, organization).await?;
    let mut found = BTreeMap::new();
    for some in items.iter().collect::<Vec<_>>().chunks(ITEMS_AT_ONCE) {
        let mut asked = Conditions::new(organization);
        let (now, today) = (asked.bind(now.at.to_cell()), days.expression(&mut asked, |day| day));
        let places: Vec<String> = some.iter().map(|id| asked.bind(id.to_cell())).collect();
        let places = places.join(", ");
        let mut levels = format!(" and l.item_id in ({places})");
        let mut reservations = format!(" and item_id in ({places})");
        if let Some(id) = warehouse {
            let place = asked.bind(id.to_cell());
            levels.push_str(&format!(" and l.warehouse_id = {place}"));
            reservations.push_str(&format!(" and warehouse_id = {place}"));
        }
        if let Some(list) = asked.reach(reach) {
            levels.push_str(&format!(" and l.warehouse_id in {list}"));
            reservations.push_str(&format!(" and warehouse_id in {list}"));
        }
        let mut columns = Columns::default();
        let (item, warehouse) = (columns.add("g.item_id"), columns.add("g.warehouse_id"));
        let figures = columns.add(Figures::selected());
        let sql = format!(
            "select {} from (\
               select item_id, warehouse_id, {} from ({}) as parts group by item_id, warehouse_id) as g",
            columns.text(),
            sums(),
            goods(&levels, &reservations, &now, &today)
        );
        for row in &columns.rows(snapshot, &sql, &asked.params).await? {
            found.insert((item.of(row)?, warehouse.of(row)?), figures.of(row)?);
        }
    }
    Ok(found)
}

/// Active reservations whose time is over at an instant, the first that ended first.
pub async fn due_reservations(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    now: Instant,
    most: usize,
) -> Result<Vec<Reservation>, Fault> {
    let rest = "where organization_id = $1 and status = 'active' and expires_at <= $2 order by expires_at, id limit $3";
    let most = Cell::Int(i64::try_from(most).unwrap_or(i64::MAX));
    snapshot.rows(rest, &[Cell::Id(organization.0), now.to_cell(), most]).await
}
