//! `GET /inventory/reports/goods-in-transit`: goods that left by transfers in two steps and have not come, with their
//! account.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::book::reach::Reach;
use domain::value::Sought;
use domain::value::id::{AccountId, ItemId, MovementId, WarehouseId};
use domain::value::permission::Permission;
use store::read::in_transit::{self, InTransit, TransitFilter};

use super::open_lines::{LinesSheet, OpenLines};
use super::ties::{TiedAccount, UsualSide, tied};
use super::{comparable, goods_then, named, named_item, open_lines, quantity};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;

crate::report_input! {
    /// Which goods.
    pub struct GoodsInTransitQuery {
        ..as_of,
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only goods that left this warehouse.
        pub from_warehouse_id: Option<Sought<WarehouseId>>,
        /// Only goods that go to this warehouse.
        pub to_warehouse_id: Option<Sought<WarehouseId>>,
        ..known_at,
        ..page,
    }
}

crate::report_output! {
    /// A line of a transfer with goods in transit. Quantities are in the item's base unit.
    pub struct GoodsInTransitRow {
        pub movement_id: Id<MovementId>,
        pub sequence: i64,
        pub line_number: i64,
        pub occurred_at: At,
        pub posting_date: Day => "Posting date" (at 2),
        pub reference: Option<String> => "Reference",
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        pub from_warehouse_id: Id<WarehouseId>,
        pub from_warehouse_code: String => "From",
        pub to_warehouse_id: Id<WarehouseId>,
        pub to_warehouse_code: String => "To",
        /// The account of goods in transit.
        pub account_id: Id<AccountId>,
        /// The quantity that left.
        pub dispatched: DecimalText => "Dispatched" (quantity),
        pub received: DecimalText => "Received" (quantity),
        /// The quantity that was closed without arriving.
        pub lost: DecimalText => "Lost" (quantity),
        /// Dispatched, less received and lost.
        pub in_transit: DecimalText => "In transit" (quantity),
        pub unit_code: String => "Unit",
        /// The value of the goods in transit in the books, in base currency; null without `costs:read`.
        pub value: Option<DecimalText> => "Value" (amount),
    }

    /// A page of goods in transit.
    pub struct GoodsInTransitView {
        /// Null if it is as of now.
        pub as_of: Option<Day>,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// In order of posting.
        pub data: Vec<GoodsInTransitRow>,
        /// The total of all pages, in base currency; null without `costs:read`.
        pub total_value: Option<DecimalText>,
        /// The same by account, next to its balance. Empty if a filter leaves lines out, and without `costs:read`.
        pub accounts: Vec<TiedAccount>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::MovementsRead);

/// List goods in transit
///
/// Lines of two-step transfers with goods that have neither arrived nor been lost, at the end of any day: each step
/// counts from its own posting date, a void from the date of its mirror. The totals by account are shown next to the
/// account's balance.
#[utoipa::path(get, path = "/api/v1/inventory/reports/goods-in-transit",
    operation_id = "StockController_goodsInTransit", tag = "Stock", params(GoodsInTransitQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (GoodsInTransitView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn goods_in_transit(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: GoodsInTransitQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let then = goods_then(&mut snapshot, &frame).await?;
    let filter = TransitFilter {
        as_of: comparable(query.as_of),
        item: named_item(query.item_id),
        from: named(query.from_warehouse_id, |id| id.0).map(WarehouseId),
        to: named(query.to_warehouse_id, |id| id.0).map(WarehouseId),
    };
    let sees_costs = caller.rights(&mut snapshot).await?.has(Permission::CostsRead);
    let mut rows = in_transit::lines(&mut snapshot, caller.organization, &filter, &then).await?;
    let reach = caller.reach(&mut snapshot).await?;
    rows.retain(|row| reach.has(row.from.0) || reach.has(row.to.0));
    let mut by_account: BTreeMap<AccountId, i128> = BTreeMap::new();
    for row in &rows {
        *by_account.entry(row.account).or_default() += row.value;
    }
    let report = OpenLines { frame, then, sees_costs, by_account };
    if let Some(format) = document {
        let sheet =
            LinesSheet { file: "goods-in-transit", title: "Goods in transit", as_of: filter.as_of, last: "Value" };
        let rows = rows.into_iter().map(|row| shown(&report, row));
        return report.document(&app, snapshot, format, sheet, rows).await;
    }
    let accounts = if sees_costs && filter.takes_all() && reach == Reach::Everywhere {
        let mut open = report.by_account.clone();
        if let Some(id) = report.frame.settings.in_transit_account_id {
            open.entry(id).or_default();
        }
        tied(&mut snapshot, &report.frame, filter.as_of, open, None, UsualSide::Debit).await?
    } else {
        Vec::new()
    };
    let (seq, cursor, limit) = (report.frame.seq, query.cursor.as_ref(), query.limit.0);
    let next = open_lines::page(&mut rows, seq, cursor, limit, |row| (row.sequence, row.line_number))?;
    let view = GoodsInTransitView {
        as_of: filter.as_of.map(Day),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data: rows.into_iter().map(|row| shown(&report, row)).collect(),
        total_value: report.amount(report.total()),
        accounts,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

fn shown(report: &OpenLines, row: InTransit) -> GoodsInTransitRow {
    let decimals = row.item.quantity_decimals;
    let units = |units: i64| quantity(i128::from(units), decimals);
    crate::answered! { GoodsInTransitRow of row {
        sequence, line_number, occurred_at, posting_date,
        movement_id: row.movement,
        reference: row.reference,
        item_id: row.item.id,
        sku: row.item.sku,
        name: row.item.name,
        from_warehouse_id: row.from.0,
        from_warehouse_code: row.from.1,
        to_warehouse_id: row.to.0,
        to_warehouse_code: row.to.1,
        account_id: row.account,
        unit_code: row.item.unit_code;
        in_transit: units(row.quantity()),
        dispatched: units(row.dispatched),
        received: units(row.received),
        lost: units(row.lost),
        value: report.amount(row.value),
    } }
}
