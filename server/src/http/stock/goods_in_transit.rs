//! `GET /inventory/reports/goods-in-transit`: what left by transfers in two steps and has not come, with its account.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::book::reach::Reach;
use domain::value::id::{AccountId, ItemId, MovementId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Date, Sought};
use store::read::in_transit::{self, InTransit, TransitFilter};
use store::read::known_goods::GoodsThen;

use super::ties::{TiedAccount, UsualSide, tied};
use super::{comparable, goods_then, named, named_item, open_lines, quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Column};
use crate::http::caller::Caller;
use crate::http::formats::ReportFormat;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id};
use crate::http::page::{Cursor, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::books::KnownAt;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;

crate::input! {
    /// Which goods.
    pub struct GoodsInTransitQuery {
        /// At the end of this day, by posting date; now if absent.
        pub as_of: Option<Date>,
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only goods that left this warehouse.
        pub from_warehouse_id: Option<Sought<WarehouseId>>,
        /// Only goods that go to this warehouse.
        pub to_warehouse_id: Option<Sought<WarehouseId>>,
        /// Answers as the books were known at an instant, or at an event of the log such as `seq:1200`.
        pub known_at: Option<KnownAt>,
        /// `json` (the default), or a whole document as `csv`, `xlsx` or `print`; takes precedence over `Accept`.
        pub format: Option<ReportFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A line of a transfer with goods in transit. Quantities are in the item's base unit.
    pub struct GoodsInTransitRow {
        pub movement_id: Id<MovementId>,
        pub sequence: i64,
        pub line_number: i64,
        pub occurred_at: At,
        pub posting_date: Day,
        pub reference: Option<String>,
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub from_warehouse_id: Id<WarehouseId>,
        pub from_warehouse_code: String,
        pub to_warehouse_id: Id<WarehouseId>,
        pub to_warehouse_code: String,
        /// The account of goods in transit.
        pub account_id: Id<AccountId>,
        /// The quantity that left.
        pub dispatched: DecimalText,
        pub received: DecimalText,
        /// The quantity that was closed without arriving.
        pub lost: DecimalText,
        /// Dispatched, less received and lost.
        pub in_transit: DecimalText,
        pub unit_code: String,
        /// The value of the goods in transit in the books, in base currency; null without `costs:read`.
        pub value: Option<DecimalText>,
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
    let mut snapshot = caller.read(&app, Permission::MovementsRead).await?;
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
    let report = Report { total: by_account.values().sum(), sees_costs, then, frame };
    if let Some(format) = document {
        let decimals = report.then.most_decimals(&mut snapshot, caller.organization).await?;
        drop(snapshot);
        return report.document(&app, format, filter.as_of, decimals, rows).await;
    }
    let accounts = if sees_costs && filter.takes_all() && reach == Reach::Everywhere {
        report.frame.settings.in_transit_account_id.iter().for_each(|id| {
            by_account.entry(*id).or_default();
        });
        tied(&mut snapshot, &report.frame, filter.as_of, by_account, None, UsualSide::Debit).await?
    } else {
        Vec::new()
    };
    let (seq, cursor, limit) = (report.frame.seq, query.cursor.as_ref(), query.limit.0);
    let next = open_lines::page(&mut rows, seq, cursor, limit, |row| (row.sequence, row.line_number))?;
    let view = GoodsInTransitView {
        as_of: filter.as_of.map(Day),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data: rows.into_iter().map(|row| report.row(row)).collect(),
        total_value: sees_costs.then(|| report.frame.amount(report.total)),
        accounts,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// The report in the making.
struct Report {
    frame: Frame,
    then: GoodsThen,
    sees_costs: bool,
    /// What is in transit is worth.
    total: i128,
}

impl Report {
    fn row(&self, row: InTransit) -> GoodsInTransitRow {
        let decimals = row.item.quantity_decimals;
        let units = |units: i64| quantity(i128::from(units), decimals);
        let in_transit = units(row.quantity());
        GoodsInTransitRow {
            movement_id: Id(row.movement),
            sequence: row.sequence,
            line_number: row.line_number,
            occurred_at: At(row.occurred_at),
            posting_date: Day(row.posting_date),
            reference: row.reference,
            item_id: Id(row.item.id),
            sku: row.item.sku,
            name: row.item.name,
            from_warehouse_id: Id(row.from.0),
            from_warehouse_code: row.from.1,
            to_warehouse_id: Id(row.to.0),
            to_warehouse_code: row.to.1,
            account_id: Id(row.account),
            dispatched: units(row.dispatched),
            received: units(row.received),
            lost: units(row.lost),
            in_transit,
            unit_code: row.item.unit_code,
            value: self.sees_costs.then(|| self.frame.amount(row.value)),
        }
    }

    async fn document(
        &self,
        app: &App,
        format: DocumentFormat,
        as_of: Option<Date>,
        decimals: u8,
        rows: Vec<InTransit>,
    ) -> Result<Response, Problem> {
        let columns = columns(decimals, self.frame.decimals());
        let heading = sheet::heading(&self.frame, "goods-in-transit", "Goods in transit", as_of, columns);
        let rows = rows.into_iter().map(|row| cells(self.row(row), decimals));
        open_lines::document(app, format, heading, rows, self.sees_costs.then_some(self.total)).await
    }
}

fn columns(of_quantity: u8, of_value: u8) -> Vec<Column> {
    vec![
        Column::text("Reference"),
        Column::date("Posting date"),
        Column::text("Sku"),
        Column::text("Name"),
        Column::text("From"),
        Column::text("To"),
        Column::amount("Dispatched", of_quantity),
        Column::amount("Received", of_quantity),
        Column::amount("Lost", of_quantity),
        Column::amount("In transit", of_quantity),
        Column::text("Unit"),
        Column::amount("Value", of_value),
    ]
}

fn cells(row: GoodsInTransitRow, decimals: u8) -> Vec<Shown> {
    vec![
        Shown::maybe(row.reference),
        Shown::Date(row.posting_date.0),
        Shown::text(row.sku),
        Shown::text(row.name),
        Shown::text(row.from_warehouse_code),
        Shown::text(row.to_warehouse_code),
        sheet::quantity(row.dispatched, decimals),
        sheet::quantity(row.received, decimals),
        sheet::quantity(row.lost, decimals),
        sheet::quantity(row.in_transit, decimals),
        Shown::text(row.unit_code),
        sheet::amount(row.value),
    ]
}
