//! `GET /inventory/reorder-suggestions`: the items to order, with quantities.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::book::reach::Reach;
use domain::rows::Warehouse;
use domain::value::id::{ItemId, OrganizationId, PartyId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Json, Sought, TypedId, limits};
use store::Snapshot;
use store::read::availability::{self, AvailabilityFilter, Moment};
use store::read::available_then::AvailableThen;
use store::read::reorder::{self, LowItem};
use store::read::stock::{self, StockItem};

use super::{goods_then, named, quantity, sheet};
use crate::app::App;
use crate::documents::table::Cell as Shown;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{DecimalText, Id};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;
use crate::http::reports::row::{Columns, Measures};

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 2_000;

crate::report_input! {
    /// For which warehouse.
    pub struct ReorderQuery {
        /// Only the stock of this warehouse; all warehouses together if absent.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        ..known_at,
        ..page,
    }
}

crate::report_output! {
    /// An item at or below its reorder point, in its base unit.
    pub struct ReorderRow {
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        pub on_hand: DecimalText => "On hand" (quantity),
        pub held: DecimalText => "Held" (quantity),
        pub reserved: DecimalText => "Reserved" (quantity),
        pub available: DecimalText => "Available" (quantity),
        /// In transit to the warehouse, or to any of them, by two-step transfers. An item is suggested if available
        /// plus incoming stock is at or below its reorder point, and the suggestion is reduced by the incoming
        /// quantity.
        pub incoming: DecimalText => "Incoming" (quantity, at 14),
        pub reorder_point: DecimalText => "Reorder point" (quantity),
        pub min_quantity: Option<DecimalText>,
        pub max_quantity: Option<DecimalText> => "Maximum" (quantity),
        /// The quantity missing up to `maxQuantity`; if the item has none, up to the higher of `minQuantity` and
        /// `reorderPoint`. Incoming stock is not missing. Always above 0: items of which nothing is missing are not
        /// listed.
        pub suggested_quantity: DecimalText => "Suggested" (quantity),
        /// The base unit.
        pub unit_code: String => "Unit",
        /// Days from order to delivery.
        pub lead_time_days: Option<i64> => "Lead time in days",
        /// The supplier of its last receipt that names one.
        pub supplier_id: Option<Id<PartyId>> => "Supplier",
        /// With `warehouseId`: the warehouses that resupply it, in its order, with the available stock of each.
        pub resupply_from: Vec<ResupplySource> => "Resupply from" (by sources),
    }

    /// A warehouse that can supply goods.
    pub struct ResupplySource {
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String,
        pub available: DecimalText,
    }

    /// A page of suggestions.
    pub struct ReorderView {
        /// Null for all warehouses together.
        pub warehouse_id: Option<Id<WarehouseId>>,
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// By SKU.
        pub data: Vec<ReorderRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ItemsRead);

/// List reorder suggestions
///
/// Active items whose available plus incoming stock is at or below their reorder point, with the quantity missing up to
/// `maxQuantity`. An item without `maxQuantity` is suggested when its stock falls below the higher of `minQuantity` and
/// its reorder point. Goods that are held or reserved do not count as available. With `knownAt`, the answer is as known
/// then, with reservations as of that event; ask for its other pages with the same `knownAt`.
#[utoipa::path(get, path = "/api/v1/inventory/reorder-suggestions", operation_id = "StockController_reorderSuggestions",
    tag = "Stock", params(ReorderQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (ReorderView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn reorder_suggestions(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ReorderQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let warehouse = named(query.warehouse_id, |id| id.0).map(WarehouseId);
    let own = caller.organization;
    let reach = caller.reach(&mut snapshot).await?;
    if let Some(warehouse) = warehouse {
        caller.require_assigned(&mut snapshot, warehouse).await?;
    }
    let then = match query.known_at {
        None => None,
        Some(_) => Some(goods_then(&mut snapshot, &frame).await?),
    };
    let decimals = match (&document, &then) {
        (None, _) => 0,
        (Some(_), None) => stock::most_decimals(&mut snapshot, own).await?,
        (Some(_), Some(point)) => point.most_decimals(&mut snapshot, own).await?,
    };
    let goods = match then {
        None => Goods::Now(frame.moment(), reach.clone()),
        Some(point) => {
            Goods::Then(AvailableThen::read(&mut snapshot, own, point, frame.moment(), reach.clone()).await?)
        }
    };
    let report = Report::read(&mut snapshot, own, warehouse, &reach, goods).await?;
    if let Some(format) = document {
        let columns = Columns::of(&frame).quantities(decimals);
        let heading = sheet::heading(&frame, "reorder-suggestions", "Reorder suggestions", None, &columns);
        let mut draft = formats::begin(&app, format, heading).await?;
        let mut after: Option<String> = None;
        loop {
            let rows = report.rows(&mut snapshot, after.as_deref(), ROWS_AT_ONCE).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            after = rows.last().map(|row| row.item.sku_key.clone());
            for row in rows {
                let shown = report.shown(&mut snapshot, row).await?;
                draft.push(columns.line(&shown)).await?;
            }
            if is_last {
                return formats::finish(draft).await;
            }
        }
    }
    let after = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Text])? {
            [Cell::Text(sku)] => Some(sku.as_str()),
            _ => None,
        },
        None => None,
    };
    let rows = report.rows(&mut snapshot, after, query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |row| vec![Cell::Text(row.item.sku_key.clone())]);
    let mut data = Vec::with_capacity(page.data.len());
    for row in page.data {
        data.push(report.shown(&mut snapshot, row).await?);
    }
    let view = ReorderView {
        warehouse_id: warehouse.map(Id),
        seq: frame.seq,
        data,
        next_cursor: page.next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, page.next.as_ref(), &uri))
}

