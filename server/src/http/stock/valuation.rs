//! `GET /inventory/reports/valuation`: the value of goods, with totals that are the balances of their accounts.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{ItemCategory, Row as Stored, Warehouse};
use domain::value::id::{AccountId, ItemCategoryId, ItemId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Sought};
use store::Snapshot;
use store::read::known_goods::GoodsThen;
use store::read::stock as on_hand;
use store::read::valuation::{self, ItemSums, ValuationFilter, Valued};
use store::read::valuation_then::{self, ValuationThen};

use super::unit_cost::{UNIT_COST_DECIMALS, unit_cost};
use super::{comparable, found_by, goods_then, named, quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Row, RowKind, RowRanges};
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::items::wire::Sku;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;
use crate::http::reports::row::Columns;

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 20_000;

domain::named_enum! {
    /// The grouping of a valuation's rows.
    ValuationBy {
        /// An item, with its quantity.
        Item = "item",
        /// A warehouse; those that share their costs are one row, without an id.
        Warehouse = "warehouse",
        /// The account on which goods are valued.
        Account = "account",
        /// A category with the items that are in it itself; items in none are one row, without an id.
        Category = "category",
    }
}

crate::wire_enum! {
    ValuationBy = "ValuationBy",
}

crate::report_input! {
    /// The goods to value, and the grouping of their value.
    pub struct ValuationQuery {
        /// `item` (the default), `warehouse`, `account` or `category`.
        pub by: Option<ValuationBy>,
        ..as_of,
        ..known_at,
        /// Only the item with this SKU, ignoring case.
        pub sku: Option<Sku>,
        /// Only goods in this warehouse. Goods of warehouses that share their costs belong to none of them.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only items directly in this category.
        pub category_id: Option<Sought<ItemCategoryId>>,
        /// Leaves out items without stock and value; true if absent.
        pub non_zero: Option<bool>,
        ..page,
    }
}

