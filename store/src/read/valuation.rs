//! The value of goods: now from their pools, at the end of a day from the changes of each day.

use std::collections::{BTreeMap, BTreeSet};

use domain::book::reach::Reach;
use domain::value::id::{AccountId, ItemCategoryId, ItemId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue, Date};

use super::columns::{Sum, SumBy, SumOfParts};
use super::parts::PART;
use super::scopes::with_own_costs;
use super::stock::StockItem;
use crate::{Fault, Snapshot, sql};

/// Which goods.
#[derive(Clone, Debug, Default)]
pub struct ValuationFilter {
    /// At the end of this day, by posting date; now where absent.
    pub as_of: Option<Date>,
    /// Only goods valued separately in this warehouse.
    pub warehouse: Option<WarehouseId>,
    /// Only goods valued separately in a warehouse in which the reader acts.
    pub reach: Reach,
    /// Only items that are in this category itself.
    pub category: Option<ItemCategoryId>,
    /// Only this item.
    pub sku_key: Option<String>,
    /// Leaves out items of which nothing is there and that are worth nothing.
    pub non_zero: bool,
}

/// An item and its stock, in all warehouses where goods have a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    pub item: StockItem,
    /// In the item's smallest unit.
    pub quantity: i128,
    /// In minor units of base currency.
    pub value: i128,
    /// By how much that is written down: 0 or more.
    pub written_down: i128,
}

/// Quantities and values by item; items in neither have none.
#[derive(Clone, Debug, Default)]
pub struct ItemSums {
    pub quantities: BTreeMap<ItemId, i128>,
    pub values: BTreeMap<ItemId, i128>,
    pub written_down: BTreeMap<ItemId, i128>,
}

impl ItemSums {
    /// Quantity and value of an item, and what it is written down by.
    fn of(&self, item: ItemId) -> [i128; 3] {
        [&self.quantities, &self.values, &self.written_down].map(|sums| sums.get(&item).copied().unwrap_or(0))
    }

    /// Those of all items, for a report as a whole: three statements, however many items there are.
    pub async fn of_all(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        filter: &ValuationFilter,
    ) -> Result<Self, Fault> {
        let own = own_costs(snapshot, organization, filter).await?;
        let mut asked = Asked::new(organization, filter);
        let quantities = asked.quantities(None, own.as_ref());
        let quantities = sums(snapshot, quantities, &asked.params).await?;
        let mut asked = Asked::new(organization, filter);
        let values = asked.values_by("p.item_id");
        let values = sums(snapshot, values, &asked.params).await?;
        let written_down = written_down(snapshot, organization, filter, None, "p.item_id").await?;
        Ok(Self { quantities, values, written_down })
    }

    /// Those of these items, by key, so that the cost depends on the page alone.
    async fn of_some(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        filter: &ValuationFilter,
        items: &[StockItem],
    ) -> Result<Self, Fault> {
        let own = own_costs(snapshot, organization, filter).await?;
        let mut asked = Asked::new(organization, filter);
        let quantities = asked.quantities(Some(items), own.as_ref());
        let quantities = sums(snapshot, quantities, &asked.params).await?;
        let mut asked = Asked::new(organization, filter);
        let values = asked.values_of(items);
        let values = sums(snapshot, values, &asked.params).await?;
        // Few goods are written down: all of them are read sooner than those of a page are sought.
        let written_down = written_down(snapshot, organization, filter, None, "p.item_id").await?;
        Ok(Self { quantities, values, written_down })
    }
}

/// The warehouses that had their own costs on the day, if only goods valued separately in some are wanted.
async fn own_costs(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
) -> Result<Option<BTreeSet<WarehouseId>>, Fault> {
    if filter.as_of.is_none() || (filter.warehouse.is_none() && filter.reach == Reach::Everywhere) {
        return Ok(None);
    }
    with_own_costs(snapshot, organization, filter.as_of, None).await.map(Some)
}

/// Items that are looked at in one round of a page.
const ITEMS_AT_ONCE: usize = 1_000;

/// The next items by sku, after a sku in lower case. A caller that reads all of them passes the sums of all; otherwise
/// they are read for a few items at a time.
pub async fn items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    of_all: Option<&ItemSums>,
    after: Option<&str>,
    most: usize,
) -> Result<Vec<Valued>, Fault> {
    let at_once = if of_all.is_some() { most.max(ITEMS_AT_ONCE) } else { ITEMS_AT_ONCE };
    let mut after = after.map(str::to_owned);
    let mut found = Vec::new();
    loop {
        let some = next_items(snapshot, organization, filter, after.as_deref(), at_once).await?;
        let is_last = some.len() < at_once;
        after = some.last().map(|item| item.sku_key.clone());
        if some.is_empty() {
            return Ok(found);
        }
        let of_some = match of_all {
            Some(_) => ItemSums::default(),
            None => ItemSums::of_some(snapshot, organization, filter, &some).await?,
        };
        let sums = of_all.unwrap_or(&of_some);
        for item in some {
            let [quantity, value, written_down] = sums.of(item.id);
            if filter.non_zero && quantity == 0 && value == 0 {
                continue;
            }
            found.push(Valued { item, quantity, value, written_down });
            if found.len() == most {
                return Ok(found);
            }
        }
        if is_last {
            return Ok(found);
        }
    }
}

