//! Pages of stock: of the next items by sku with any stock, so that a page sums only its own rows and not all of them.

use domain::book::reach::Reach;
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellValue};

use super::Conditions;
use super::columns::Columns;
use super::parts::PART;
use super::stock::{OnHand, StockFilter, narrow, narrow_items, select, shown_with};
use crate::{Fault, Snapshot};

/// The next rows by sku, warehouse, location, lot and piece, after a place.
pub async fn on_hand(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &StockFilter,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<OnHand>, Fault> {
    let source = if filter.as_of.is_some() { "stock_days" } else { "stock_levels" };
    let mut conditions = Conditions::new(organization);
    narrow(&mut conditions, filter);
    let stock = Stock { filter, source, conditions };
    if most >= MANY || stock.is_of_one() || stock.is_small(snapshot).await? {
        return stock.rows(snapshot, None, after, most).await;
    }
    // A page may have shown a part of its last item.
    let mut begin = after.and_then(<[Cell]>::first).map(|sku| (">=", sku.clone()));
    let mut found = Vec::new();
    loop {
        let Some(items) = stock.next_items(snapshot, begin, most).await? else { return Ok(found) };
        found.extend(stock.rows(snapshot, Some(&items), after, most - found.len()).await?);
        if items.are_last || found.len() >= most {
            return Ok(found);
        }
        begin = Some((">", items.last));
    }
}

/// This many rows are most of the stock: summing all of them is as fast as listing their items.
const MANY: usize = 10_000;

/// Fewer places than these are summed at once.
const LITTLE: i64 = 2_000;

/// Places of stock that are asked for.
struct Stock<'a> {
    filter: &'a StockFilter,
    /// The table that is summed.
    source: &'static str,
    /// Of the rows of that table.
    conditions: Conditions,
}

impl Stock<'_> {
    /// Whether all rows are of one item, lot, piece or location, which have few of them.
    fn is_of_one(&self) -> bool {
        let one = self.filter;
        let of_goods = one.item.is_some() || one.sku_key.is_some() || one.lot.is_some() || one.serial.is_some();
        of_goods || one.location.is_some()
    }

    /// Whether little lies in the warehouses that are asked for: an index finds it faster than item after item is looked at.
    async fn is_small(&self, snapshot: &mut Snapshot) -> Result<bool, Fault> {
        let is_of_some = self.filter.warehouse.is_some() || self.filter.reach != Reach::Everywhere;
        if !is_of_some || self.filter.as_of.is_some() {
            return Ok(false);
        }
        let mut columns = Columns::default();
        let count = columns.add::<i64>("count(*)");
        let sql = format!(
            "select {} from (select 1 from {} {} limit {LITTLE}) as few",
            columns.text(),
            self.source,
            self.conditions.text
        );
        let rows = columns.rows(snapshot, &sql, &self.conditions.params).await?;
        Ok(rows.first().map_or(Ok(0), |row| count.of(row))? < LITTLE)
    }

    /// Whether a place of which nothing is left has no row.
    fn is_there_now(&self) -> bool {
        self.filter.non_zero && self.filter.as_of.is_none()
    }

    /// At most this many items with stock that is asked for; `None` where there are no more.
    async fn next_items(
        &self,
        snapshot: &mut Snapshot,
        begin: Option<Begin>,
        most: usize,
    ) -> Result<Option<Items>, Fault> {
        let mut asked = self.conditions.clone();
        let there = if self.is_there_now() { " and quantity <> 0" } else { "" };
        let exists = format!("select 1 from {} {} and item_id = i.id{there}", self.source, asked.text);
        let behind = match &begin {
            Some((sign, sku)) => format!(" and i.sku_key {sign} {}", asked.bind(sku.clone())),
            None => String::new(),
        };
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let of_items = self.of_items(&mut asked);
        let limit = asked.bind(Cell::Int(most));
        let mut columns = Columns::default();
        let (count, last) = (columns.add::<i64>("count(*)"), columns.add::<Option<String>>("max(n.sku_key)"));
        let sql = format!(
            "select {} from (select i.sku_key from items as i where i.organization_id = $1{behind}{of_items} \
             and exists ({exists}) order by i.sku_key limit {limit}) as n",
            columns.text()
        );
        let rows = columns.rows(snapshot, &sql, &asked.params).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let (count, last) = (count.of(row)?, last.of(row)?);
        Ok((count > 0).then(|| Items { begin, last: last.to_cell(), are_last: count < most }))
    }

    /// The conditions on `items as i`, with their parameters among these.
    fn of_items(&self, asked: &mut Conditions) -> String {
        let mut of_items = Conditions { text: String::new(), params: std::mem::take(&mut asked.params) };
        narrow_items(&mut of_items, self.filter);
        asked.params = of_items.params;
        of_items.text
    }

    /// The rows of these items, or of all, after a place.
    async fn rows(
        &self,
        snapshot: &mut Snapshot,
        items: Option<&Items>,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<Vec<OnHand>, Fault> {
        let (source, keys) = (self.source, self.filter.by.keys());
        let shown = shown_with(keys);
        let mut conditions = self.conditions.clone();
        if let Some(items) = items {
            items.narrow(&mut conditions);
        }
        let of_items = self.of_items(&mut conditions);
        if !of_items.is_empty() {
            conditions.text.push_str(&format!(
                " and item_id in (select i.id from items as i where i.organization_id = $1{of_items})"
            ));
        }
        let grouped: String = keys.iter().map(|key| format!(", {key}")).collect();
        let stock = format!(
            "select item_id{grouped}, sum(quantity / {PART}) as high, sum(quantity % {PART}) as low from {source} {} \
             group by item_id{grouped}",
            conditions.text
        );
        let (select, selected) = select(&shown, &stock);
        let order: Vec<&str> = std::iter::once("i.sku_key").chain(shown.iter().map(|one| one.order)).collect();
        let order = order.join(", ");
        let mut wanted = String::new();
        if self.filter.non_zero {
            wanted.push_str(&format!(" and g.high * {PART} + g.low <> 0"));
        }
        if let Some(after) = after {
            let places: Vec<String> = after.iter().map(|cell| conditions.bind(cell.clone())).collect();
            wanted.push_str(&format!(" and ({order}) > ({})", places.join(", ")));
        }
        let most = conditions.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
        let sql = format!("{select}{wanted} order by {order} limit {most}");
        selected.all(snapshot, &sql, &conditions.params).await
    }
}

/// Where items begin: with a sku in lower case (`>=`), or behind it (`>`).
type Begin = (&'static str, Cell);

/// Items whose skus follow each other.
struct Items {
    begin: Option<Begin>,
    /// The sku of the last of them, in lower case.
    last: Cell,
    /// Whether none come behind them.
    are_last: bool,
}

impl Items {
    /// Only stock of these items.
    fn narrow(&self, conditions: &mut Conditions) {
        let mut skus = format!("sku_key <= {}", conditions.bind(self.last.clone()));
        if let Some((sign, sku)) = &self.begin {
            skus.push_str(&format!(" and sku_key {sign} {}", conditions.bind(sku.clone())));
        }
        let items = format!("select id from items where organization_id = $1 and {skus}");
        conditions.text.push_str(&format!(" and item_id in ({items})"));
    }
}
