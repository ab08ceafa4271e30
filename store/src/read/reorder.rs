//! Which items have come down to the point at which more should be ordered, and how much of them is missing.

use domain::book::reach::Reach;
use domain::value::id::{OrganizationId, PartyId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue};

use super::Conditions;
use super::availability::{Figures, Moment, goods, on_their_way, sums};
use super::columns::{Columns, selected};
use super::days::Days;
use super::parts::PART;
use super::stock::StockItem;
use crate::{Fault, Snapshot};

selected! {
    /// An item with its stock and its target. Quantities of the item have 6 decimals, independent of its own.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct LowItem(supplier) {
        item: StockItem = StockItem::selected(),
        reorder_point: i64 = "i.reorder_point",
        min_quantity: Option<i64> = "i.min_quantity",
        max_quantity: Option<i64> = "i.max_quantity",
        lead_time_days: Option<i64> = "i.lead_time_days",
        /// The supplier of the last receipt of it that named one.
        supplier: Option<PartyId> = supplier,
        figures: Figures = Figures::selected(),
    }
}

impl LowItem {
    /// The target stock: the item's maximum; without one, the minimum or the reorder point, whichever is more.
    #[must_use]
    pub fn target(&self) -> i128 {
        let target = self.max_quantity.unwrap_or_else(|| self.min_quantity.unwrap_or(0).max(self.reorder_point));
        self.own(target)
    }

    /// The quantity missing to that. Goods on their way are not missing.
    #[must_use]
    pub fn missing(&self) -> i128 {
        (self.target() - self.figures.to_be()).max(0)
    }

    /// Whether there is no more than the reorder point, and anything missing.
    #[must_use]
    pub fn is_low(&self) -> bool {
        self.figures.to_be() <= self.own(self.reorder_point) && self.missing() > 0
    }

    /// A quantity of the item in its smallest unit, cut down: a number at most this is at most the quantity itself.
    #[must_use]
    pub fn own(&self, quantity: i64) -> i128 {
        let decimals = u32::from(self.item.quantity_decimals);
        i128::from(quantity) / 10_i128.pow(QUANTITY_DECIMALS.saturating_sub(decimals))
    }
}

/// Decimals of the quantities of an item.
const QUANTITY_DECIMALS: u32 = 6;

/// A quantity of `i` in its smallest unit, as [`LowItem::own`] has it.
fn own(quantity: &str) -> String {
    format!(
        "{quantity} / (case i.quantity_decimals when 0 then 1000000 when 1 then 100000 when 2 then 10000 when 3 then 1000 \
         when 4 then 100 when 5 then 10 else 1 end)"
    )
}

/// The items that have a point at which more is ordered.
const ORDERED: &str =
    "(select id from items where organization_id = $1 and status = 'active' and reorder_point is not null)";

/// The target of `i`, as [`LowItem::target`] has it, in 6 decimals.
const TARGET: &str = "coalesce(i.max_quantity, case when coalesce(i.min_quantity, 0) > i.reorder_point then i.min_quantity \
     else i.reorder_point end)";

/// The only column of [`supplier_of`].
const SUPPLIER: &str = "m.party_id";

