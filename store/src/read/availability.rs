//! What is available now: on hand, less what is held, less what is reserved, by item and warehouse; and which items have
//! come down to the point at which more should be ordered.

use std::collections::{BTreeMap, BTreeSet};

use domain::access::Reach;
use domain::inventory::movements::TransitLine;
use domain::inventory::reservations::Reservation;
use domain::value::id::{ItemId, OrganizationId, PartyId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue, Date, Instant};

use super::Conditions;
use super::parts::{PART, whole};
use super::stock::{ITEM_COLUMNS, ITEM_KINDS, StockItem, at, item};
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
    /// Only what lies where the reader acts.
    pub reach: Reach,
    /// Leaves out what is neither there nor reserved nor on its way.
    pub non_zero: bool,
}

/// Goods by what they are there for, in the item's smallest unit.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures {
    pub on_hand: i128,
    /// Of lots and pieces that may not be used now, and in warehouses from which nothing is promised.
    pub held: i128,
    pub reserved: i128,
    /// In transit to the warehouse: not on hand yet.
    pub incoming: i128,
}

impl Figures {
    /// These and those.
    pub fn add(&mut self, those: Self) {
        self.on_hand += those.on_hand;
        self.held += those.held;
        self.reserved += those.reserved;
        self.incoming += those.incoming;
    }

    /// Whether anything is there, reserved or on its way.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.on_hand != 0 || self.reserved != 0 || self.incoming != 0
    }

    /// What may be promised or leave without a reservation; below 0 where more is promised than there is.
    #[must_use]
    pub fn available(self) -> i128 {
        self.on_hand - self.held - self.reserved
    }

    /// What will be available once all that is in transit has come.
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

/// An item in a warehouse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Available {
    pub item: StockItem,
    pub warehouse_id: WarehouseId,
    pub warehouse_code: String,
    pub figures: Figures,
}

impl Available {
    /// Where the next page begins behind this row.
    #[must_use]
    pub fn place(&self) -> Vec<Cell> {
        vec![Cell::Text(self.item.sku_key.clone()), Cell::Text(self.warehouse_code.clone())]
    }
}

/// An item of which there is no more than its reorder point. Quantities of the item have 6 decimals, whatever it is
/// counted in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LowItem {
    pub item: StockItem,
    pub reorder_point: i64,
    pub min_quantity: Option<i64>,
    pub max_quantity: Option<i64>,
    pub lead_time_days: Option<i64>,
    /// Who sent the last receipt of it that told.
    pub supplier: Option<PartyId>,
    pub figures: Figures,
}

/// Whether goods are of a lot (`t`) or a piece (`s`) that may not be used now.
const OUT_OF_USE: &str =
    "(coalesce(t.status, 'available') <> 'available' or coalesce(s.status, 'available') <> 'available')";

/// The same on a day: a lot that has expired may not be used either.
pub(super) fn out_of_use(today: &str) -> String {
    format!("({OUT_OF_USE} or (t.expires_on is not null and t.expires_on < {today}))")
}

/// Whether goods of a level (`l`, with `t` its lot, `s` its piece and `w` its warehouse) are held; the rule is the core's
/// (`domain/src/inventory/reservations/available.rs`).
fn held(today: &str) -> String {
    format!("({} or w.kind in ('quarantine', 'scrap', 'inTransit'))", out_of_use(today))
}

/// What the sums are of: levels, and reservations that hold goods at an instant.
fn goods(levels: &str, reservations: &str, (now, today): (&str, &str)) -> String {
    format!(
        "select l.item_id, l.warehouse_id, l.quantity as there, case when {} then l.quantity else 0 end as held, \
           0 as reserved, 0 as incoming \
         from stock_levels as l \
           join warehouses as w on w.organization_id = l.organization_id and w.id = l.warehouse_id \
           left join lots as t on t.organization_id = l.organization_id and t.id = l.lot_id \
           left join serials as s on s.organization_id = l.organization_id and s.id = l.serial_id \
         where l.organization_id = $1{levels} \
         union all \
         select item_id, warehouse_id, 0, 0, quantity - consumed_quantity, 0 from {} \
         where organization_id = $1 and status = 'active' and (expires_at is null or expires_at > {now}){reservations}",
        held(today),
        <Reservation as domain::book::Row>::table().name
    )
}

/// What is in transit to warehouses, in the columns of [`goods`].
fn on_their_way(lines: &str) -> String {
    format!(
        "select item_id, to_warehouse_id as warehouse_id, 0, 0, 0, quantity - received - lost from {} \
         where organization_id = $1 and is_open = 1{lines}",
        <TransitLine as domain::book::Row>::table().name
    )
}

