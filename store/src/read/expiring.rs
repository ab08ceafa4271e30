//! Lots by the first of their days, best before or the last one: where they lie, and how much of each.

use std::collections::BTreeMap;

use domain::book::reach::Reach;
use domain::rows::{StockStatus, Warehouse};
use domain::value::id::{ItemCategoryId, LocationId, LotId, OrganizationId, WarehouseId};
use domain::value::limits::LAST_DAY;
use domain::value::{Cell, CellKind, CellValue, Date};
use jiff::ToSpan;

use super::Conditions;
use super::available_then::rows_then;
use super::columns::{Pair, Parts, selected};
use super::days::Days;
use super::known_goods::GoodsThen;
use super::parts::PART;
use super::stock::{StockItem, select, shown_with};
use super::stock_then::{Until, named as as_named, places};
use super::valuation::ValuationFilter;
use super::valuation_then;
use crate::{Fault, Snapshot};

/// Which lots.
#[derive(Clone, Debug)]
pub struct ExpiryFilter {
    /// Stock at the end of this day, by posting date; now if absent.
    pub as_of: Option<Date>,
    /// The day from which days are counted, where goods lie.
    pub days: Days,
    /// Only goods whose first day is at most so many days ahead.
    pub within_days: Option<i64>,
    /// Only goods that have expired, or only the others.
    pub expired: Option<bool>,
    pub sku_key: Option<String>,
    pub category: Option<ItemCategoryId>,
    pub warehouse: Option<WarehouseId>,
    /// Where the reader acts.
    pub reach: Reach,
    pub status: Option<StockStatus>,
}

selected! {
    /// A lot in one place.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Expiring() {
        item: StockItem = StockItem::selected(),
        warehouse: (WarehouseId, String) = Pair("w.id", "w.code"),
        /// That of the warehouse.
        timezone: Option<String> = "w.timezone",
        /// `None` in no bin.
        location: Option<(LocationId, String)> = Pair("l.id", "l.code"),
        lot: (LotId, String) = Pair("t.id", "t.number"),
        status: StockStatus = "t.status",
        best_before: Option<Date> = "t.best_before",
        /// The last day on which it may be used.
        expires_on: Option<Date> = "t.expires_on",
        /// In the item's smallest unit.
        quantity: i128 = Parts("g."),
    }
}

/// The earlier of the two days of a lot, as `Lot::first_day` has it.
const FIRST_DAY: &str =
    "case when t.best_before < t.expires_on then t.best_before else coalesce(t.expires_on, t.best_before) end";

fn order() -> String {
    format!("{FIRST_DAY}, i.sku_key, t.number, w.code, coalesce(l.code, '')")
}

/// Kinds of the cells that say where a page begins.
pub const PLACE_KINDS: [CellKind; 5] = [CellKind::Text; 5];

impl Expiring {
    /// The earlier of its two days, of which it has one.
    #[must_use]
    pub fn first_day(&self) -> Option<Date> {
        [self.best_before, self.expires_on].into_iter().flatten().min()
    }

    /// Where the next page begins behind this row.
    #[must_use]
    pub fn place(&self) -> Vec<Cell> {
        let location = self.location.as_ref().map(|(_, code)| code.clone()).unwrap_or_default();
        let texts =
            [&self.item.sku_key, &self.lot.1, &self.warehouse.1, &location].map(|text| Cell::Text(text.clone()));
        std::iter::once(self.first_day().to_cell()).chain(texts).collect()
    }
}

/// The next rows by day, sku, lot, warehouse and location, after a place.
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
    let days = filter.days.read(snapshot, organization).await?;
    if let Some(most) = filter.within_days {
        let last = days.expression(&mut wanted, |day| ahead(day, most));
        wanted.text.push_str(&format!(" and {FIRST_DAY} <= {last}"));
    }
    if let Some(expired) = filter.expired {
        let today = days.expression(&mut wanted, |day| day);
        let is_it = if expired { "" } else { "not " };
        wanted.text.push_str(&format!(" and {is_it}(t.expires_on is not null and t.expires_on < {today})"));
    }
    wanted.equal("t.status", filter.status.map(|status| status.to_cell()));
    wanted.equal("i.sku_key", filter.sku_key.clone().map(Cell::Text));
    wanted.equal("i.category_id", filter.category.map(|id| id.to_cell()));
    let order = order();
    if let Some(after) = after {
        let places: Vec<String> = after.iter().map(|cell| wanted.bind(cell.clone())).collect();
        wanted.text.push_str(&format!(" and ({order}) > ({})", places.join(", ")));
    }
    let most = wanted.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let selected = Expiring::selected();
    let sql = format!(
        "select {} from ({stock}) as g \
         join lots as t on t.organization_id = $1 and t.id = g.lot_id \
         join items as i on i.organization_id = $1 and i.id = g.item_id \
         join warehouses as w on w.organization_id = $1 and w.id = g.warehouse_id \
         left join locations as l on l.organization_id = $1 and l.id = g.location_id \
         where (t.best_before is not null or t.expires_on is not null) and g.high * {PART} + g.low <> 0{} order by {order} limit {most}",
        selected.text(),
        wanted.text
    );
    selected.all(snapshot, &sql, &wanted.params).await
}

/// All rows as the books knew them at an earlier point of their log, in the same order.
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
    let warehouses: Vec<Warehouse> = rows_then(snapshot, organization, then, "").await?;
    let zones: BTreeMap<_, _> = warehouses.into_iter().map(|house| (house.id, house.timezone)).collect();
    let shown = shown_with(&["warehouse_id", "location_id", "lot_id"]);
    let (sql, selected) = select(&shown, &stock);
    let mut found = Vec::new();
    for one in selected.all(snapshot, &sql, &conditions.params).await? {
        let one = as_named(then, one)?;
        let (best_before, expires_on) = (one.best_before, one.expires_on);
        let first_day = [best_before, expires_on].into_iter().flatten().min();
        let (Some(lot), Some(status), Some(first_day), Some(warehouse)) =
            (one.lot, one.lot_status, first_day, one.warehouse)
        else {
            continue;
        };
        let timezone = zones.get(&warehouse.0).cloned().flatten();
        let today = filter.days.of(timezone.as_deref());
        let is_expired = expires_on.is_some_and(|last| last < today);
        let is_wanted = items.contains_key(&one.item.id)
            && filter.within_days.is_none_or(|most| first_day <= ahead(today, most))
            && filter.expired.is_none_or(|wanted| wanted == is_expired)
            && filter.status.is_none_or(|wanted| wanted == status);
        if is_wanted && one.quantity != 0 {
            let (item, location, quantity) = (one.item, one.location, one.quantity);
            found.push(Expiring {
                item,
                warehouse,
                timezone,
                location,
                lot,
                status,
                best_before,
                expires_on,
                quantity,
            });
        }
    }
    found.sort_by_cached_key(Expiring::place);
    Ok(found)
}

/// So many days later, as far as there are days.
fn ahead(day: Date, days: i64) -> Date {
    day.checked_add(days.days()).unwrap_or(LAST_DAY).min(LAST_DAY)
}
