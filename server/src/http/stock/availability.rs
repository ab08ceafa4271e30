//! `GET /inventory/availability`: what may be promised or may leave.

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
use crate::documents::table::{Cell as Shown, Column, Row};
use crate::http::caller::Caller;
use crate::http::formats::{self, ReportFormat};
use crate::http::items::wire::Sku;
use crate::http::output::{DecimalText, Id};
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::books::KnownAt;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 20_000;

crate::input! {
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
    /// An item in a warehouse, in its base unit.
    pub struct AvailabilityRow {
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String,
        pub on_hand: DecimalText,
        /// Goods in lots and pieces that are on hold, in quarantine, recalled or expired, and all goods in a warehouse
        /// of kind `quarantine`, `scrap` or `inTransit`. Goods reserved by lot or piece count as reserved.
        pub held: DecimalText,
        /// Quantity held by active reservations now, including goods that cannot be used now.
        pub reserved: DecimalText,
        /// On hand, less held, less reserved; below 0 if more is promised than there is.
        pub available: DecimalText,
        /// In transit to the warehouse by two-step transfers, and neither received nor lost yet: neither on hand nor
        /// available.
        pub incoming: DecimalText,
        /// The base unit.
        pub unit_code: String,
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
    let mut snapshot = caller.read(&app, Permission::ItemsRead).await?;
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
    if let Some(format) = document {
        let decimals = goods.decimals(&mut snapshot, frame.organization).await?;
        let heading = sheet::heading(&frame, "availability", "Availability", None, columns(decimals));
        let mut draft = formats::begin(&app, format, heading).await?;
        let mut after: Option<Vec<_>> = None;
        loop {
            let rows = goods.rows(&mut snapshot, frame.organization, &filter, after.as_deref(), ROWS_AT_ONCE).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            after = rows.last().map(Available::place);
            for row in rows {
                draft.push(Row::line(cells(shown(row), decimals))).await?;
            }
            if is_last {
                return formats::finish(draft).await;
            }
        }
    }
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(&[CellKind::Text, CellKind::Text])?),
        None => None,
    };
    let rows = goods.rows(&mut snapshot, frame.organization, &filter, after, query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, Available::place).map(shown);
    let view = AvailabilityView {
        seq: frame.seq,
        data: page.data,
        next_cursor: page.next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, page.next.as_ref(), &uri))
}

/// Where rows are read from.
enum Goods {
    /// What there is at this instant.
    Now(Moment),
    /// What there was at an earlier point of the log, by sku and warehouse.
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

    /// The most decimals that a quantity of any item has.
    async fn decimals(&self, snapshot: &mut Snapshot, organization: OrganizationId) -> Result<u8, Problem> {
        Ok(match self {
            Self::Now(_) => stock::most_decimals(snapshot, organization).await?,
            Self::Then(point, _) => point.most_decimals(snapshot, organization).await?,
        })
    }

    /// The next rows behind a place.
    async fn rows(
        &self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        filter: &AvailabilityFilter,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<Vec<Available>, Problem> {
        match self {
            Self::Now(now) => Ok(availability::by_warehouse(snapshot, organization, filter, *now, after, most).await?),
            Self::Then(_, rows) => {
                let first = after.map_or(0, |after| rows.partition_point(|row| row.place().as_slice() <= after));
                Ok(rows.iter().skip(first).take(most).cloned().collect())
            }
        }
    }
}

fn shown(row: Available) -> AvailabilityRow {
    let decimals = row.item.quantity_decimals;
    AvailabilityRow {
        item_id: Id(row.item.id),
        sku: row.item.sku,
        name: row.item.name,
        warehouse_id: Id(row.warehouse_id),
        warehouse_code: row.warehouse_code,
        on_hand: quantity(row.figures.on_hand, decimals),
        held: quantity(row.figures.held, decimals),
        reserved: quantity(row.figures.reserved, decimals),
        available: quantity(row.figures.available(), decimals),
        incoming: quantity(row.figures.incoming, decimals),
        unit_code: row.item.unit_code,
    }
}

fn columns(decimals: u8) -> Vec<Column> {
    let mut columns = vec![Column::text("Sku"), Column::text("Name"), Column::text("Warehouse")];
    columns.extend(
        ["On hand", "Held", "Reserved", "Available", "Incoming"].map(|header| Column::amount(header, decimals)),
    );
    columns.push(Column::text("Unit"));
    columns
}

fn cells(row: AvailabilityRow, decimals: u8) -> Vec<Shown> {
    let mut cells = vec![Shown::text(row.sku), Shown::text(row.name), Shown::text(row.warehouse_code)];
    let figures = [row.on_hand, row.held, row.reserved, row.available, row.incoming];
    cells.extend(figures.map(|figure| sheet::quantity(figure, decimals)));
    cells.push(Shown::text(row.unit_code));
    cells
}
