//! `GET /inventory/availability`: the quantities that may be promised or may leave.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::value::id::{ItemId, OrganizationId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Sought};
use store::Snapshot;
use store::read::availability::{self, AvailabilityFilter, Available, Moment};
use store::read::available_then::AvailableThen;
use store::read::known_goods::GoodsThen;
use store::read::stock;

use super::{found_by, goods_then, named, named_item, quantity, sheet};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::items::wire::Sku;
use crate::http::operations::Operation;
use crate::http::output::{DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;
use crate::http::reports::row::Columns;
use crate::http::reports::stretches::{self, Stretches};

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 20_000;

crate::report_input! {
    /// Which goods.
    pub struct AvailabilityQuery {
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only the item with this SKU, ignoring case.
        pub sku: Option<Sku>,
        /// Only this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Leaves out items that are neither on hand nor reserved nor incoming; true if absent.
        pub non_zero: Option<bool>,
        ..known_at,
        ..page,
    }
}

crate::report_output! {
    /// An item in a warehouse, in its base unit.
    pub struct AvailabilityRow {
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String => "Warehouse",
        pub on_hand: DecimalText => "On hand" (quantity),
        /// Goods in lots and pieces that are on hold, in quarantine, recalled or expired, or past the last day of their
        /// lot where the warehouse is, and all goods in a warehouse of kind `quarantine`, `scrap` or `inTransit`. Goods
        /// reserved by lot or piece count as reserved.
        pub held: DecimalText => "Held" (quantity),
        /// Quantity held by active reservations now, including goods that cannot be used now.
        pub reserved: DecimalText => "Reserved" (quantity),
        /// On hand, less held, less reserved; below 0 if more is promised than there is.
        pub available: DecimalText => "Available" (quantity),
        /// In transit to the warehouse by two-step transfers, and neither received nor lost yet: neither on hand nor
        /// available.
        pub incoming: DecimalText => "Incoming" (quantity),
        /// On hand and not held, in lots past their best-before date: who uses them is warned.
        pub past_best: DecimalText,
        /// The base unit.
        pub unit_code: String => "Unit",
    }

    /// A page of available stock.
    pub struct AvailabilityView {
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// By SKU, then by warehouse.
        pub data: Vec<AvailabilityRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ItemsRead);

/// Get available stock
///
/// By item and warehouse, now: the quantities on hand, held, reserved, available and incoming. A reservation stops
/// counting at the instant at which it expires. With `knownAt`, the answer is as known then, with reservations as of
/// that event; ask for its other pages with the same `knownAt`.
#[utoipa::path(get, path = "/api/v1/inventory/availability", operation_id = "StockController_availability", tag = "Stock",
    params(AvailabilityQuery), responses((status = 200, description = "A page, or the whole report as a document", content(
        (AvailabilityView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn availability(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: AvailabilityQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let filter = AvailabilityFilter {
        item: named_item(query.item_id),
        sku_key: found_by(query.sku),
        warehouse: named(query.warehouse_id, |id| id.0).map(WarehouseId),
        reach: caller.reach(&mut snapshot).await?,
        non_zero: query.non_zero.unwrap_or(true),
    };
    let goods = match query.known_at {
        None => Goods::Now(frame.moment()),
        Some(_) => Goods::then(&mut snapshot, &frame, &filter).await?,
    };
    let list = List { organization: frame.organization, filter, goods };
    if let Some(format) = document {
        let columns = Columns::of(&frame).quantities(list.decimals(&mut snapshot).await?);
        let heading = sheet::heading(&frame, "availability", "Availability", None, &columns);
        return stretches::document(&list, &app, snapshot, format, heading, &columns, ROWS_AT_ONCE).await;
    }
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(&[CellKind::Text, CellKind::Text])?),
        None => None,
    };
    let page = stretches::page(&list, &mut snapshot, after, query.limit).await?;
    let view = AvailabilityView {
        seq: frame.seq,
        data: page.data,
        next_cursor: page.next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, page.next.as_ref(), &uri))
}

/// Where rows are read from.
enum Goods {
    /// The stock at this instant.
    Now(Moment),
    /// The stock at an earlier point of the log, by sku and warehouse.
    Then(GoodsThen, Vec<Available>),
}

impl Goods {
    async fn then(snapshot: &mut Snapshot, frame: &Frame, filter: &AvailabilityFilter) -> Result<Self, Problem> {
        let point = goods_then(snapshot, frame).await?;
        let then =
            AvailableThen::read(snapshot, frame.organization, point.clone(), frame.moment(), filter.reach.clone())
                .await?;
        Ok(Self::Then(point, then.rows(snapshot, frame.organization, filter).await?))
    }
}

/// The list in the making.
struct List {
    organization: OrganizationId,
    filter: AvailabilityFilter,
    goods: Goods,
}

impl List {
    /// The most decimals that a quantity of any item has.
    async fn decimals(&self, snapshot: &mut Snapshot) -> Result<u8, Problem> {
        Ok(match &self.goods {
            Goods::Now(_) => stock::most_decimals(snapshot, self.organization).await?,
            Goods::Then(point, _) => point.most_decimals(snapshot, self.organization).await?,
        })
    }
}

impl Stretches for List {
    type Row = Available;
    type Answer = AvailabilityRow;

    async fn read(
        &self,
        snapshot: &mut Snapshot,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<Vec<Available>, Problem> {
        match &self.goods {
            Goods::Now(now) => {
                let (whose, filter) = (self.organization, &self.filter);
                Ok(availability::by_warehouse(snapshot, whose, filter, *now, after, most).await?)
            }
            Goods::Then(_, rows) => {
                let first = after.map_or(0, |after| rows.partition_point(|row| row.place().as_slice() <= after));
                Ok(rows.iter().skip(first).take(most).cloned().collect())
            }
        }
    }

    fn place(row: &Available) -> Vec<Cell> {
        row.place()
    }

    fn answer(&self, row: Available) -> AvailabilityRow {
        let units = |units: i128| quantity(units, row.item.quantity_decimals);
        crate::answered! { AvailabilityRow of row {
            warehouse_id, warehouse_code,
            item_id: row.item.id,
            sku: row.item.sku,
            name: row.item.name,
            unit_code: row.item.unit_code;
            on_hand: units(row.figures.on_hand),
            held: units(row.figures.held),
            reserved: units(row.figures.reserved),
            available: units(row.figures.available()),
            incoming: units(row.figures.incoming),
            past_best: units(row.figures.past_best),
        } }
    }
}
