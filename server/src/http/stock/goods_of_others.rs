//! `GET /inventory/reports/goods-of-others`: what is held for others, and what it costs once it is used.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::value::id::{ItemId, LotId, MovementId, PartyId, SerialId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Date, Sought};
use store::read::held::{self, Held, HeldFilter};

use super::{comparable, goods_then, in_currency, named, named_item, open_lines, quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Column, Row};
use crate::http::caller::Caller;
use crate::http::formats::{self, ReportFormat};
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id};
use crate::http::page::{Cursor, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::books::KnownAt;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;

crate::input! {
    /// Which goods.
    pub struct GoodsOfOthersQuery {
        /// At the end of this day, by posting date; now if absent.
        pub as_of: Option<Date>,
        /// Only goods of this party.
        pub party_id: Option<Sought<PartyId>>,
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only goods in this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
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
    /// A line that brought goods of others, some of which are still there. Quantities are in the item's base unit.
    pub struct GoodsOfOthersRow {
        pub movement_id: Id<MovementId>,
        pub sequence: i64,
        pub line_number: i64,
        pub occurred_at: At,
        pub reference: Option<String>,
        /// The owner of the goods.
        pub party_id: Id<PartyId>,
        /// The present name, even with `knownAt`: events contain no names of parties.
        pub party_name: Option<String>,
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String,
        pub lot_id: Option<Id<LotId>>,
        pub lot_number: Option<String>,
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String>,
        /// The quantity that arrived.
        pub quantity: DecimalText,
        /// The quantity that was used, moved on or sent back.
        pub taken: DecimalText,
        /// The quantity still there.
        pub left: DecimalText,
        pub unit_code: String,
        /// The currency of the agreed price.
        pub currency: CurrencyCode,
        /// The agreed price of the remaining goods, in that currency; null without `costs:read`.
        pub price: Option<DecimalText>,
    }

    /// A page of goods held for others.
    pub struct GoodsOfOthersView {
        /// Null if it is as of now.
        pub as_of: Option<Day>,
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// In the order of the log.
        pub data: Vec<GoodsOfOthersRow>,
        pub next_cursor: Option<String>,
    }
}

/// List goods of others
///
/// Goods in warehouses of the kind `consignmentIn`, now or at the end of any day: each line that brought goods which
/// belong to their owner until they are used, with the remaining quantity. Movements count from their posting date, a
/// void from the date of its mirror.
#[utoipa::path(get, path = "/api/v1/inventory/reports/goods-of-others",
    operation_id = "StockController_goodsOfOthers", tag = "Stock", params(GoodsOfOthersQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (GoodsOfOthersView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn goods_of_others(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::MovementsRead).await?;
    let query: GoodsOfOthersQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let then = goods_then(&mut snapshot, &frame).await?;
    let filter = HeldFilter {
        as_of: comparable(query.as_of),
        party: named(query.party_id, |id| id.0).map(PartyId),
        item: named_item(query.item_id),
        warehouse: named(query.warehouse_id, |id| id.0).map(WarehouseId),
    };
    let sees_costs = caller.rights(&mut snapshot).await?.has(Permission::CostsRead);
    let mut rows = held::lines(&mut snapshot, caller.organization, &filter, &then).await?;
    let reach = caller.reach(&mut snapshot).await?;
    rows.retain(|row| reach.has(row.warehouse.0));
    if let Some(format) = document {
        let decimals = then.most_decimals(&mut snapshot, caller.organization).await?;
        drop(snapshot);
        let rows = rows.into_iter().map(|row| shown(row, sees_costs));
        return write(&app, format, &frame, filter.as_of, decimals, rows).await;
    }
    let (seq, cursor, limit) = (frame.seq, query.cursor.as_ref(), query.limit.0);
    let next = open_lines::page(&mut rows, seq, cursor, limit, |row| (row.sequence, row.line_number))?;
    let view = GoodsOfOthersView {
        as_of: filter.as_of.map(Day),
        seq: frame.seq,
        data: rows.into_iter().map(|row| shown(row, sees_costs)).collect(),
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

fn shown(row: Held, sees_costs: bool) -> GoodsOfOthersRow {
    let decimals = row.item.quantity_decimals;
    let units = |units: i64| quantity(i128::from(units), decimals);
    let (lot_id, lot_number) = row.lot.map(|(id, number)| (Id(id), number)).unzip();
    let (serial_id, serial_number) = row.serial.map(|(id, number)| (Id(id), number)).unzip();
    GoodsOfOthersRow {
        movement_id: Id(row.movement),
        sequence: row.sequence,
        line_number: row.line_number,
        occurred_at: At(row.occurred_at),
        reference: row.reference,
        party_id: Id(row.party),
        party_name: row.party_name,
        item_id: Id(row.item.id),
        sku: row.item.sku,
        name: row.item.name,
        warehouse_id: Id(row.warehouse.0),
        warehouse_code: row.warehouse.1,
        lot_id,
        lot_number,
        serial_id,
        serial_number,
        quantity: units(row.quantity),
        taken: units(row.taken),
        left: quantity(i128::from(row.quantity) - i128::from(row.taken), decimals),
        unit_code: row.item.unit_code,
        currency: CurrencyCode(row.currency),
        price: sees_costs.then(|| in_currency(row.price, row.currency)),
    }
}

/// All lines, without a total: their prices are in several currencies.
async fn write(
    app: &App,
    format: DocumentFormat,
    frame: &Frame,
    as_of: Option<Date>,
    decimals: u8,
    rows: impl Iterator<Item = GoodsOfOthersRow>,
) -> Result<Response, Problem> {
    let mut heading = sheet::heading(frame, "goods-of-others", "Goods of others", as_of, columns(decimals));
    heading.subtitle.pop();
    heading.subtitle.push(format!("Prices in the currency of each line, as of event {} of the log", frame.seq));
    let mut draft = formats::begin(app, format, heading).await?;
    for row in rows {
        draft.push(Row::line(cells(row, decimals))).await?;
    }
    formats::finish(draft).await
}

fn columns(decimals: u8) -> Vec<Column> {
    let mut columns: Vec<Column> =
        ["Movement", "Reference", "Party", "Sku", "Name", "Warehouse", "Lot", "Serial number"].map(Column::text).into();
    columns.extend(["Quantity", "Taken", "Left"].map(|header| Column::amount(header, decimals)));
    columns.extend(["Unit", "Currency", "Price"].map(Column::text));
    columns
}

fn cells(row: GoodsOfOthersRow, decimals: u8) -> Vec<Shown> {
    vec![
        Shown::text(row.movement_id.0.to_string()),
        Shown::maybe(row.reference),
        Shown::maybe(row.party_name),
        Shown::text(row.sku),
        Shown::text(row.name),
        Shown::text(row.warehouse_code),
        Shown::maybe(row.lot_number),
        Shown::maybe(row.serial_number),
        sheet::quantity(row.quantity, decimals),
        sheet::quantity(row.taken, decimals),
        sheet::quantity(row.left, decimals),
        Shown::text(row.unit_code),
        Shown::text(row.currency.0.code().to_string()),
        // Amounts of several currencies are in one column, and do not add up.
        Shown::maybe(row.price.map(|price| price.0.to_string())),
    ]
}
