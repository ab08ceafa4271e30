//! What goods are worth: now from their pools, at the end of a day from what each day changed.

use std::collections::BTreeMap;

use domain::value::id::{AccountId, ItemCategoryId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellKind, CellValue, Date};

use super::parts::{PART, sum, whole};
use super::stock::{ITEM_COLUMNS, ITEM_KINDS, StockItem, at, item};
use crate::{Fault, Snapshot};

/// Which goods.
#[derive(Clone, Debug, Default)]
pub struct ValuationFilter {
    /// At the end of this day, by posting date; now where absent.
    pub as_of: Option<Date>,
    /// Only what is valued by itself in this warehouse.
    pub warehouse: Option<WarehouseId>,
    /// Only items that are in this category itself.
    pub category: Option<ItemCategoryId>,
    /// Only this item.
    pub sku_key: Option<String>,
    /// Leaves out items of which nothing is there and that are worth nothing.
    pub non_zero: bool,
}

/// An item and what is there of it, in all warehouses where goods have a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Valued {
    pub item: StockItem,
    /// In the item's smallest unit.
    pub quantity: i128,
    /// In minor units of base currency.
    pub value: i128,
}

/// The next items by sku, behind a sku in lower case.
///
/// # Errors
/// Where the database fails.
pub async fn items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    after: Option<&str>,
    most: usize,
) -> Result<Vec<Valued>, Fault> {
    let mut asked = Asked::new(organization, filter);
    let quantities = asked.quantities();
    let values = asked.values("p.item_id as item_id");
    let mut wanted = asked.of_items();
    if filter.non_zero {
        wanted.push_str(&format!(
            " and (g.quantity_high * {PART} + g.quantity_low <> 0 or g.value_high * {PART} + g.value_low <> 0)"
        ));
    }
    if let Some(after) = after {
        wanted.push_str(&format!(" and i.sku_key > {}", asked.bind(Cell::Text(after.to_owned()))));
    }
    let most = asked.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let sql = format!(
        "select {ITEM_COLUMNS}, cast(g.quantity_high as bigint), cast(g.quantity_low as bigint), \
           cast(g.value_high as bigint), cast(g.value_low as bigint) \
         from (select item_id, sum(quantity_high) as quantity_high, sum(quantity_low) as quantity_low, \
             sum(value_high) as value_high, sum(value_low) as value_low \
           from (select item_id, sum(quantity / {PART}) as quantity_high, sum(quantity % {PART}) as quantity_low, \
               0 as value_high, 0 as value_low from ({quantities}) as q group by item_id \
             union all select item_id, 0, 0, sum(value / {PART}), sum(value % {PART}) from ({values}) as v \
             group by item_id) as u group by item_id) as g \
         join items as i on i.organization_id = $1 and i.id = g.item_id \
         where i.organization_id = $1{wanted} order by i.sku_key limit {most}"
    );
    let mut kinds = ITEM_KINDS.to_vec();
    kinds.extend([CellKind::Int; 4]);
    let rows = snapshot.query(&sql, &asked.params, &kinds).await?;
    let read = |cells: &Vec<Cell>| {
        let first = ITEM_KINDS.len();
        Ok(Valued { item: item(cells)?, quantity: whole(cells, first)?, value: whole(cells, first + 2)? })
    };
    rows.iter().map(read).collect()
}

/// What all of it is worth, by the account on which it is valued; accounts that come to nothing have none.
///
/// # Errors
/// Where the database fails.
pub async fn by_account(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
) -> Result<BTreeMap<AccountId, i128>, Fault> {
    let account = if filter.as_of.is_some() { "d.account_id" } else { "p.account_id" };
    grouped(snapshot, organization, filter, account).await
}

/// The same by warehouse; zeros stand for all that share their costs.
///
/// # Errors
/// Where the database fails.
pub async fn by_warehouse(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
) -> Result<BTreeMap<WarehouseId, i128>, Fault> {
    grouped(snapshot, organization, filter, "p.scope_id").await
}

/// The same by the category that items are in now; `None` for items in none.
///
/// # Errors
/// Where the database fails.
pub async fn by_category(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
) -> Result<BTreeMap<Option<ItemCategoryId>, i128>, Fault> {
    grouped(snapshot, organization, filter, "i.category_id").await
}

async fn grouped<K: CellValue + Ord>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    key: &str,
) -> Result<BTreeMap<K, i128>, Fault> {
    let mut asked = Asked::new(organization, filter);
    let values = asked.values(&format!("{key} as of_group"));
    let sql = format!("select of_group, {} from ({values}) as v group by of_group", sum("value"));
    let rows = snapshot.query(&sql, &asked.params, &[CellKind::Id, CellKind::Int, CellKind::Int]).await?;
    let mut found = BTreeMap::new();
    for cells in &rows {
        let value = whole(cells, 1)?;
        if value != 0 {
            found.insert(at(cells, 0)?, value);
        }
    }
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

    /// `item_id` and `quantity` of what has a value where it lies.
    fn quantities(&mut self) -> String {
        let Some(day) = self.filter.as_of else {
            let mut text = "select p.item_id, p.quantity from pools as p where p.organization_id = $1".to_owned();
            text.push_str(&self.in_warehouse("p.scope_id"));
            return text;
        };
        let day = self.bind(day.to_cell());
        // Goods in a warehouse of scrap are counted and worth nothing.
        let mut text = format!(
            "select d.item_id, d.quantity from stock_days as d \
             join warehouses as w on w.organization_id = $1 and w.id = d.warehouse_id and w.kind <> 'scrap' \
             where d.organization_id = $1 and d.date <= {day}"
        );
        if self.filter.warehouse.is_some() {
            text.push_str(" and w.costing_scope = 'warehouse'");
            text.push_str(&self.in_warehouse("w.id"));
        }
        text
    }

    /// A key and `value` of pools `p`, or of their days `d`, with the items `i`.
    fn values(&mut self, key: &str) -> String {
        let of_items = "join items as i on i.organization_id = $1 and i.id = p.item_id";
        let mut text = match self.filter.as_of {
            None => format!("select {key}, p.value as value from pools as p {of_items} where p.organization_id = $1"),
            Some(day) => {
                let day = self.bind(day.to_cell());
                format!(
                    "select {key}, d.value as value from pool_days as d \
                     join pools as p on p.organization_id = $1 and p.id = d.pool_id {of_items} \
                     where d.organization_id = $1 and d.date <= {day}"
                )
            }
        };
        text.push_str(&self.in_warehouse("p.scope_id"));
        text.push_str(&self.of_items());
        text
    }

    fn in_warehouse(&mut self, column: &str) -> String {
        let Some(id) = self.filter.warehouse else { return String::new() };
        format!(" and {column} = {}", self.bind(id.to_cell()))
    }

    fn of_items(&mut self) -> String {
        let category = self.filter.category.map(|id| ("i.category_id", id.to_cell()));
        let sku = self.filter.sku_key.clone().map(|key| ("i.sku_key", Cell::Text(key)));
        let both: Vec<(&str, Cell)> = category.into_iter().chain(sku).collect();
        both.into_iter().map(|(column, cell)| format!(" and {column} = {}", self.bind(cell))).collect()
    }
}
