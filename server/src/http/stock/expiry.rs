//! `GET /inventory/reports/expiry`: lots with dates, where they lie, and how much time is left.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::StockStatus;
use domain::value::id::{ItemCategoryId, ItemId, LocationId, LotId, OrganizationId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, Date, Sought};
use store::Snapshot;
use store::read::days::Days;
use store::read::expiring::{self, Expiring, ExpiryFilter};
use store::read::stock::most_decimals;

use super::{comparable, found_by, goods_then, named, quantity, sheet};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::input::Whole;
use crate::http::items::wire::Sku;
use crate::http::operations::Operation;
use crate::http::output::{Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;
use crate::http::reports::row::Columns;
use crate::http::reports::stretches::{self, Stretches};

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 20_000;

crate::report_input! {
    /// Which lots.
    pub struct ExpiryQuery {
        /// At the end of this day, by posting date, from which days left are counted; if absent, now, and the days are
        /// those where each warehouse is.
        pub as_of: Option<Date>,
        ..known_at,
        /// Only lots with a date, best before or expiry, within this many days or before.
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
        ..page,
    }
}

crate::report_output! {
    /// A lot in one place.
    pub struct ExpiryRow {
        pub lot_id: Id<LotId>,
        pub lot_number: String => "Lot" (at 6),
        pub lot_status: Named<StockStatus> => "Lot status" (at 7),
        pub best_before: Option<Day> => "Best before",
        /// The last day on which it can be used.
        pub expires_on: Option<Day> => "Expires on",
        /// To the earlier of both dates, from the day of the report; 0 on that date, below 0 after it.
        pub days_left: i64 => "Days left",
        /// Whether its best-before date has passed: who uses it is warned.
        pub is_past_best: bool,
        /// Whether its last day has passed: it is held, and nobody can use it.
        pub is_expired: bool,
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String => "Warehouse",
        /// Null for goods outside bins.
        pub location_id: Option<Id<LocationId>>,
        pub location_code: Option<String> => "Location",
        /// In the item's base unit.
        pub quantity: DecimalText => "Quantity" (quantity),
        pub unit_code: String => "Unit",
    }

    /// A page of lots with dates.
    pub struct ExpiryView {
        /// The day from which days left are counted. Without `asOf`, a warehouse where it is another day counts from
        /// its own.
        pub as_of: Day,
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// By the earlier of both dates, then by SKU, lot, warehouse and location.
        pub data: Vec<ExpiryRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ItemsRead);

/// List lots by expiry
///
/// Stock of lots with a best-before or expiry date, place by place, by the earlier of both. With `knownAt`, the answer is as known then; ask
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
    let mut snapshot = caller.read(&app).await?;
    let query: ExpiryQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let as_of = comparable(query.as_of);
    let day = as_of.unwrap_or_else(|| frame.books.today(&frame.settings));
    let days = as_of.map_or_else(|| Days::at(frame.moment()), Days::everywhere);
    let filter = ExpiryFilter {
        as_of,
        days,
        within_days: query.within_days.map(|Whole(days)| days),
        expired: query.expired,
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
    let list = List { organization: caller.organization, days, lots };
    if let Some(format) = document {
        let decimals = match &then {
            None => most_decimals(&mut snapshot, caller.organization).await?,
            Some(point) => point.most_decimals(&mut snapshot, caller.organization).await?,
        };
        let columns = Columns::of(&frame).quantities(decimals);
        let heading = sheet::heading(&frame, "stock-expiry", "Lots by expiry", Some(day), &columns);
        return stretches::document(&list, &app, snapshot, format, heading, &columns, ROWS_AT_ONCE).await;
    }
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(&expiring::PLACE_KINDS)?),
        None => None,
    };
    let page = stretches::page(&list, &mut snapshot, after, query.limit).await?;
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

/// The list in the making.
struct List {
    organization: OrganizationId,
    /// From which days left are counted, where goods lie.
    days: Days,
    lots: Lots,
}

impl Stretches for List {
    type Row = Expiring;
    type Answer = ExpiryRow;

    async fn read(
        &self,
        snapshot: &mut Snapshot,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<Vec<Expiring>, Problem> {
        match &self.lots {
            Lots::Now(filter) => Ok(expiring::list(snapshot, self.organization, filter, after, most).await?),
            Lots::Then(all) => {
                let is_behind = |row: &&Expiring| after.is_none_or(|after| row.place().as_slice() > after);
                Ok(all.iter().filter(is_behind).take(most).cloned().collect())
            }
        }
    }

    fn place(row: &Expiring) -> Vec<Cell> {
        row.place()
    }

    fn answer(&self, row: Expiring) -> ExpiryRow {
        let day = self.days.of(row.timezone.as_deref());
        let days_left =
            row.first_day().and_then(|first| day.until(first).ok()).map_or(0, |span| i64::from(span.get_days()));
        let has_passed = |last: Option<Date>| last.is_some_and(|last| last < day);
        let (location_id, location_code) = row.location.unzip();
        crate::answered! { ExpiryRow of row {
            lot_id: row.lot.0,
            lot_number: row.lot.1,
            lot_status: row.status,
            best_before, expires_on,
            item_id: row.item.id,
            sku: row.item.sku,
            name: row.item.name,
            warehouse_id: row.warehouse.0,
            warehouse_code: row.warehouse.1,
            location_id: location_id,
            unit_code: row.item.unit_code;
            days_left, location_code,
            is_past_best: has_passed(row.best_before),
            is_expired: has_passed(row.expires_on),
            quantity: quantity(row.quantity, row.item.quantity_decimals),
        } }
    }
}