/// Sums of the four columns of [`goods`], each in two parts.
fn sums() -> String {
    let part =
        |column: &str| format!("sum({column} / {PART}) as {column}_high, sum({column} % {PART}) as {column}_low");
    ["there", "held", "reserved", "incoming"].map(part).join(", ")
}

const PARTS: &str = "cast(g.there_high as bigint), cast(g.there_low as bigint), cast(g.held_high as bigint), \
     cast(g.held_low as bigint), cast(g.reserved_high as bigint), cast(g.reserved_low as bigint), \
     cast(g.incoming_high as bigint), cast(g.incoming_low as bigint)";

fn figures(cells: &[Cell], place: usize) -> Result<Figures, Fault> {
    Ok(Figures {
        on_hand: whole(cells, place)?,
        held: whole(cells, place + 2)?,
        reserved: whole(cells, place + 4)?,
        incoming: whole(cells, place + 6)?,
    })
}

/// The next rows by sku and warehouse, behind a place, at an instant.
///
/// # Errors
/// Where the database fails.
pub async fn by_warehouse(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &AvailabilityFilter,
    now: Moment,
    (after, most): (Option<&[Cell]>, usize),
) -> Result<Vec<Available>, Fault> {
    let mut asked = Conditions::new(organization);
    let (now, today) = (asked.bind(now.at.to_cell()), asked.bind(now.day.to_cell()));
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
    let sql = format!(
        "select {ITEM_COLUMNS}, w.id, w.code, {PARTS} from (\
           select item_id, warehouse_id, {} from ({} union all {}) as parts group by item_id, warehouse_id) as g \
         join items as i on i.organization_id = $1 and i.id = g.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = g.warehouse_id \
         where i.organization_id = $1{wanted} order by i.sku_key, w.code limit {most}",
        sums(),
        goods(&levels, &reservations, (&now, &today)),
        on_their_way(&transit)
    );
    let mut kinds = ITEM_KINDS.to_vec();
    kinds.extend([CellKind::Id, CellKind::Text]);
    kinds.extend([CellKind::Int; 8]);
    let rows = snapshot.query(&sql, &asked.params, &kinds).await?;
    let row = |cells: &Vec<Cell>| {
        Ok(Available {
            item: item(cells)?,
            warehouse_id: at(cells, ITEM_KINDS.len())?,
            warehouse_code: at(cells, ITEM_KINDS.len() + 1)?,
            figures: figures(cells, ITEM_KINDS.len() + 2)?,
        })
    };
    rows.iter().map(row).collect()
}

/// Those of some items at an instant, in each warehouse or in this one, where the reader acts: a page costs what it shows.
///
/// # Errors
/// Where the database fails.
pub async fn of_items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    items: &BTreeSet<ItemId>,
    (warehouse, reach): (Option<WarehouseId>, &Reach),
    now: Moment,
) -> Result<BTreeMap<(ItemId, WarehouseId), Figures>, Fault> {
    let mut found = BTreeMap::new();
    for some in items.iter().collect::<Vec<_>>().chunks(ITEMS_AT_ONCE) {
        let mut asked = Conditions::new(organization);
        let (now, today) = (asked.bind(now.at.to_cell()), asked.bind(now.day.to_cell()));
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
        let sql = format!(
            "select g.item_id, g.warehouse_id, {PARTS} from (\
               select item_id, warehouse_id, {} from ({}) as parts group by item_id, warehouse_id) as g",
            sums(),
            goods(&levels, &reservations, (&now, &today))
        );
        let mut kinds = vec![CellKind::Id; 2];
        kinds.extend([CellKind::Int; 8]);
        for cells in &snapshot.query(&sql, &asked.params, &kinds).await? {
            found.insert((at(cells, 0)?, at(cells, 1)?), figures(cells, 2)?);
        }
    }
    Ok(found)
}

/// Decimals of a reorder point.
pub(super) const POINT_DECIMALS: u32 = 6;

/// The reorder point of `i` in its smallest unit, cut down: what is at most this is at most the point itself.
const POINT: &str = "i.reorder_point / (case i.quantity_decimals when 0 then 1000000 when 1 then 100000 when 2 then 10000 \
     when 3 then 1000 when 4 then 100 when 5 then 10 else 1 end)";

