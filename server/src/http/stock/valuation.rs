//! `GET /inventory/reports/valuation`: what goods are worth, with totals that are the balances of their accounts.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::access::Permission;
use domain::book::Row as Stored;
use domain::inventory::categories::ItemCategory;
use domain::value::id::{AccountId, ItemCategoryId, ItemId, OrganizationId, WarehouseId};
use domain::value::{Cell, CellKind, Date, Decimal};
use domain::warehouses::Warehouse;
use store::Snapshot;
use store::read::stock as on_hand;
use store::read::valuation::{self, ValuationFilter, Valued};

use super::{comparable, found_by, named, quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Column, Row, RowKind, RowRanges};
use crate::http::caller::Caller;
use crate::http::formats::{self, ReportFormat};
use crate::http::input::Ref;
use crate::http::items::wire::Sku;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::{Cursor, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 20_000;
/// Decimals of what one unit costs.
const UNIT_COST_DECIMALS: u8 = 6;

domain::named_enum! {
    /// What a row of a valuation stands for.
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

crate::input! {
    /// Which goods, and by what their value is told apart.
    pub struct ValuationQuery {
        /// `item` (the default), `warehouse`, `account` or `category`.
        pub by: Option<ValuationBy>,
        /// At the end of this day, by posting date; now where absent.
        pub as_of: Option<Date>,
        /// Only the item with this sku, in any case of letters.
        pub sku: Option<Sku>,
        /// Only goods in this warehouse. Goods of warehouses that share their costs are in none of them.
        pub warehouse_id: Option<Ref<WarehouseId>>,
        /// Only items that are in this category itself.
        pub category_id: Option<Ref<ItemCategoryId>>,
        /// Leaves out items of which nothing is there and that are worth nothing; yes where absent.
        pub non_zero: Option<bool>,
        /// `json` (the default), or a whole document as `csv`, `xlsx` or `print`; wins over `Accept`.
        pub format: Option<ReportFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// Where the page begins.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// An item, or a group of them, and what it is worth.
    pub struct ValuationRow {
        /// The item, in a valuation by item.
        pub item_id: Option<Id<ItemId>>,
        pub warehouse_id: Option<Id<WarehouseId>>,
        pub account_id: Option<Id<AccountId>>,
        pub category_id: Option<Id<ItemCategoryId>>,
        /// Sku of the item, or code of the group.
        pub code: Option<String>,
        pub name: Option<String>,
        /// In the item's base unit; quantities of several items do not add up.
        pub quantity: Option<DecimalText>,
        pub unit_code: Option<String>,
        /// What one unit costs on average, with 6 decimals; null where nothing is there.
        pub unit_cost: Option<DecimalText>,
        pub value: DecimalText,
    }

    /// What goods on one account are worth.
    pub struct ValuedAccount {
        pub account_id: Id<AccountId>,
        pub code: String,
        pub name: String,
        /// Its balance in the trial balance of the same day, where no filter leaves goods out.
        pub value: DecimalText,
    }

    /// A page of a valuation.
    pub struct ValuationView {
        pub by: Named<ValuationBy>,
        /// Null where it is as of now.
        pub as_of: Option<Day>,
        /// The base currency.
        pub currency: CurrencyCode,
        /// As of which event of the log this page holds.
        pub seq: i64,
        /// By code.
        pub data: Vec<ValuationRow>,
        /// Of all pages.
        pub total_value: DecimalText,
        /// The same by account; accounts that come to nothing are left out.
        pub accounts: Vec<ValuedAccount>,
        pub next_cursor: Option<String>,
    }
}

/// Get the valuation of stock
///
/// Quantity and value by item, or value by warehouse, account or category. The totals by account are what the trial balance
/// has on them on the same day, also after movements of earlier days and voids.
#[utoipa::path(get, path = "/api/v1/inventory/reports/valuation", operation_id = "StockController_valuation",
    tag = "Stock", params(ValuationQuery),
    responses((status = 200, description = "A page, or the whole as a document", content(
        (ValuationView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn valuation(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::CostsRead).await?;
    let query: ValuationQuery = query.decode()?;
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
    let frame = Frame::open(&mut snapshot, caller.organization, (None, None)).await?;
    let report = Report { by, filter, frame };
    if let Some(format) = document {
        return report.document(&app, snapshot, format).await;
    }
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Text])? {
            [Cell::Text(code)] => Some(code.clone()),
            _ => return Err(frame::malformed()),
        },
        None => None,
    };
    let (data, next) = report.page(&mut snapshot, after, query.limit.0).await?;
    let (accounts, total) = report.accounts(&mut snapshot).await?;
    let view = ValuationView {
        by: Named(by),
        as_of: report.filter.as_of.map(Day),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data,
        total_value: report.frame.amount(total),
        accounts,
        next_cursor: next.as_ref().map(Cursor::text),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// A valuation in the making.
struct Report {
    by: ValuationBy,
    filter: ValuationFilter,
    frame: Frame,
}

impl Report {
    /// The rows behind a sku in lower case, or behind the code of a group, and where the next page begins.
    async fn page(
        &self,
        snapshot: &mut Snapshot,
        after: Option<String>,
        most: usize,
    ) -> Result<(Vec<ValuationRow>, Option<Cursor>), Problem> {
        let mut rows: Vec<(String, ValuationRow)> = if self.by == ValuationBy::Item {
            let whose = self.frame.organization;
            let found = valuation::items(snapshot, whose, &self.filter, after.as_deref(), most + 1).await?;
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
        let decimals = (row.item.quantity_decimals, self.frame.decimals());
        ValuationRow {
            item_id: Some(Id(row.item.id)),
            code: Some(row.item.sku),
            name: Some(row.item.name),
            quantity: Some(quantity(row.quantity, row.item.quantity_decimals)),
            unit_code: Some(row.item.unit_code),
            unit_cost: unit_cost(row.value, row.quantity, decimals),
            ..self.group(None, row.value)
        }
    }

    /// All groups by code; the one without an id stands first.
    async fn groups(&self, snapshot: &mut Snapshot) -> Result<Vec<(String, ValuationRow)>, Problem> {
        let whose = self.frame.organization;
        let mut groups: Vec<(String, ValuationRow)> = match self.by {
            ValuationBy::Item => Vec::new(),
            ValuationBy::Warehouse => {
                let names = names(snapshot, whose, |row: Warehouse| (row.id, row.code, row.name)).await?;
                let found = valuation::by_warehouse(snapshot, whose, &self.filter).await?;
                let row = |(id, value)| {
                    let named = names.get(&id);
                    ValuationRow { warehouse_id: named.map(|_| Id(id)), ..self.group(named, value) }
                };
                found.into_iter().map(row).map(keyed).collect()
            }
            ValuationBy::Account => {
                let names = self.frame.accounts(snapshot).await?;
                let found = valuation::by_account(snapshot, whose, &self.filter).await?;
                let row = |(id, value)| ValuationRow { account_id: Some(Id(id)), ..self.group(names.get(&id), value) };
                found.into_iter().map(row).map(keyed).collect()
            }
            ValuationBy::Category => {
                let names = names(snapshot, whose, |row: ItemCategory| (row.id, row.code, row.name)).await?;
                let found = valuation::by_category(snapshot, whose, &self.filter).await?;
                let row = |(id, value): (Option<ItemCategoryId>, i128)| ValuationRow {
                    category_id: id.map(Id),
                    ..self.group(id.and_then(|id| names.get(&id)), value)
                };
                found.into_iter().map(row).map(keyed).collect()
            }
        };
        groups.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(groups)
    }

    /// A row with nothing but a name and a value.
    fn group(&self, named: Option<&(String, String)>, value: i128) -> ValuationRow {
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
        }
    }

    /// The totals by account, by code, and their sum.
    async fn accounts(&self, snapshot: &mut Snapshot) -> Result<(Vec<ValuedAccount>, i128), Problem> {
        let names = self.frame.accounts(snapshot).await?;
        let found = valuation::by_account(snapshot, self.frame.organization, &self.filter).await?;
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
        let decimals = on_hand::most_decimals(&mut snapshot, self.frame.organization).await?;
        let columns = self.columns(decimals);
        let heading = sheet::heading(&self.frame, "stock-valuation", "Valuation of stock", self.filter.as_of, columns);
        let mut draft = formats::begin(app, format, heading).await?;
        let (mut after, mut lines, mut place) = (None, RowRanges::new(), 0);
        loop {
            let (rows, next) = self.page(&mut snapshot, after, ROWS_AT_ONCE).await?;
            for row in rows {
                lines.add(place);
                place += 1;
                draft.push(Row::line(self.cells(row, decimals))).await?;
            }
            after = match next.and_then(|cursor| cursor.0.into_iter().next()) {
                Some(Cell::Text(code)) => Some(code),
                _ => break,
            };
        }
        let (_, total) = self.accounts(&mut snapshot).await?;
        let mut cells = vec![Shown::text("Total")];
        cells.resize(if self.by == ValuationBy::Item { 5 } else { 2 }, Shown::Empty);
        cells.push(Shown::sum(total, &lines));
        draft.push(Row::new(RowKind::Total, cells)).await?;
        formats::finish(draft).await
    }

    fn columns(&self, decimals: u8) -> Vec<Column> {
        let first = match self.by {
            ValuationBy::Item => "Sku",
            ValuationBy::Warehouse => "Warehouse",
            ValuationBy::Account => "Account",
            ValuationBy::Category => "Category",
        };
        let mut columns = vec![Column::text(first), Column::text("Name")];
        if self.by == ValuationBy::Item {
            columns.extend([
                Column::amount("Quantity", decimals),
                Column::text("Unit"),
                Column::amount("Unit cost", UNIT_COST_DECIMALS),
            ]);
        }
        columns.push(Column::amount("Value", self.frame.decimals()));
        columns
    }

    fn cells(&self, row: ValuationRow, decimals: u8) -> Vec<Shown> {
        let mut cells = vec![Shown::maybe(row.code), Shown::maybe(row.name)];
        if self.by == ValuationBy::Item {
            let there = row.quantity.map_or(Shown::Empty, |quantity| sheet::quantity(quantity, decimals));
            cells.extend([there, Shown::maybe(row.unit_code), sheet::amount(row.unit_cost)]);
        }
        cells.push(Shown::Amount(row.value.0.unscaled));
        cells
    }
}

fn keyed(row: ValuationRow) -> (String, ValuationRow) {
    (row.code.clone().unwrap_or_default(), row)
}

/// Code and name by id.
async fn names<R: Stored, I: Ord>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    of: impl Fn(R) -> (I, String, String),
) -> Result<BTreeMap<I, (String, String)>, Problem> {
    let rows: Vec<R> = snapshot.rows("where organization_id = $1", &[Cell::Id(organization.0)]).await?;
    let named = rows.into_iter().map(of).map(|(id, code, name)| (id, (code, name)));
    Ok(named.collect())
}

/// Value for one unit, half to even; `None` where nothing is there, or more than can be said.
fn unit_cost(value: i128, quantity: i128, (of_quantity, of_value): (u8, u8)) -> Option<DecimalText> {
    if quantity == 0 {
        return None;
    }
    // Minor units for the smallest quantity, made finer until it has the decimals of a unit cost.
    let finer = u32::from(of_quantity) + u32::from(UNIT_COST_DECIMALS.checked_sub(of_value)?);
    let dividend = value.checked_mul(10_i128.checked_pow(finer)?)?;
    let (down, rest) = (dividend.div_euclid(quantity), dividend.rem_euclid(quantity));
    let twice = rest.checked_mul(2)?.cmp(&quantity.abs());
    let up = match twice {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => down.rem_euclid(2) == 1,
        std::cmp::Ordering::Greater => true,
    };
    // Where goods are owed the rest counts the other way: `down` is then the quotient above.
    let step = if quantity > 0 { 1 } else { -1 };
    let unscaled = if up { down.checked_add(step)? } else { down };
    Some(DecimalText(Decimal { unscaled, scale: UNIT_COST_DECIMALS }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_cost_is_the_nearest_of_six_decimals_and_half_goes_to_even() {
        for (value, quantity, decimals, text) in [
            (1000, 3, (0, 2), Some("3.333333")),
            (2000, 3, (0, 2), Some("6.666667")),
            (-2000, -3, (0, 2), Some("6.666667")),
            (2000, -3, (0, 2), Some("-6.666667")),
            (1, 20_000, (0, 2), Some("0.000000")),
            (3, 20_000, (0, 2), Some("0.000002")),
            (250, 125, (2, 2), Some("2.000000")),
            (5, 0, (0, 2), None),
            (1, 1, (0, 8), None),
        ] {
            let found = unit_cost(value, quantity, decimals).map(|cost| cost.0.to_string());
            assert_eq!(found.as_deref(), text, "{value} for {quantity}");
        }
    }
}