crate::report_output! {
    /// An item or group of items and its value.
    pub struct ValuationRow {
        /// The item, in a valuation by item.
        pub item_id: Option<Id<ItemId>>,
        pub warehouse_id: Option<Id<WarehouseId>>,
        pub account_id: Option<Id<AccountId>>,
        pub category_id: Option<Id<ItemCategoryId>>,
        /// SKU of the item, or code of the group.
        pub code: Option<String> => "Sku",
        pub name: Option<String> => "Name",
        /// In the item's base unit; quantities of several items do not add up.
        pub quantity: Option<DecimalText> => "Quantity" (quantity),
        pub unit_code: Option<String> => "Unit",
        /// The average cost of one unit, with 6 decimals; null if there is no stock.
        pub unit_cost: Option<DecimalText> => "Unit cost" (decimals UNIT_COST_DECIMALS),
        /// The cost of the goods.
        pub value: DecimalText => "Value" (amount),
        /// By how much they are written down: the allowance against them, 0 or more.
        pub written_down: DecimalText => "Written down" (amount),
        /// `value` less `writtenDown`: the carrying amount of the balance sheet.
        pub carrying_amount: DecimalText => "Carrying amount" (amount),
    }

    /// The value of the goods on one account.
    pub struct ValuedAccount {
        pub account_id: Id<AccountId>,
        pub code: String,
        pub name: String,
        /// Equals its balance in the trial balance of the same day, unless a filter leaves goods out.
        pub value: DecimalText,
    }

    /// A page of a valuation.
    pub struct ValuationView {
        pub by: Named<ValuationBy>,
        /// Null if it is as of now.
        pub as_of: Option<Day>,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// By code.
        pub data: Vec<ValuationRow>,
        /// The total of all pages.
        pub total_value: DecimalText,
        /// The same of what is written down.
        pub total_written_down: DecimalText,
        /// The same of the carrying amounts.
        pub total_carrying_amount: DecimalText,
        /// The same by account; accounts with a total of zero are left out.
        pub accounts: Vec<ValuedAccount>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::CostsRead);

/// Get the valuation of stock
///
/// Quantity and value by item, or value by warehouse, account or category. The totals by account equal the trial
/// balance of the same day, even after back-dated movements and voids. With `knownAt`, the answer is as known then; ask
/// for its other pages with the same `knownAt`.
#[utoipa::path(get, path = "/api/v1/inventory/reports/valuation", operation_id = "StockController_valuation",
    tag = "Stock", params(ValuationQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (ValuationView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn valuation(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ValuationQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let by = query.by.unwrap_or(ValuationBy::Item);
    let filter = ValuationFilter {
        as_of: comparable(query.as_of),
        warehouse: named(query.warehouse_id, |id| id.0).map(WarehouseId),
        reach: caller.reach(&mut snapshot).await?,
        category: named(query.category_id, |id| id.0).map(ItemCategoryId),
        sku_key: found_by(query.sku),
        non_zero: query.non_zero.unwrap_or(true),
    };
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let then = match frame.books.entries() {
        None => None,
        Some(_) => {
            let point = goods_then(&mut snapshot, &frame).await?;
            let found = valuation_then::read(&mut snapshot, caller.organization, &filter, &point).await?;
            Some((point, found))
        }
    };
    let report = Report { by, filter, then, frame };
    if let Some(format) = document {
        return report.document(&app, snapshot, format).await;
    }
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Text])? {
            [Cell::Text(code)] => Some(code.clone()),
            _ => return Err(Cursor::of_another_list()),
        },
        None => None,
    };
    let (data, next) = report.page(&mut snapshot, None, after, query.limit.0).await?;
    let (accounts, total) = report.accounts(&mut snapshot).await?;
    let written_down = report.total_written_down(&mut snapshot).await?;
    let view = ValuationView {
        by: Named(by),
        as_of: report.filter.as_of.map(Day),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data,
        total_value: report.frame.amount(total),
        total_written_down: report.frame.amount(written_down),
        total_carrying_amount: report.frame.amount(total - written_down),
        accounts,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// A valuation in the making.
struct Report {
    by: ValuationBy,
    filter: ValuationFilter,
    /// The stock at an earlier point of the log.
    then: Option<(GoodsThen, ValuationThen)>,
    frame: Frame,
}

impl Report {
    /// The rows after a sku in lower case, or after the code of a group, and where the next page begins.
    async fn page(
        &self,
        snapshot: &mut Snapshot,
        of_all: Option<&ItemSums>,
        after: Option<String>,
        most: usize,
    ) -> Result<(Vec<ValuationRow>, Option<Cursor>), Problem> {
        let mut rows: Vec<(String, ValuationRow)> = if self.by == ValuationBy::Item {
            let found = match &self.then {
                Some((_, then)) => then.behind(after.as_deref(), most + 1),
                None => {
                    let (own, after) = (self.frame.organization, after.as_deref());
                    valuation::items(snapshot, own, &self.filter, of_all, after, most + 1).await?
                }
            };
            found.into_iter().map(|row| (row.item.sku_key.clone(), self.item(row))).collect()
        } else {
            let mut groups = self.groups(snapshot).await?;
            groups.retain(|(code, _)| after.as_ref().is_none_or(|after| code > after));
            groups
        };
        let more = rows.len() > most;
        rows.truncate(most);
        let next = rows.last().filter(|_| more).map(|(code, _)| Cursor(vec![Cell::Text(code.clone())]));
        Ok((rows.into_iter().map(|(_, row)| row).collect(), next))
    }

    fn item(&self, row: Valued) -> ValuationRow {
        ValuationRow {
            item_id: Some(Id(row.item.id)),
            code: Some(row.item.sku),
            name: Some(row.item.name),
            quantity: Some(quantity(row.quantity, row.item.quantity_decimals)),
            unit_code: Some(row.item.unit_code),
            unit_cost: unit_cost(row.value, row.quantity, row.item.quantity_decimals, self.frame.decimals()),
            ..self.group(None, row.value, row.written_down)
        }
    }

    /// What is written down, by a key of the pools `p` or of the items `i`.
    async fn written_down<K: CellValue + Ord>(
        &self,
        snapshot: &mut Snapshot,
        key: &str,
    ) -> Result<BTreeMap<K, i128>, Problem> {
        let seq = self.then.as_ref().map(|(point, _)| point.seq);
        Ok(valuation::written_down(snapshot, self.frame.organization, &self.filter, seq, key).await?)
    }

    async fn total_written_down(&self, snapshot: &mut Snapshot) -> Result<i128, Problem> {
        Ok(self.written_down::<AccountId>(snapshot, "p.account_id").await?.into_values().sum())
    }

    /// All groups by code; the one without an id stands first.
    async fn groups(&self, snapshot: &mut Snapshot) -> Result<Vec<(String, ValuationRow)>, Problem> {
        let whose = self.frame.organization;
        let mut groups: Vec<(String, ValuationRow)> = match self.by {
            ValuationBy::Item => Vec::new(),
            ValuationBy::Warehouse => {
                let names = self.names(snapshot, |row: Warehouse| (row.id, row.code, row.name)).await?;
                let found = match &self.then {
                    Some((_, then)) => then.by_warehouse.clone(),
                    None => valuation::by_warehouse(snapshot, whose, &self.filter).await?,
                };
                let down = self.written_down(snapshot, "p.scope_id").await?;
                let row = |(id, value)| {
                    let named = names.get(&id);
                    ValuationRow { warehouse_id: named.map(|_| Id(id)), ..self.group(named, value, less(&down, &id)) }
                };
                found.into_iter().map(row).map(keyed).collect()
            }
            ValuationBy::Account => {
                let names = self.frame.accounts(snapshot).await?;
                let found = self.by_account(snapshot).await?;
                let down = self.written_down(snapshot, "p.account_id").await?;
                let row = |(id, value)| ValuationRow {
                    account_id: Some(Id(id)),
                    ..self.group(names.get(&id), value, less(&down, &id))
                };
                found.into_iter().map(row).map(keyed).collect()
            }
            ValuationBy::Category => {
                let names = self.names(snapshot, |row: ItemCategory| (row.id, row.code, row.name)).await?;
                let found = match &self.then {
                    Some((_, then)) => then.by_category.clone(),
                    None => valuation::by_category(snapshot, whose, &self.filter).await?,
                };
                let down = self.written_down(snapshot, "i.category_id").await?;
                let row = |(id, value): (Option<ItemCategoryId>, i128)| ValuationRow {
                    category_id: id.map(Id),
                    ..self.group(id.and_then(|id| names.get(&id)), value, less(&down, &id))
                };
                found.into_iter().map(row).map(keyed).collect()
            }
        };
        groups.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(groups)
    }

    /// Its value by account.
    async fn by_account(&self, snapshot: &mut Snapshot) -> Result<BTreeMap<AccountId, i128>, Problem> {
        match &self.then {
            Some((_, then)) => Ok(then.by_account.clone()),
            None => Ok(valuation::by_account(snapshot, self.frame.organization, &self.filter).await?),
        }
    }

    /// Code and name by id.
    async fn names<R: Stored, I: Ord>(
        &self,
        snapshot: &mut Snapshot,
        of: impl Fn(R) -> (I, String, String),
    ) -> Result<BTreeMap<I, (String, String)>, Problem> {
        let rows: Vec<R> = snapshot.rows("where organization_id = $1", &[Cell::Id(self.frame.organization.0)]).await?;
        let changed = match &self.then {
            Some((point, _)) => point.rows::<R>().map_err(|bad| Problem::damaged(&bad))?,
            None => Vec::new(),
        };
        let as_were = changed.into_iter().filter_map(|(_, row)| row);
        // Of a row that was changed since, the old state comes last and stays.
        let named = rows.into_iter().chain(as_were).map(of).map(|(id, code, name)| (id, (code, name)));
        Ok(named.collect())
    }

    /// A row with nothing but a name and a value.
    fn group(&self, named: Option<&(String, String)>, value: i128, written_down: i128) -> ValuationRow {
        ValuationRow {
            item_id: None,
            warehouse_id: None,
            account_id: None,
            category_id: None,
            code: named.map(|(code, _)| code.clone()),
            name: named.map(|(_, name)| name.clone()),
            quantity: None,
            unit_code: None,
            unit_cost: None,
            value: self.frame.amount(value),
            written_down: self.frame.amount(written_down),
            carrying_amount: self.frame.amount(value - written_down),
        }
    }

    /// The totals by account, by code, and their sum.
    async fn accounts(&self, snapshot: &mut Snapshot) -> Result<(Vec<ValuedAccount>, i128), Problem> {
        let names = self.frame.accounts(snapshot).await?;
        let found = self.by_account(snapshot).await?;
        let total = found.values().sum();
        let mut accounts: Vec<ValuedAccount> = found
            .into_iter()
            .map(|(id, value)| {
                let (code, name) = names.get(&id).cloned().unwrap_or_default();
                ValuedAccount { account_id: Id(id), code, name, value: self.frame.amount(value) }
            })
            .collect();
        accounts.sort_by(|one, other| one.code.cmp(&other.code));
        Ok((accounts, total))
    }

    async fn document(&self, app: &App, mut snapshot: Snapshot, format: DocumentFormat) -> Result<Response, Problem> {
        let decimals = match &self.then {
            Some((point, _)) => point.most_decimals(&mut snapshot, self.frame.organization).await?,
            None => on_hand::most_decimals(&mut snapshot, self.frame.organization).await?,
        };
        let columns = self.columns(decimals);
        let (file, title) = ("stock-valuation", "Valuation of stock");
        let heading = sheet::heading(&self.frame, file, title, self.filter.as_of, &columns);
        let mut draft = formats::begin(app, format, heading).await?;
        let sums = match self.by {
            ValuationBy::Item if self.then.is_none() => {
                Some(ItemSums::of_all(&mut snapshot, self.frame.organization, &self.filter).await?)
            }
            _ => None,
        };
        let (mut after, mut lines) = (None, RowRanges::new());
        loop {
            let (rows, next) = self.page(&mut snapshot, sums.as_ref(), after, ROWS_AT_ONCE).await?;
            for row in rows {
                lines.add(draft.next_row());
                draft.push(columns.line(&row)).await?;
            }
            after = match next.and_then(|cursor| cursor.0.into_iter().next()) {
                Some(Cell::Text(code)) => Some(code),
                _ => break,
            };
        }
        let (_, total) = self.accounts(&mut snapshot).await?;
        let written_down = self.total_written_down(&mut snapshot).await?;
        let cells = columns.total(vec![
            ("Value", Shown::sum(total, &lines)),
            ("Written down", Shown::sum(written_down, &lines)),
            ("Carrying amount", Shown::sum(total - written_down, &lines)),
        ]);
        draft.push(Row::new(RowKind::Total, cells)).await?;
        formats::finish(draft).await
    }

    /// Its columns: quantities of several items do not add up.
    fn columns(&self, decimals: u8) -> Columns<ValuationRow> {
        let all = Columns::of(&self.frame).quantities(decimals);
        let first = match self.by {
            ValuationBy::Item => return all,
            ValuationBy::Warehouse => "Warehouse",
            ValuationBy::Account => "Account",
            ValuationBy::Category => "Category",
        };
        all.first_called(first).without(&["Quantity", "Unit", "Unit cost"])
    }
}

/// What is written down of a group.
fn less<K: Ord>(down: &BTreeMap<K, i128>, key: &K) -> i128 {
    down.get(key).copied().unwrap_or(0)
}

fn keyed(row: ValuationRow) -> (String, ValuationRow) {
    (row.code.clone().unwrap_or_default(), row)
}