/// The supplier of the last receipt of an item that names one, of those receipts that a condition on `m` takes.
fn supplier_of(item: &str, condition: &str, there: &str) -> String {
    format!(
        "select m.party_id from movement_lines as ml \
           join movements as m on m.organization_id = ml.organization_id and m.id = ml.movement_id \
         where ml.organization_id = $1 and ml.item_id = {item} and m.kind = 'receipt' and {condition} \
           and m.party_id is not null{there} order by ml.movement_seq desc limit 1"
    )
}

/// The same of one item, which is `$2`, where the reader acts.
pub(super) async fn supplier(
    snapshot: &mut Snapshot,
    params: Vec<Cell>,
    condition: &str,
    reach: &Reach,
) -> Result<Option<PartyId>, Fault> {
    let mut asked = Conditions { text: String::new(), params };
    asked.within("ml.warehouse_id", reach);
    let sql = supplier_of("$2", condition, &asked.text);
    let rows = snapshot.query(&sql, &asked.params, &[CellKind::Id]).await?;
    Ok(rows.first().map(|cells| at(cells, 0)).transpose()?)
}

/// The next active items by sku, behind a sku in lower case, of which no more is available or in transit there than their
/// reorder point: in all warehouses together in which the reader acts, or in one of them.
///
/// # Errors
/// Where the database fails.
pub async fn low_items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    (warehouse, reach): (Option<WarehouseId>, &Reach),
    now: Moment,
    (after, most): (Option<&str>, usize),
) -> Result<Vec<LowItem>, Fault> {
    let mut asked = Conditions::new(organization);
    let (now, today) = (asked.bind(now.at.to_cell()), asked.bind(now.day.to_cell()));
    let (mut levels, mut reservations, mut transit) = (String::new(), String::new(), String::new());
    if let Some(warehouse) = warehouse {
        let place = asked.bind(warehouse.to_cell());
        levels.push_str(&format!(" and l.warehouse_id = {place}"));
        reservations.push_str(&format!(" and warehouse_id = {place}"));
        transit.push_str(&format!(" and to_warehouse_id = {place}"));
    }
    let mut there = String::new();
    if let Some(list) = asked.reach(reach) {
        levels.push_str(&format!(" and l.warehouse_id in {list}"));
        reservations.push_str(&format!(" and warehouse_id in {list}"));
        transit.push_str(&format!(" and to_warehouse_id in {list}"));
        there = format!(" and ml.warehouse_id in {list}");
    }
    let supplier = supplier_of("i.id", "m.status = 'posted'", &there);
    let mut wanted = String::new();
    if let Some(after) = after {
        wanted.push_str(&format!(" and i.sku_key > {}", asked.bind(Cell::Text(after.to_owned()))));
    }
    let most = asked.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let part = |column: &str| format!("coalesce(g.{column}_high, 0) * {PART} + coalesce(g.{column}_low, 0)");
    let to_be = format!("({}) - ({}) - ({}) + ({})", part("there"), part("held"), part("reserved"), part("incoming"));
    let parts = PARTS.replace("cast(g.", "cast(coalesce(g.").replace(" as bigint)", ", 0) as bigint)");
    let sql = format!(
        "select {ITEM_COLUMNS}, i.reorder_point, i.min_quantity, i.max_quantity, i.lead_time_days, ({supplier}), {parts} \
         from items as i left join (\
           select item_id, {} from ({} union all {}) as parts group by item_id) as g on g.item_id = i.id \
         where i.organization_id = $1 and i.status = 'active' and i.reorder_point is not null \
           and {to_be} <= {POINT}{wanted} \
         order by i.sku_key limit {most}",
        sums(),
        goods(&levels, &reservations, (&now, &today)),
        on_their_way(&transit)
    );
    let mut kinds = ITEM_KINDS.to_vec();
    kinds.extend([CellKind::Int; 4]);
    kinds.push(CellKind::Id);
    kinds.extend([CellKind::Int; 8]);
    let rows = snapshot.query(&sql, &asked.params, &kinds).await?;
    let first = ITEM_KINDS.len();
    let row = |cells: &Vec<Cell>| {
        Ok(LowItem {
            item: item(cells)?,
            reorder_point: at(cells, first)?,
            min_quantity: at(cells, first + 1)?,
            max_quantity: at(cells, first + 2)?,
            lead_time_days: at(cells, first + 3)?,
            supplier: at(cells, first + 4)?,
            figures: figures(cells, first + 5)?,
        })
    };
    rows.iter().map(row).collect()
}

/// Active reservations whose time is over at an instant, the first that ended first.
///
/// # Errors
/// Where the database fails.
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
