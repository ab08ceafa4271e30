//! Lots by the day on which they expire: where they lie, and how much of each.

use domain::access::Reach;
use domain::inventory::lots::StockStatus;
use domain::value::id::{ItemCategoryId, LocationId, LotId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue, Date};

use super::Conditions;
use super::known_goods::GoodsThen;
use super::parts::{PART, whole};
use super::stock::{ITEM_COLUMNS, ITEM_KINDS, StockItem, at, item, named, row, select, shown_with};
use super::stock_then::{Until, named as as_named, places};
use super::valuation::ValuationFilter;
use super::valuation_then;
use crate::{Fault, Snapshot};

/// Which lots.
#[derive(Clone, Debug, Default)]
pub struct ExpiryFilter {
    /// What was there at the end of this day, by posting date; now where absent.
    pub as_of: Option<Date>,
    /// Only what expires on this day or before.
    pub until: Option<Date>,
    /// Only what expires on this day or after.
    pub from: Option<Date>,
    pub sku_key: Option<String>,
    pub category: Option<ItemCategoryId>,
    pub warehouse: Option<WarehouseId>,
    /// Where the reader acts.
    pub reach: Reach,
    pub status: Option<StockStatus>,
}

/// A lot in one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expiring {
    pub item: StockItem,
    pub warehouse: (WarehouseId, String),
    /// `None` in no bin.
    pub location: Option<(LocationId, String)>,
    pub lot: (LotId, String),
    pub status: StockStatus,
    /// The last day on which it may be used.
    pub expires_on: Date,
    /// In the item's smallest unit.
    pub quantity: i128,
}

const ORDER: &str = "t.expires_on, i.sku_key, t.number, w.code, coalesce(l.code, '')";

/// Kinds of the cells that say where a page begins.
pub const PLACE_KINDS: [CellKind; 5] = [CellKind::Text; 5];

impl Expiring {
    /// Where the next page begins behind this row.
    #[must_use]
    pub fn place(&self) -> Vec<Cell> {
        let location = self.location.as_ref().map(|(_, code)| code.clone()).unwrap_or_default();
        let texts =
            [&self.item.sku_key, &self.lot.1, &self.warehouse.1, &location].map(|text| Cell::Text(text.clone()));
        std::iter::once(self.expires_on.to_cell()).chain(texts).collect()
    }
}

/// The next rows by day, sku, lot, warehouse and location, behind a place.
///
/// # Errors
/// Where the database fails.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ExpiryFilter,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<Expiring>, Fault> {
    let mut conditions = Conditions::new(organization);
    // Zeros are stock of no lot.
    conditions.when("lot_id <> {}", Some(Cell::Id([0; 16])));
    conditions.when("date <= {}", filter.as_of.map(|day| day.to_cell()));
    conditions.equal("warehouse_id", filter.warehouse.map(|id| id.to_cell()));
    conditions.within("warehouse_id", &filter.reach);
    let source = if filter.as_of.is_some() { "stock_days" } else { "stock_levels" };
    let stock = format!(
        "select item_id, warehouse_id, location_id, lot_id, sum(quantity / {PART}) as high, \
           sum(quantity % {PART}) as low from {source} {} group by item_id, warehouse_id, location_id, lot_id",
        conditions.text
    );
    let mut wanted = Conditions { text: String::new(), params: conditions.params };
    wanted.when("t.expires_on <= {}", filter.until.map(|day| day.to_cell()));
    wanted.when("t.expires_on >= {}", filter.from.map(|day| day.to_cell()));
    wanted.equal("t.status", filter.status.map(|status| status.to_cell()));
    wanted.equal("i.sku_key", filter.sku_key.clone().map(Cell::Text));
    wanted.equal("i.category_id", filter.category.map(|id| id.to_cell()));
    if let Some(after) = after {
        let places: Vec<String> = after.iter().map(|cell| wanted.bind(cell.clone())).collect();
        wanted.text.push_str(&format!(" and ({ORDER}) > ({})", places.join(", ")));
    }
    let most = wanted.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let sql = format!(
        "select {ITEM_COLUMNS}, w.id, w.code, l.id, l.code, t.id, t.number, t.status, t.expires_on, \
           cast(g.high as bigint), cast(g.low as bigint) \
         from ({stock}) as g \
         join lots as t on t.organization_id = $1 and t.id = g.lot_id \
         join items as i on i.organization_id = $1 and i.id = g.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = g.warehouse_id \
         left join locations as l on l.organization_id = $1 and l.id = g.location_id \
         where t.expires_on is not null and g.high * {PART} + g.low <> 0{} order by {ORDER} limit {most}",
        wanted.text
    );
    use CellKind::{Id, Int, Text};
    let mut kinds = ITEM_KINDS.to_vec();
    kinds.extend([Id, Text, Id, Text, Id, Text, Text, Text, Int, Int]);
    let rows = snapshot.query(&sql, &wanted.params, &kinds).await?;
    rows.iter().map(|cells| expiring(cells)).collect()
}

