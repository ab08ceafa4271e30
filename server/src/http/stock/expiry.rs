//! `GET /inventory/reports/expiry`: lots that expire, where they lie, and how much time is left.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::StockStatus;
use domain::value::id::{ItemCategoryId, ItemId, LocationId, LotId, OrganizationId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, Date, Sought};
use jiff::ToSpan;
use store::Snapshot;
use store::read::expiring::{self, Expiring, ExpiryFilter};
use store::read::stock::most_decimals;

use super::{comparable, found_by, goods_then, named, quantity, sheet};
use crate::app::App;
use crate::documents::table::{Cell as Shown, Column, Row};
use crate::http::caller::Caller;
use crate::http::formats::{self, ReportFormat};
use crate::http::input::Whole;
use crate::http::items::wire::Sku;
use crate::http::output::{Day, DecimalText, Id, Named};
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::books::KnownAt;
use crate::http::reports::frame::{self, Frame, LAST_DAY};
use crate::http::reports::listing;

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 20_000;

crate::input! {
    /// Which lots.
    pub struct ExpiryQuery {
        /// At the end of this day, by posting date, from which days left are counted; now if absent.
        pub as_of: Option<Date>,
        /// Answers as the books were known at an instant, or at an event of the log such as `seq:1200`.
        pub known_at: Option<KnownAt>,
        /// Only lots that expire within this many days or have expired.
        pub within_days: Option<Whole<0, 36_500>>,
        /// `true`: only expired lots; `false`: only the others.
        pub expired: Option<bool>,
        /// Only the item with this SKU, ignoring case.
        pub sku: Option<Sku>,
        /// Only goods in this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only items directly in this category.
        pub category_id: Option<Sought<ItemCategoryId>>,
        /// Only lots with this status now; with `knownAt`, at that time.
        pub lot_status: Option<StockStatus>,
        /// `json` (the default), or a whole document as `csv`, `xlsx` or `print`; takes precedence over `Accept`.
        pub format: Option<ReportFormat>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A lot in one place.
    pub struct ExpiryRow {
        pub lot_id: Id<LotId>,
        pub lot_number: String,
        pub lot_status: Named<StockStatus>,
        /// The last day on which it can be used.
        pub expires_on: Day,
        /// Counted from the day of the report; 0 on its last day, below 0 if it has expired.
        pub days_left: i64,
        pub is_expired: bool,
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String,
        /// Null for goods outside bins.
        pub location_id: Option<Id<LocationId>>,
        pub location_code: Option<String>,
        /// In the item's base unit.
        pub quantity: DecimalText,
        pub unit_code: String,
    }

    /// A page of lots that expire.
    pub struct ExpiryView {
        /// The day from which days left are counted.
        pub as_of: Day,
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// By expiry date, then by SKU, lot, warehouse and location.
        pub data: Vec<ExpiryRow>,
        pub next_cursor: Option<String>,
    }
}

/// List lots by expiry
///
/// Stock of lots with an expiry date, earliest first, place by place. With `knownAt`, the answer is as known then; ask
/// for its other pages with the same `knownAt`.
#[utoipa::path(get, path = "/api/v1/inventory/reports/expiry", operation_id = "StockController_expiry", tag = "Stock",
    params(ExpiryQuery), responses((status = 200, description = "A page, or the whole report as a document", content(
        (ExpiryView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn expiry(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::ItemsRead).await?;
    let query: ExpiryQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let as_of = comparable(query.as_of);
    let day = as_of.unwrap_or_else(|| frame.books.today(&frame.settings));
    let yesterday = day.yesterday().unwrap_or(Date::MIN);
    let within = query.within_days.map(|Whole(days)| day.checked_add(days.days()).unwrap_or(LAST_DAY).min(LAST_DAY));
    let filter = ExpiryFilter {
        as_of,
        until: if query.expired == Some(true) {
            Some(within.map_or(yesterday, |last| last.min(yesterday)))
        } else {
            within
        },
        from: (query.expired == Some(false)).then_some(day),
        sku_key: found_by(query.sku),
        category: named(query.category_id, |id| id.0).map(ItemCategoryId),
        warehouse: named(query.warehouse_id, |id| id.0).map(WarehouseId),
        reach: caller.reach(&mut snapshot).await?,
        status: query.lot_status,
    };
    let then = match frame.books.entries() {
        None => None,
        Some(_) => Some(goods_then(&mut snapshot, &frame).await?),
    };
    let lots = match &then {
        None => Lots::Now(filter),
        Some(point) => Lots::Then(expiring::list_then(&mut snapshot, caller.organization, &filter, point).await?),
    };
    if let Some(format) = document {
        let decimals = match &then {
            None => most_decimals(&mut snapshot, caller.organization).await?,
            Some(point) => point.most_decimals(&mut snapshot, caller.organization).await?,
        };
        let heading = sheet::heading(&frame, "stock-expiry", "Lots by expiry", Some(day), columns(decimals));
        let mut draft = formats::begin(&app, format, heading).await?;
        let mut after: Option<Vec<Cell>> = None;
        loop {
            let rows = lots.list(&mut snapshot, caller.organization, after.as_deref(), ROWS_AT_ONCE).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            after = rows.last().map(Expiring::place);
            for row in rows {
                draft.push(Row::line(cells(shown(row, day), decimals))).await?;
            }
            if is_last {
                return formats::finish(draft).await;
            }
        }
    }
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(&expiring::PLACE_KINDS)?),
        None => None,
    };
    let rows = lots.list(&mut snapshot, caller.organization, after, query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, Expiring::place).map(|row| shown(row, day));
    let view = ExpiryView {
        as_of: Day(day),
        seq: frame.seq,
        data: page.data,
        next_cursor: page.next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, page.next.as_ref(), &uri))
}

/// Where rows are read from.
enum Lots {
    Now(ExpiryFilter),
    /// All that there was at an earlier point of the log.
    Then(Vec<Expiring>),
}

impl Lots {
    /// The next rows behind a place.
    async fn list(
        &self,
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<Vec<Expiring>, Problem> {
        match self {
            Self::Now(filter) => Ok(expiring::list(snapshot, organization, filter, after, most).await?),
            Self::Then(all) => {
                let is_behind = |row: &&Expiring| after.is_none_or(|after| row.place().as_slice() > after);
                Ok(all.iter().filter(is_behind).take(most).cloned().collect())
            }
        }
    }
}

fn shown(row: Expiring, day: Date) -> ExpiryRow {
    let days_left = day.until(row.expires_on).map_or(0, |span| i64::from(span.get_days()));
    let (location_id, location_code) = row.location.unzip();
    ExpiryRow {
        lot_id: Id(row.lot.0),
        lot_number: row.lot.1,
        lot_status: Named(row.status),
        expires_on: Day(row.expires_on),
        days_left,
        is_expired: days_left < 0,
        item_id: Id(row.item.id),
        quantity: quantity(row.quantity, row.item.quantity_decimals),
        sku: row.item.sku,
        name: row.item.name,
        warehouse_id: Id(row.warehouse.0),
        warehouse_code: row.warehouse.1,
        location_id: location_id.map(Id),
        location_code,
        unit_code: row.item.unit_code,
    }
}

fn columns(of_quantity: u8) -> Vec<Column> {
    vec![
        Column::date("Expires on"),
        Column::integer("Days left"),
        Column::text("Sku"),
        Column::text("Name"),
        Column::text("Lot"),
        Column::text("Lot status"),
        Column::text("Warehouse"),
        Column::text("Location"),
        Column::amount("Quantity", of_quantity),
        Column::text("Unit"),
    ]
}

fn cells(row: ExpiryRow, decimals: u8) -> Vec<Shown> {
    vec![
        Shown::Date(row.expires_on.0),
        Shown::Integer(row.days_left),
        Shown::text(row.sku),
        Shown::text(row.name),
        Shown::text(row.lot_number),
        Shown::text(row.lot_status.0.name()),
        Shown::text(row.warehouse_code),
        Shown::maybe(row.location_code),
        sheet::quantity(row.quantity, decimals),
        Shown::text(row.unit_code),
    ]
}