async fn next_items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    after: Option<&str>,
    most: usize,
) -> Result<Vec<StockItem>, Fault> {
    let mut asked = Asked::new(organization, filter);
    let mut wanted = asked.of_items();
    if let Some(after) = after {
        wanted.push_str(&format!(" and i.sku_key > {}", asked.bind(Cell::Text(after.to_owned()))));
    }
    let selected = StockItem::selected();
    let sql = format!(
        "select {} from items as i where i.organization_id = $1{wanted} order by i.sku_key limit {most}",
        selected.text()
    );
    selected.all(snapshot, &sql, &asked.params).await
}

/// A statement with the sums that it selects.
type Sums<K> = (String, SumBy<K>);

/// Sums by an id.
async fn sums<K: Ord>(
    snapshot: &mut Snapshot,
    (sql, by): Sums<K>,
    params: &[Cell],
) -> Result<BTreeMap<K, i128>, Fault> {
    Ok(by.all(snapshot, &sql, params).await?.into_iter().collect())
}

/// The total value, by the account on which goods are valued; accounts with a sum of 0 have none.
pub async fn by_account(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
) -> Result<BTreeMap<AccountId, i128>, Fault> {
    grouped(snapshot, organization, filter, "v.account_id").await
}

/// The same by warehouse; zeros stand for all that share their costs.
pub async fn by_warehouse(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
) -> Result<BTreeMap<WarehouseId, i128>, Fault> {
    grouped(snapshot, organization, filter, "p.scope_id").await
}

/// The same by item.
pub async fn by_item(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
) -> Result<BTreeMap<ItemId, i128>, Fault> {
    grouped(snapshot, organization, filter, "p.item_id").await
}

/// The same by the category that items are in now; `None` for items in none.
pub async fn by_category(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
) -> Result<BTreeMap<Option<ItemCategoryId>, i128>, Fault> {
    grouped(snapshot, organization, filter, "i.category_id").await
}

/// By how much goods are written down, by a key of their pools `p` or items `i`; keys with a sum of 0 have none. As was
/// known at an event of the log, where one is named.
pub async fn written_down<K: CellValue + Ord>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    seq: Option<i64>,
    key: &str,
) -> Result<BTreeMap<K, i128>, Fault> {
    let mut asked = Asked::new(organization, filter);
    let mut wanted = asked.in_warehouse("p.scope_id");
    wanted.push_str(&asked.of_items());
    if let Some(day) = filter.as_of {
        wanted.push_str(&format!(" and v.date <= {}", asked.bind(day.to_cell())));
    }
    if let Some(seq) = seq {
        wanted.push_str(&format!(" and v.cause_seq <= {}", asked.bind(Cell::Int(seq))));
    }
    let by = SumBy::new(key, Sum("-v.amount"));
    let sql = format!(
        "select {} from value_entries as v \
         join pools as p on p.organization_id = $1 and p.id = v.pool_id \
         join items as i on i.organization_id = $1 and i.id = p.item_id \
         where v.organization_id = $1 and v.leg = 'allowance'{wanted} group by {key}",
        by.text()
    );
    let mut found = sums(snapshot, (sql, by), &asked.params).await?;
    found.retain(|_, amount| *amount != 0);
    Ok(found)
}

async fn grouped<K: CellValue + Ord>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    key: &str,
) -> Result<BTreeMap<K, i128>, Fault> {
    let mut asked = Asked::new(organization, filter);
    let values = asked.values_by(key);
    let mut found = sums(snapshot, values, &asked.params).await?;
    found.retain(|_, value| *value != 0);
    Ok(found)
}

/// The parts of a statement with their parameters.
struct Asked<'a> {
    filter: &'a ValuationFilter,
    params: Vec<Cell>,
}

impl<'a> Asked<'a> {
    fn new(organization: OrganizationId, filter: &'a ValuationFilter) -> Self {
        Self { filter, params: vec![Cell::Id(organization.0)] }
    }

    fn bind(&mut self, cell: Cell) -> String {
        self.params.push(cell);
        format!("${}", self.params.len())
    }