fn expiring(cells: &[Cell]) -> Result<Expiring, Fault> {
    Ok(Expiring {
        item: item(cells)?,
        warehouse: (at(cells, 6)?, at(cells, 7)?),
        location: named(cells.get(8..).unwrap_or_default())?,
        lot: (at(cells, 10)?, at(cells, 11)?),
        status: at(cells, 12)?,
        expires_on: at(cells, 13)?,
        quantity: whole(cells, 14)?,
    })
}

/// All rows as the books knew them at an earlier point of their log, in the same order.
///
/// # Errors
/// Where the database fails, or what is kept is damaged.
pub async fn list_then(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ExpiryFilter,
    then: &GoodsThen,
) -> Result<Vec<Expiring>, Fault> {
    const KEYS: &str = "item_id, warehouse_id, location_id, lot_id";
    let of_items =
        ValuationFilter { category: filter.category, sku_key: filter.sku_key.clone(), ..ValuationFilter::default() };
    let items = valuation_then::items(snapshot, organization, &of_items, then).await?;
    let mut conditions = Conditions { text: String::new(), params: vec![Cell::Id(organization.0)] };
    let places = places(then, Until::Posted(filter.as_of), &mut conditions.params);
    // Zeros are stock of no lot.
    conditions.when("lot_id <> {}", Some(Cell::Id([0; 16])));
    conditions.equal("warehouse_id", filter.warehouse.map(|id| id.to_cell()));
    conditions.within("warehouse_id", &filter.reach);
    let stock = format!(
        "select {KEYS}, sum(quantity / {PART}) as high, sum(quantity % {PART}) as low from ({places}) as u \
         where 1 = 1{} group by {KEYS}",
        conditions.text
    );
    let shown = shown_with(&["warehouse_id", "location_id", "lot_id"]);
    let (sql, kinds) = select(&shown, &stock);
    let mut found = Vec::new();
    for cells in &snapshot.query(&sql, &conditions.params, &kinds).await? {
        let one = as_named(then, row(cells, &shown)?)?;
        let (Some(lot), Some(status), Some(expires_on), Some(warehouse)) =
            (one.lot, one.lot_status, one.expires_on, one.warehouse)
        else {
            continue;
        };
        let is_wanted = items.contains_key(&one.item.id)
            && filter.until.is_none_or(|last| expires_on <= last)
            && filter.from.is_none_or(|first| expires_on >= first)
            && filter.status.is_none_or(|wanted| wanted == status);
        if is_wanted && one.quantity != 0 {
            let (item, location, quantity) = (one.item, one.location, one.quantity);
            found.push(Expiring { item, warehouse, location, lot, status, expires_on, quantity });
        }
    }
    found.sort_by_cached_key(Expiring::place);
    Ok(found)
}