/// Where figures are read from.
enum Goods {
    /// The stock at this instant, where the reader acts.
    Now(Moment, Reach),
    /// The stock at an earlier point of the log.
    Then(AvailableThen),
}

/// The report in the making.
struct Report {
    organization: OrganizationId,
    warehouse: Option<WarehouseId>,
    goods: Goods,
    /// The warehouses from which that one is resupplied, as it names them, with their codes. Stock of others is not
    /// shown.
    sources: Vec<(WarehouseId, String)>,
}

impl Report {
    async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        warehouse: Option<WarehouseId>,
        reach: &Reach,
        goods: Goods,
    ) -> Result<Self, Problem> {
        let mut report = Self { organization, warehouse, goods, sources: Vec::new() };
        let Some(id) = warehouse else { return Ok(report) };
        let named = report.named(snapshot, id).await?.and_then(|warehouse| Json::parse(&warehouse.resupply_from).ok());
        let Some(Json::List(ids)) = named else { return Ok(report) };
        let id = |id: &Json| if let Json::Text(text) = id { WarehouseId::parse(text) } else { None };
        for source in ids.iter().filter_map(id).filter(|id| reach.has(*id)) {
            let found = report.named(snapshot, source).await?;
            report.sources.extend(found.map(|warehouse| (source, warehouse.code)));
        }
        Ok(report)
    }

    /// A warehouse as it is, or was.
    async fn named(&self, snapshot: &mut Snapshot, id: WarehouseId) -> Result<Option<Warehouse>, Problem> {
        match &self.goods {
            Goods::Then(then) => Ok(then.warehouse(id).cloned()),
            Goods::Now(..) => {
                let params = [Cell::Id(self.organization.0), Cell::Id(id.0)];
                Ok(snapshot.rows("where organization_id = $1 and id = $2", &params).await?.pop())
            }
        }
    }

    /// The next items after a sku in lower case.
    async fn rows(&self, snapshot: &mut Snapshot, after: Option<&str>, most: usize) -> Result<Vec<LowItem>, Problem> {
        let (own, warehouse) = (self.organization, self.warehouse);
        Ok(match &self.goods {
            Goods::Now(now, reach) => reorder::low_items(snapshot, own, warehouse, reach, *now, after, most).await?,
            Goods::Then(then) => then.low_items(snapshot, own, warehouse, after, most).await?,
        })
    }

    /// The sources' available quantities of an item.
    async fn resupply(&self, snapshot: &mut Snapshot, item: &StockItem) -> Result<Vec<ResupplySource>, Problem> {
        let available: BTreeMap<WarehouseId, i128> = match &self.goods {
            Goods::Then(then) => self.sources.iter().map(|(id, _)| (*id, then.available(item.id, *id))).collect(),
            Goods::Now(..) if self.sources.is_empty() => BTreeMap::new(),
            Goods::Now(now, reach) => {
                let filter = AvailabilityFilter { item: Some(item.id), reach: reach.clone(), ..Default::default() };
                let all =
                    availability::by_warehouse(snapshot, self.organization, &filter, *now, None, limits::WAREHOUSES)
                        .await?;
                all.into_iter().map(|one| (one.warehouse_id, one.figures.available())).collect()
            }
        };
        let source = |(id, code): &(WarehouseId, String)| ResupplySource {
            warehouse_id: Id(*id),
            warehouse_code: code.clone(),
            available: quantity(available.get(id).copied().unwrap_or(0), item.quantity_decimals),
        };
        Ok(self.sources.iter().map(source).collect())
    }

    async fn shown(&self, snapshot: &mut Snapshot, row: LowItem) -> Result<ReorderRow, Problem> {
        let decimals = row.item.quantity_decimals;
        let resupply_from = self.resupply(snapshot, &row.item).await?;
        let own = |measure: i64| quantity(row.own(measure), decimals);
        Ok(crate::answered! { ReorderRow of row {
            lead_time_days,
            supplier_id: row.supplier,
            item_id: row.item.id,
            sku: row.item.sku,
            name: row.item.name,
            unit_code: row.item.unit_code;
            resupply_from,
            reorder_point: own(row.reorder_point),
            min_quantity: row.min_quantity.map(own),
            max_quantity: row.max_quantity.map(own),
            suggested_quantity: quantity(row.missing(), decimals),
            on_hand: quantity(row.figures.on_hand, decimals),
            held: quantity(row.figures.held, decimals),
            reserved: quantity(row.figures.reserved, decimals),
            available: quantity(row.figures.available(), decimals),
            incoming: quantity(row.figures.incoming, decimals),
        } })
    }
}

/// The codes of the warehouses from which goods may come.
fn sources(row: &ReorderRow, _: &Measures) -> Shown {
    let codes: Vec<&str> = row.resupply_from.iter().map(|source| source.warehouse_code.as_str()).collect();
    Shown::text(codes.join(", "))
}