/// The supplier of the last receipt of an item that names one, of those receipts that a condition on `m` takes.
fn supplier_of(item: &str, condition: &str, there: &str) -> String {
    format!(
        "select {SUPPLIER} from movement_lines as ml \
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
    let mut columns = Columns::default();
    let party = columns.add(SUPPLIER);
    let sql = supplier_of("$2", condition, &asked.text);
    let rows = columns.rows(snapshot, &sql, &asked.params).await?;
    rows.first().map(|row| party.of(row)).transpose()
}

/// The next active items by sku, after a sku in lower case, that are low: in all warehouses together in which the
/// reader acts, or in one of them. A reader who acts nowhere orders nothing.
pub async fn low_items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    warehouse: Option<WarehouseId>,
    reach: &Reach,
    now: Moment,
    after: Option<&str>,
    most: usize,
) -> Result<Vec<LowItem>, Fault> {
    if reach.is_nowhere() {
        return Ok(Vec::new());
    }
    let mut low = Low::read(snapshot, organization, warehouse, reach, now).await?;
    let there = low.asked.reach(reach).map(|list| format!(" and ml.warehouse_id in {list}")).unwrap_or_default();
    let supplier = supplier_of("i.id", "m.status = 'posted'", &there);
    let selected = LowItem::selected(&format!("({supplier})"));
    let mut wanted = String::new();
    if let Some(after) = after {
        wanted.push_str(&format!(" and i.sku_key > {}", low.asked.bind(Cell::Text(after.to_owned()))));
    }
    let most = low.asked.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let sql = format!("select {} {}{wanted} order by i.sku_key limit {most}", selected.text(), low.text);
    selected.all(snapshot, &sql, &low.asked.params).await
}

/// How many items are low where the reader acts, at most so many.
pub async fn number(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    reach: &Reach,
    now: Moment,
    most: usize,
) -> Result<i64, Fault> {
    if reach.is_nowhere() {
        return Ok(0);
    }
    let mut low = Low::read(snapshot, organization, None, reach, now).await?;
    let most = low.asked.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let sql = format!("select count(*) from (select i.id {} limit {most}) as low", low.text);
    let rows = snapshot.query(&sql, &low.asked.params, &[CellKind::Int]).await?;
    match rows.first().and_then(|row| row.first()) {
        Some(Cell::Int(number)) => Ok(*number),
        _ => Err(Fault::Corrupt("a count without its number".to_owned())),
    }
}

/// Low items `i` with their sums `g`, from `from` on.
struct Low {
    text: String,
    asked: Conditions,
}

impl Low {
    async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        warehouse: Option<WarehouseId>,
        reach: &Reach,
        now: Moment,
    ) -> Result<Self, Fault> {
        let days = Days::at(now).read(snapshot, organization).await?;
        let mut asked = Conditions::new(organization);
        let (now, today) = (asked.bind(now.at.to_cell()), days.expression(&mut asked, |day| day));
        let (mut levels, mut reservations, mut transit) = (String::new(), String::new(), String::new());
        if let Some(warehouse) = warehouse {
            let place = asked.bind(warehouse.to_cell());
            levels.push_str(&format!(" and l.warehouse_id = {place}"));
            reservations.push_str(&format!(" and warehouse_id = {place}"));
            transit.push_str(&format!(" and to_warehouse_id = {place}"));
        }
        if let Some(list) = asked.reach(reach) {
            levels.push_str(&format!(" and l.warehouse_id in {list}"));
            reservations.push_str(&format!(" and warehouse_id in {list}"));
            transit.push_str(&format!(" and to_warehouse_id in {list}"));
        }
        // Of the other items no sum is wanted.
        levels.push_str(&format!(" and l.item_id in {ORDERED}"));
        reservations.push_str(&format!(" and item_id in {ORDERED}"));
        transit.push_str(&format!(" and item_id in {ORDERED}"));
        let part = |column: &str| format!("coalesce(g.{column}_high, 0) * {PART} + coalesce(g.{column}_low, 0)");
        let to_be =
            format!("({}) - ({}) - ({}) + ({})", part("there"), part("held"), part("reserved"), part("incoming"));
        let text = format!(
            "from items as i left join (\
           select item_id, {} from ({} union all {}) as parts group by item_id) as g on g.item_id = i.id \
         where i.organization_id = $1 and i.status = 'active' and i.reorder_point is not null \
           and {to_be} <= {} and {to_be} < {}",
            sums(),
            goods(&levels, &reservations, &now, &today),
            on_their_way(&transit),
            own("i.reorder_point"),
            own(TARGET)
        );
        Ok(Self { text, asked })
    }
}
