//! The value of goods as the books knew it at an earlier point of their log.
//!
//! Values are the present ones less changes caused since, quantities the present ones less later movements.

use std::collections::BTreeMap;

use domain::book::reach::Reach;
use domain::rows::items::Item;
use domain::rows::{Warehouse, WarehouseKind};
use domain::value::id::{AccountId, ItemCategoryId, ItemId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellValue};

use super::columns::{Columns, Pair, Sum, SumBy, SumOfParts};
use super::known_goods::{GoodsThen, until};
use super::parts::PART;
use super::scopes::with_own_costs;
use super::stock::StockItem;
use super::stock_then::{Until, places};
use super::valuation::{ValuationFilter, Valued, written_down};
use crate::{Fault, Snapshot};

/// Items that a filter lets in, with the category of each.
pub(super) type Items = BTreeMap<ItemId, (StockItem, Option<ItemCategoryId>)>;

/// A valuation as it was.
#[derive(Clone, Debug, Default)]
pub struct ValuationThen {
    /// All items by sku in lower case.
    pub items: Vec<Valued>,
    /// The total value, by account; accounts with a sum of 0 have none.
    pub by_account: BTreeMap<AccountId, i128>,
    /// The same by warehouse; zeros stand for all that share their costs.
    pub by_warehouse: BTreeMap<WarehouseId, i128>,
    /// The same by category; `None` for items in none.
    pub by_category: BTreeMap<Option<ItemCategoryId>, i128>,
}

impl ValuationThen {
    /// The next items by sku, after a sku in lower case.
    #[must_use]
    pub fn behind(&self, after: Option<&str>, most: usize) -> Vec<Valued> {
        let is_behind = |row: &&Valued| after.is_none_or(|after| row.item.sku_key.as_str() > after);
        self.items.iter().filter(is_behind).take(most).cloned().collect()
    }
}

/// The valuation at a point of the log.
pub async fn read(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    then: &GoodsThen,
) -> Result<ValuationThen, Fault> {
    let items = items(snapshot, organization, filter, then).await?;
    let mut found = ValuationThen::default();
    let mut sums: BTreeMap<ItemId, [i128; 3]> = BTreeMap::new();
    // Which items are asked for is said below, as they were then.
    let of_any = ValuationFilter { category: None, sku_key: None, ..filter.clone() };
    for (item, amount) in written_down(snapshot, organization, &of_any, Some(then.seq), "p.item_id").await? {
        sums.entry(item).or_default()[2] += amount;
    }
    for (item, scope, account, value) in values(snapshot, organization, filter, then).await? {
        let Some((_, category)) = items.get(&item) else { continue };
        if filter.warehouse.is_some_and(|warehouse| warehouse != scope) || !filter.reach.has(scope) {
            continue;
        }
        sums.entry(item).or_default()[1] += value;
        *found.by_account.entry(account).or_default() += value;
        *found.by_warehouse.entry(scope).or_default() += value;
        *found.by_category.entry(*category).or_default() += value;
    }
    for (item, quantity) in quantities(snapshot, organization, filter, then).await? {
        sums.entry(item).or_default()[0] += quantity;
    }
    found.by_account.retain(|_, value| *value != 0);
    found.by_warehouse.retain(|_, value| *value != 0);
    found.by_category.retain(|_, value| *value != 0);
    found.items = items.into_iter().map(|(id, (item, _))| valued(item, sums.get(&id))).collect();
    found.items.retain(|one| !filter.non_zero || one.quantity != 0 || one.value != 0);
    found.items.sort_by(|one, other| one.item.sku_key.cmp(&other.item.sku_key));
    Ok(found)
}

fn valued(item: StockItem, sums: Option<&[i128; 3]>) -> Valued {
    let [quantity, value, written_down] = sums.copied().unwrap_or_default();
    Valued { item, quantity, value, written_down }
}

/// The items that there were, as they were described.
pub(super) async fn items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    then: &GoodsThen,
) -> Result<Items, Fault> {
    let mut columns = Columns::default();
    let (item, category) = (columns.add(StockItem::selected()), columns.add("i.category_id"));
    let sql = format!("select {} from items as i where i.organization_id = $1", columns.text());
    let mut found = Items::new();
    for row in &columns.rows(snapshot, &sql, &[Cell::Id(organization.0)]).await? {
        let item = item.of(row)?;
        found.insert(item.id, (item, category.of(row)?));
    }
    for (id, row) in then.rows::<Item>()? {
        match row {
            Some(row) => {
                let category = row.category_id;
                found.insert(row.id, (StockItem::from(row), category))
            }
            None => found.remove(&ItemId::from_cell(&id)?),
        };
    }
    found.retain(|_, (item, category)| {
        filter.sku_key.as_ref().is_none_or(|sku| *sku == item.sku_key)
            && filter.category.is_none_or(|wanted| *category == Some(wanted))
    });
    Ok(found)
}