    /// Quantities of these items, or of all, where they have a value; of these warehouses alone, where some are named.
    fn quantities(&mut self, items: Option<&[StockItem]>, own: Option<&BTreeSet<WarehouseId>>) -> Sums<ItemId> {
        let Some(day) = self.filter.as_of else {
            let by = SumBy::new("p.item_id", Sum("p.quantity"));
            let sql = format!(
                "select {} from pools as p where p.organization_id = $1{}{} group by p.item_id",
                by.text(),
                items.map_or_else(String::new, |items| self.among("p.item_id", items)),
                self.in_warehouse("p.scope_id")
            );
            return (sql, by);
        };
        // Scrap is worth nothing, and goods of others are worth nothing to us.
        let by = SumBy::new("d.item_id", Sum("d.quantity"));
        let mut text = format!(
            "select {} from stock_days as d \
             join warehouses as w on w.organization_id = $1 and w.id = d.warehouse_id and w.kind not in ('scrap', 'consignmentIn') \
             where d.organization_id = $1 and d.date <= {}{}",
            by.text(),
            self.bind(day.to_cell()),
            items.map_or_else(String::new, |items| self.among("d.item_id", items))
        );
        if let Some(own) = own {
            let ids: Vec<String> = own.iter().map(|id| self.bind(id.to_cell())).collect();
            let ids = if ids.is_empty() { "null".to_owned() } else { ids.join(", ") };
            text.push_str(&format!(" and w.id in ({ids})"));
            text.push_str(&self.in_warehouse("w.id"));
        }
        text.push_str(" group by d.item_id");
        (text, by)
    }

    /// Values of these items.
    fn values_of(&mut self, items: &[StockItem]) -> Sums<ItemId> {
        let of_days = match self.filter.as_of {
            None => String::new(),
            Some(day) => format!(
                " join pool_days as d on d.organization_id = $1 and d.pool_id = p.id and d.date <= {}",
                self.bind(day.to_cell())
            ),
        };
        let by = SumBy::new("p.item_id", Sum(if of_days.is_empty() { "p.value" } else { "d.value" }));
        let sql = format!(
            "select {} from pools as p{of_days} where p.organization_id = $1{}{} group by p.item_id",
            by.text(),
            self.among("p.item_id", items),
            self.in_warehouse("p.scope_id")
        );
        (sql, by)
    }

    /// Values of all goods by a key: of the values `v` (`account_id`), of their pools `p`, or of the items `i`.
    fn values_by<K: CellValue>(&mut self, key: &str) -> Sums<K> {
        let of_items = self.of_items();
        let in_warehouse = self.in_warehouse("p.scope_id");
        let needs_items = key.starts_with("i.") || !of_items.is_empty();
        let needs_pools = needs_items || key.starts_with("p.") || !in_warehouse.is_empty();
        // Days are summed by pool first, in the order in which they are kept.
        let values = match self.filter.as_of {
            None => format!(
                "select id as pool_id, account_id, value / {PART} as high, value % {PART} as low from pools \
                 where organization_id = $1"
            ),
            Some(day) => format!(
                "select pool_id, account_id, sum(value / {PART}) as high, sum(value % {PART}) as low from pool_days \
                 where organization_id = $1 and date <= {} group by pool_id, account_id",
                self.bind(day.to_cell())
            ),
        };
        let by = SumBy::new(key, SumOfParts("v."));
        let mut text = format!("select {} from ({values}) as v", by.text());
        if needs_pools {
            text.push_str(" join pools as p on p.organization_id = $1 and p.id = v.pool_id");
        }
        if needs_items {
            text.push_str(" join items as i on i.organization_id = $1 and i.id = p.item_id");
        }
        (format!("{text} where 1 = 1{in_warehouse}{of_items} group by {key}"), by)
    }

    fn among(&mut self, column: &str, items: &[StockItem]) -> String {
        let first = self.params.len() + 1;
        self.params.extend(items.iter().map(|item| item.id.to_cell()));
        format!(" and {column} in {}", sql::list(first, items.len()))
    }

    fn in_warehouse(&mut self, column: &str) -> String {
        let mut text = String::new();
        if let Some(id) = self.filter.warehouse {
            text.push_str(&format!(" and {column} = {}", self.bind(id.to_cell())));
        }
        if let Reach::Within(ids) = &self.filter.reach {
            let places: Vec<String> = ids.iter().map(|id| self.bind(id.to_cell())).collect();
            let places = if places.is_empty() { "null".to_owned() } else { places.join(", ") };
            text.push_str(&format!(" and {column} in ({places})"));
        }
        text
    }

    fn of_items(&mut self) -> String {
        let category = self.filter.category.map(|id| ("i.category_id", id.to_cell()));
        let sku = self.filter.sku_key.clone().map(|key| ("i.sku_key", Cell::Text(key)));
        let both: Vec<(&str, Cell)> = category.into_iter().chain(sku).collect();
        both.into_iter().map(|(column, cell)| format!(" and {column} = {}", self.bind(cell))).collect()
    }
}
