//! `GET /inventory/reports/goods-of-others`: goods held for others, and their price once they are used.

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
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;
use crate::http::reports::row::Columns;

crate::report_input! {
    /// Which goods.
    pub struct GoodsOfOthersQuery {
        ..as_of,
        /// Only goods of this party.
        pub party_id: Option<Sought<PartyId>>,
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only goods in this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        ..known_at,
        ..page,
    }
}

crate::report_output! {
    /// A line that brought goods of others, some of which are still there. Quantities are in the item's base unit.
    pub struct GoodsOfOthersRow {
        pub movement_id: Id<MovementId> => "Movement",
        pub sequence: i64,
        pub line_number: i64,
        pub occurred_at: At,
        pub reference: Option<String> => "Reference",
        /// The owner of the goods.
        pub party_id: Id<PartyId>,
        /// The present name, even with `knownAt`: events contain no names of parties.
        pub party_name: Option<String> => "Party",
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String => "Warehouse",
        pub lot_id: Option<Id<LotId>>,
        pub lot_number: Option<String> => "Lot",
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String> => "Serial number",
        /// The quantity that arrived.
        pub quantity: DecimalText => "Quantity" (quantity),
        /// The quantity that was used, moved on or sent back.
        pub taken: DecimalText => "Taken" (quantity),
        /// The quantity still there.
        pub left: DecimalText => "Left" (quantity),
        pub unit_code: String => "Unit",
        /// The currency of the agreed price.
        pub currency: CurrencyCode => "Currency",
        /// The agreed price of the remaining goods, in that currency; null without `costs:read`.
        pub price: Option<DecimalText> => "Price",
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

pub(super) const OPERATION: Operation = Operation::report(Permission::MovementsRead);

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
    let mut snapshot = caller.read(&app).await?;
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
    let (lot_id, lot_number) = row.lot.unzip();
    let (serial_id, serial_number) = row.serial.unzip();
    crate::answered! { GoodsOfOthersRow of row {
        sequence, line_number, occurred_at, reference, party_name, currency,
        movement_id: row.movement,
        party_id: row.party,
        item_id: row.item.id,
        sku: row.item.sku,
        name: row.item.name,
        warehouse_id: row.warehouse.0,
        warehouse_code: row.warehouse.1,
        lot_id: lot_id,
        serial_id: serial_id,
        unit_code: row.item.unit_code;
        lot_number, serial_number,
        quantity: units(row.quantity),
        taken: units(row.taken),
        left: quantity(i128::from(row.quantity) - i128::from(row.taken), decimals),
        price: sees_costs.then(|| in_currency(row.price, row.currency)),
    } }
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
    let columns = Columns::of(frame).quantities(decimals);
    let mut heading = sheet::heading(frame, "goods-of-others", "Goods of others", as_of, &columns);
    heading.subtitle.pop();
    heading.subtitle.push(format!("Prices in the currency of each line, as of event {} of the log", frame.seq));
    let mut draft = formats::begin(app, format, heading).await?;
    for row in rows {
        draft.push(columns.line(&row)).await?;
    }
    formats::finish(draft).await
}