/// The value of each item in each scope, on each account.
async fn values(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    then: &GoodsThen,
) -> Result<Vec<(ItemId, WarehouseId, AccountId, i128)>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let day = until(filter.as_of, &mut params);
    let on = day.map_or_else(String::new, |day| format!(" and {}", day.replace("{}", "date")));
    let mut parts = vec![format!("select pool_id, account_id, value from pool_days where organization_id = $1{on}")];
    if !then.is_now {
        params.push(Cell::Int(then.seq));
        parts.push(format!(
            "select pool_id, account_id, -amount as value from posted_values \
             where organization_id = $1 and cause_seq > ${} and leg = 'stock'{on}",
            params.len()
        ));
    }
    let mut columns = Columns::default();
    let (item, scope, account) = (columns.add("p.item_id"), columns.add("p.scope_id"), columns.add("v.account_id"));
    let value = columns.add(SumOfParts("v."));
    let sql = format!(
        "select {} from (\
           select pool_id, account_id, sum(value / {PART}) as high, sum(value % {PART}) as low \
           from ({}) as u group by pool_id, account_id) as v \
         join pools as p on p.organization_id = $1 and p.id = v.pool_id \
         where p.organization_id = $1 group by p.item_id, p.scope_id, v.account_id",
        columns.text(),
        parts.join(" union all ")
    );
    let rows = columns.rows(snapshot, &sql, &params).await?;
    rows.iter().map(|row| Ok((item.of(row)?, scope.of(row)?, account.of(row)?, value.of(row)?))).collect()
}

/// The quantity of each item where goods have a value; an item may have several rows.
async fn quantities(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    then: &GoodsThen,
) -> Result<Vec<(ItemId, i128)>, Fault> {
    // Goods that go from pool to pool and stay where they are have lines that move nothing: then places are read, too.
    if filter.as_of.is_some() || !then.is_now {
        return by_place(snapshot, organization, filter, then).await;
    }
    let params = [Cell::Id(organization.0)];
    let by = SumBy::<(ItemId, WarehouseId)>::new(Pair("p.item_id", "p.scope_id"), Sum("p.quantity"));
    let sql =
        format!("select {} from pools as p where p.organization_id = $1 group by p.item_id, p.scope_id", by.text());
    let found = by.all(snapshot, &sql, &params).await?;
    let is_asked =
        |scope: WarehouseId| filter.warehouse.is_none_or(|wanted| wanted == scope) && filter.reach.has(scope);
    let in_scope = found.into_iter().filter(|((_, scope), _)| is_asked(*scope));
    Ok(in_scope.map(|((item, _), quantity)| (item, quantity)).collect())
}

/// The same from the stock of the warehouses, by posting date: scrap has no value, and goods of others have none to us.
async fn by_place(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &ValuationFilter,
    then: &GoodsThen,
) -> Result<Vec<(ItemId, i128)>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    let places = places(then, Until::Posted(filter.as_of), &mut params);
    let by = SumBy::<(ItemId, WarehouseId)>::new(Pair("item_id", "warehouse_id"), Sum("quantity"));
    let sql = format!("select {} from ({places}) as u group by item_id, warehouse_id", by.text());
    let warehouses: Vec<Warehouse> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    let mut counted: BTreeMap<WarehouseId, bool> = BTreeMap::new();
    let own = with_own_costs(snapshot, organization, filter.as_of, Some(then.seq)).await?;
    for now in warehouses {
        let row = then.row::<Warehouse>(now.id.to_cell())?.flatten().unwrap_or(now);
        let has_own_costs = own.contains(&row.id);
        let is_asked = filter.warehouse.is_none_or(|wanted| wanted == row.id && has_own_costs)
            && (filter.reach == Reach::Everywhere || (filter.reach.has(row.id) && has_own_costs));
        let has_value = !matches!(row.kind, WarehouseKind::Scrap | WarehouseKind::ConsignmentIn);
        counted.insert(row.id, has_value && is_asked);
    }
    let found = by.all(snapshot, &sql, &params).await?;
    let there = found.into_iter().filter(|((_, warehouse), _)| counted.get(warehouse).copied().unwrap_or(false));
    Ok(there.map(|((item, _), quantity)| (item, quantity)).collect())
}
