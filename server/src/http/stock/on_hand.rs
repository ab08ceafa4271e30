//! `GET /inventory/stock`: quantities by place.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::StockStatus;
use domain::value::cell::IsoDate;
use domain::value::id::{ItemCategoryId, ItemId, LocationId, LotId, SerialId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Cell, Date, Sought};
use store::Snapshot;
use store::read::stock::{self, OnHand, StockBy, StockFilter};
use store::read::stock_then::{self, Until};

use super::row_figures::RowFigures;
use super::{comparable, end_of, found_by, goods_then, named, named_item, quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::input::Search;
use crate::http::items::wire::Sku;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;
use crate::http::reports::row::Columns;

/// Rows of a document that are read at once, so that it takes little memory however long it is: each time all stock is summed, so
/// there are many of them.
const ROWS_AT_ONCE: usize = 100_000;

domain::named_enum! {
    /// The basis for the stock at the end of a day.
    StockBasis {
        /// By posting date, as the books have it.
        Posting = "posting",
        /// By when goods moved.
        Physical = "physical",
    }
}

crate::wire_enum! {
    StockBasis = "StockBasis",
    StockBy = "StockBy",
}

crate::report_input! {
    /// The stock to list, and its level of detail.
    pub struct StockQuery {
        /// `item`, `warehouse` (the default), `location`, `lot` or `serial`.
        pub by: Option<StockBy>,
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only the item with this SKU, ignoring case.
        pub sku: Option<Sku>,
        /// Only items directly in this category.
        pub category_id: Option<Sought<ItemCategoryId>>,
        /// Text in SKU or name.
        pub q: Option<Search>,
        /// Only goods in this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only goods in this location; in a zone, those in all bins below it.
        pub location_id: Option<Sought<LocationId>>,
        /// Only this lot.
        pub lot_id: Option<Sought<LotId>>,
        /// Only this piece.
        pub serial_id: Option<Sought<SerialId>>,
        /// Only lots with this status now.
        pub lot_status: Option<StockStatus>,
        /// Only lots that expire on this day or earlier; use it with `by=lot` to list expiring lots.
        pub expires_until: Option<Date>,
        /// At the end of this day, by posting date or as `basis` says; now if absent.
        pub as_of: Option<Date>,
        /// `posting` (the default), or `physical`: by the time at which goods moved, whatever their posting date.
        pub basis: Option<StockBasis>,
        ..known_at,
        /// Leaves out places without stock; true if absent.
        pub non_zero: Option<bool>,
        ..page,
    }
}

crate::report_output! {
    /// Stock of one item. Fields by which the rows are not broken down are null.
    pub struct StockRow {
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        pub warehouse_id: Option<Id<WarehouseId>>,
        pub warehouse_code: Option<String> => "Warehouse",
        /// Also null for goods outside bins.
        pub location_id: Option<Id<LocationId>>,
        pub location_code: Option<String> => "Location",
        pub lot_id: Option<Id<LotId>>,
        pub lot_number: Option<String> => "Lot",
        pub lot_status: Option<Named<StockStatus>> => "Lot status",
        /// The last day on which the lot can be used.
        pub expires_on: Option<Day> => "Expires on",
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String> => "Serial",
        pub serial_status: Option<Named<StockStatus>> => "Serial status",
        /// In the item's base unit; below 0 if more left than had arrived.
        pub quantity: DecimalText => "Quantity" (quantity),
        /// The same as `quantity`.
        pub on_hand: DecimalText,
        /// The quantity that cannot be used now. This, `reserved` and `available` are given for current rows by item or
        /// by warehouse, as in `GET /inventory/availability`; null with `asOf`, with `knownAt`, and if a filter names
        /// bins, lots or pieces.
        pub held: Option<DecimalText>,
        /// The quantity held by active reservations.
        pub reserved: Option<DecimalText>,
        /// On hand, less held, less reserved.
        pub available: Option<DecimalText>,
        /// The value of rows by item or by warehouse, at the end of the day of `asOf` by posting date. Null without
        /// `costs:read`, in a warehouse that shares its costs with others, with `basis=physical`, and if a filter names
        /// bins, lots or pieces.
        pub value: Option<DecimalText>,
        /// The base unit.
        pub unit_code: String => "Unit",
    }

    /// A page of stock.
    pub struct StockView {
        pub by: Named<StockBy>,
        /// Null if it is as of now.
        pub as_of: Option<Day>,
        pub basis: Named<StockBasis>,
        /// The base currency, in which values are given.
        pub currency: CurrencyCode,
        /// The last event of the log that this page includes.
        pub seq: i64,
        /// By SKU, then by warehouse, location, lot and piece.
        pub data: Vec<StockRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ItemsRead);

/// Get the stock on hand
///
/// Quantities by item and warehouse, or broken down further with `by`. With `asOf`, the stock at the end of that day by
/// posting date, as in the books, or with `basis=physical` by the time at which the goods moved. Rows by item or by
/// warehouse also show reserved and available quantities now, and the value; documents have only quantities. With
/// `knownAt`, the answer is as known then; ask for its other pages with the same `knownAt`.
#[utoipa::path(get, path = "/api/v1/inventory/stock", operation_id = "StockController_onHand", tag = "Stock",
    params(StockQuery), responses((status = 200, description = "A page, or the whole report as a document", content(
        (StockView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn on_hand(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: StockQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let filter = StockFilter {
        by: query.by.unwrap_or(StockBy::Warehouse),
        item: named_item(query.item_id),
        sku_key: found_by(query.sku),
        category: named(query.category_id, |id| id.0).map(ItemCategoryId),
        text: query.q.map(|text| text.0),
        warehouse: named(query.warehouse_id, |id| id.0).map(WarehouseId),
        reach: caller.reach(&mut snapshot).await?,
        location: named(query.location_id, |id| id.0).map(LocationId),
        lot: named(query.lot_id, |id| id.0).map(LotId),
        serial: named(query.serial_id, |id| id.0).map(SerialId),
        lot_status: query.lot_status,
        expires_until: comparable(query.expires_until),
        as_of: comparable(query.as_of),
        non_zero: query.non_zero.unwrap_or(true),
    };
    let report = Report { filter, basis: query.basis.unwrap_or(StockBasis::Posting), frame };
    if let Some(format) = document {
        return report.document(&app, snapshot, format).await;
    }
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(&stock::place_kinds(report.filter.by))?),
        None => None,
    };
    let rows = report.read(&mut snapshot, after, query.limit.0 + 1).await?;
    let page = Page::of(rows, query.limit.0, |row| row.place(report.filter.by));
    let sees_costs = caller.rights(&mut snapshot).await?.has(Permission::CostsRead);
    let (filter, frame) = (&report.filter, &report.frame);
    let figures = RowFigures::read(&mut snapshot, filter, frame, report.basis, &page.data, sees_costs).await?;
    let page = page.map(|row| shown(row, &figures));
    let view = StockView {
        by: Named(report.filter.by),
        as_of: report.filter.as_of.map(Day),
        basis: Named(report.basis),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data: page.data,
        next_cursor: page.next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, page.next.as_ref(), &uri))
}

/// Stock in the making.
struct Report {
    filter: StockFilter,
    basis: StockBasis,
    frame: Frame,
}

impl Report {
    /// The next rows after a place.
    async fn read(&self, snapshot: &mut Snapshot, after: Option<&[Cell]>, most: usize) -> Result<Vec<OnHand>, Problem> {
        if let Some(mut rows) = self.whole(snapshot).await? {
            rows.retain(|row| after.is_none_or(|after| row.place(self.filter.by).as_slice() > after));
            rows.truncate(most);
            return Ok(rows);
        }
        Ok(stock::on_hand(snapshot, self.frame.organization, &self.filter, after, most).await?)
    }

    /// All rows, where they are not those that the books have now.
    async fn whole(&self, snapshot: &mut Snapshot) -> Result<Option<Vec<OnHand>>, Problem> {
        let until = match (self.basis, self.filter.as_of) {
            (StockBasis::Physical, Some(day)) => Until::Moved(end_of(day, &self.frame)),
            (_, day) => Until::Posted(day),
        };
        if self.frame.books.entries().is_none() && matches!(until, Until::Posted(_)) {
            return Ok(None);
        }
        let then = goods_then(snapshot, &self.frame).await?;
        Ok(Some(stock_then::on_hand(snapshot, self.frame.organization, &self.filter, &then, until).await?))
    }

    async fn document(&self, app: &App, mut snapshot: Snapshot, format: DocumentFormat) -> Result<Response, Problem> {
        let (by, none) = (self.filter.by, RowFigures::default());
        let decimals = goods_then(&mut snapshot, &self.frame).await?;
        let decimals = decimals.most_decimals(&mut snapshot, self.frame.organization).await?;
        let columns = columns(&self.frame, by, decimals);
        let heading = match (self.basis, self.filter.as_of) {
            (StockBasis::Physical, Some(day)) => {
                let mut heading = self.frame.heading("stock", "Stock on hand", None, columns.headings());
                heading.file_name = format!("stock-physical-{}", IsoDate(day));
                heading.subtitle.insert(1, format!("At the end of {}, by when goods moved", IsoDate(day)));
                heading
            }
            (_, day) => sheet::heading(&self.frame, "stock", "Stock on hand", day, &columns),
        };
        let mut draft = formats::begin(app, format, heading).await?;
        if let Some(rows) = self.whole(&mut snapshot).await? {
            for row in rows {
                draft.push(columns.line(&shown(row, &none))).await?;
            }
            return formats::finish(draft).await;
        }
        let mut after = None;
        loop {
            let place = after.as_deref();
            let whose = self.frame.organization;
            let rows = stock::on_hand(&mut snapshot, whose, &self.filter, place, ROWS_AT_ONCE).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            after = rows.last().map(|row| row.place(by));
            for row in rows {
                draft.push(columns.line(&shown(row, &none))).await?;
            }
            if is_last {
                return formats::finish(draft).await;
            }
        }
    }
}

fn shown(row: OnHand, figures: &RowFigures) -> StockRow {
    let units = |units: i128| quantity(units, row.item.quantity_decimals);
    let (there, promised, value) = (units(row.quantity), figures.promised(&row), figures.value(&row));
    let (held, reserved) = (promised.map(|of| units(of.held)), promised.map(|of| units(of.reserved)));
    let available = promised.map(|of| units(of.available()));
    let (warehouse_id, warehouse_code) = row.warehouse.unzip();
    let (location_id, location_code) = row.location.unzip();
    let (lot_id, lot_number) = row.lot.unzip();
    let (serial_id, serial_number) = row.serial.unzip();
    crate::answered! { StockRow of row {
        lot_status, expires_on, serial_status,
        item_id: row.item.id,
        sku: row.item.sku,
        name: row.item.name,
        warehouse_id: warehouse_id,
        location_id: location_id,
        lot_id: lot_id,
        serial_id: serial_id,
        unit_code: row.item.unit_code;
        warehouse_code, location_code, lot_number, serial_number, held, reserved, available, value,
        quantity: there,
        on_hand: there,
    } }
}

/// The columns that stock has that is told apart in this way: all but these.
fn columns(frame: &Frame, by: StockBy, decimals: u8) -> Columns<StockRow> {
    let without: &[&str] = match by {
        StockBy::Item => &["Warehouse", "Location", "Lot", "Lot status", "Expires on", "Serial", "Serial status"],
        StockBy::Warehouse => &["Location", "Lot", "Lot status", "Expires on", "Serial", "Serial status"],
        StockBy::Location => &["Lot", "Lot status", "Expires on", "Serial", "Serial status"],
        StockBy::Lot => &["Location", "Serial", "Serial status"],
        StockBy::Serial => &[],
    };
    Columns::of(frame).quantities(decimals).without(without)
}
