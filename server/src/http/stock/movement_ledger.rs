//! `GET /inventory/reports/movement-ledger`: the movements of an item, with the quantity and the value after each row.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::book::reach::Reach;
use domain::rows::items::Item;
use domain::rows::past_scopes::{changes_of_scope, scope_where};
use domain::rows::{CostingMethod, CostingScope, Warehouse};
use domain::value::id::{EntryId, ItemId, LocationId, LotId, MovementId, PartyId, SerialId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Date, Sought};
use store::Snapshot;
use store::read::Conditions;
use store::read::goods_moved::{self, MovedFilter, MovedOrder, OCCURRENCE_KINDS};
use store::read::goods_posted::{LEDGER_KINDS, PostedKind};
use store::read::known_goods::GoodsThen;

use super::ledger_rows::{Ledger, Running};
use super::{found_by, goods_then, named, named_by, named_item, quantity};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::items::wire::Sku;
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame, carried_amount};
use crate::http::reports::listing;
use crate::today;

crate::wire_enum! {
    MovedOrder = "MovedOrder",
    PostedKind = "MovementLedgerRowKind",
}

crate::report_input! {
    /// Whose movements, and in which order.
    pub struct MovementLedgerQuery {
        /// The item; this or `sku` is required.
        pub item_id: Option<Sought<ItemId>>,
        /// The item by its SKU, ignoring case.
        pub sku: Option<Sku>,
        /// Only goods that left or entered this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        /// Only movements of this lot. Its stock has a value of its own only if the item's costing method is
        /// `specific`.
        pub lot_id: Option<Sought<LotId>>,
        /// Only movements of this piece.
        pub serial_id: Option<Sought<SerialId>>,
        /// The first day, after the opening quantity and value: the day on which goods moved, or the posting date if
        /// `order` is `posting`. In the order of occurrence, a movement costed prospectively is on the day on which it
        /// was costed.
        pub date_from: Option<Date>,
        /// Until this day.
        pub date_to: Option<Date>,
        /// `occurrence` (the default): in the order of costs, each movement with everything ever posted for it; or
        /// `posting`: as in the books, each amount on the day on which it was posted.
        pub order: Option<MovedOrder>,
        ..known_at,
        ..page,
    }
}

crate::report_output! {
    /// Goods leaving or entering a place. A transfer has two rows. In the order of posting, there are also rows for
    /// movements voided as of a later day and for later changes of a movement's cost.
    pub struct MovementLedgerRow {
        /// `movement`; in the order of posting also `void`, with the opposite sign, if it was voided as of a later day;
        /// and `costChange`, without a quantity, if another document changed the cost of the movement on this posting
        /// date.
        pub row_kind: Named<PostedKind> => "Row" (at 14),
        pub movement_id: Id<MovementId>,
        pub kind: Named<MovementKind> => "Kind" (at 3),
        pub sequence: i64,
        pub line_number: i64,
        pub occurred_at: At => "Occurred at",
        /// The posting date of the row: for a `void`, the day as of which the movement was voided; for a `costChange`,
        /// the date of the adjusting entry.
        pub posting_date: Day => "Posting date",
        pub description: String => "Description",
        pub reference: Option<String> => "Reference",
        pub party_id: Option<Id<PartyId>>,
        /// The entry that posted the value; null if it nets to zero there.
        pub entry_id: Option<Id<EntryId>>,
        /// For a `costChange`, the document whose posting or voiding caused it.
        pub cause_movement_id: Option<Id<MovementId>>,
        pub cause_kind: Option<Named<MovementKind>> => "Cause" (at 15),
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String => "Warehouse",
        pub location_id: Option<Id<LocationId>>,
        pub location_code: Option<String> => "Location",
        pub lot_id: Option<Id<LotId>>,
        pub lot_number: Option<String> => "Lot",
        pub serial_id: Option<Id<SerialId>>,
        pub serial_number: Option<String> => "Serial",
        /// The quantity that arrived, or below 0 the quantity that left, in the item's base unit.
        pub quantity: DecimalText => "Quantity" (quantity),
        /// The change in stock value: in the order of occurrence with all later changes, in the order of posting the
        /// amount posted on this day. Null without `costs:read`, and if the goods stay within a shared costing scope or
        /// have no value.
        pub value: Option<DecimalText> => "Value" (amount),
        /// The quantity on hand after this row.
        pub running_quantity: DecimalText => "Running quantity" (quantity),
        /// The value of that quantity; null without `costs:read`, for one warehouse that shares or has shared its costs
        /// with others, and for a lot or piece of an item that was not always costed as `specific`.
        pub running_value: Option<DecimalText> => "Running value" (amount),
    }

    /// A page of the movements of an item.
    pub struct MovementLedgerView {
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub unit_code: String,
        pub order: Named<MovedOrder>,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// The quantity and value before the first row of this page.
        pub opening_quantity: DecimalText,
        pub opening_value: Option<DecimalText>,
        pub data: Vec<MovementLedgerRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::MovementsRead);

/// Get the movement ledger of an item
///
/// Every line that moved the item, with running quantity and value. In the order of occurrence (`order`), voided
/// movements are left out, and each movement has its present cost. In the order of posting, each amount is on the day
/// on which it was posted: a later change of a movement's cost is a row of its own (`costChange`), and a movement
/// voided as of a later day is shown on both days, so that at the end of every day the running quantity and value equal
/// stock and valuation as of that day. Movements voided as of their own day are left out. Without `costs:read`, you see
/// only quantities.
#[utoipa::path(get, path = "/api/v1/inventory/reports/movement-ledger",
    operation_id = "StockController_movementLedger", tag = "Stock", params(MovementLedgerQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (MovementLedgerView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn movement_ledger(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: MovementLedgerQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let order = query.order.unwrap_or(MovedOrder::Occurrence);
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let (from, before) = bounds(&frame, order, query.date_from, query.date_to)?;
    let then = goods_then(&mut snapshot, &frame).await?;
    let item = find_item(&mut snapshot, &frame, &then, named_item(query.item_id), found_by(query.sku)).await?;
    let warehouse = named(query.warehouse_id, |id| id.0).map(WarehouseId);
    let reach = caller.reach(&mut snapshot).await?;
    let sees_costs = caller.rights(&mut snapshot).await?.has(Permission::CostsRead);
    let lot = named(query.lot_id, |id| id.0).map(LotId);
    let serial = named(query.serial_id, |id| id.0).map(SerialId);
    let is_apart = (lot.is_none() && serial.is_none())
        || (item.costing_method == CostingMethod::Specific
            && goods_moved::always_apart(&mut snapshot, caller.organization, item.id, then.seq).await?);
    let has_values = sees_costs && is_apart && !shares_costs(&mut snapshot, &frame, &then, warehouse, &reach).await?;
    let ledger = Ledger {
        order,
        filter: MovedFilter {
            known: (then.seq, then.at),
            item: Some(item.id),
            warehouse,
            lot,
            serial,
            reach,
            from,
            before,
        },
        has_values,
        sees_costs,
        then,
        frame,
        item,
    };
    if let Some(format) = document {
        return ledger.document(&app, snapshot, format).await;
    }
    let (after, opening) = match &query.cursor {
        Some(cursor) => {
            let place: &[CellKind] = match order {
                MovedOrder::Occurrence => &OCCURRENCE_KINDS,
                MovedOrder::Posting => &LEDGER_KINDS,
            };
            let cells = cursor.require(&[&[CellKind::Int], place, &[CellKind::Text, CellKind::Text]].concat())?;
            let [_, place @ .., Cell::Text(quantity), Cell::Text(value)] = cells else {
                return Err(Cursor::of_another_list());
            };
            let carried = Running { quantity: carried_amount(quantity)?, value: carried_amount(value)? };
            (Some(place.to_vec()), carried)
        }
        None => (None, ledger.opening(&mut snapshot).await?),
    };
    let mut running = opening;
    let most = query.limit.0;
    let mut rows = ledger.read(&mut snapshot, after.as_deref(), most + 1).await?;
    let more = rows.len() > most;
    rows.truncate(most);
    let last = rows.last().filter(|_| more).map(|row| ledger.cells(row));
    let data: Vec<MovementLedgerRow> = rows.into_iter().map(|row| ledger.row(row, &mut running)).collect();
    let next = last.map(|place| {
        let mut cells = vec![Cell::Int(ledger.frame.seq)];
        cells.extend(place);
        // Callers who may not see costs must not find them in a cursor either.
        let value = if ledger.has_values { running.value } else { 0 };
        cells.extend([Cell::Text(running.quantity.to_string()), Cell::Text(value.to_string())]);
        Cursor(cells)
    });
    let view = MovementLedgerView {
        item_id: Id(ledger.item.id),
        sku: ledger.item.sku.clone(),
        name: ledger.item.name.clone(),
        unit_code: ledger.item.unit_code.clone(),
        order: Named(order),
        currency: CurrencyCode(ledger.frame.settings.base_currency),
        seq: ledger.frame.seq,
        opening_quantity: quantity(opening.quantity, u8::try_from(ledger.item.quantity_decimals).unwrap_or(0)),
        opening_value: ledger.has_values.then(|| ledger.frame.amount(opening.value)),
        data,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// Where the days begin and end, in terms of the order.
fn bounds(
    frame: &Frame,
    order: MovedOrder,
    from: Option<Date>,
    to: Option<Date>,
) -> Result<(Option<Cell>, Option<Cell>), Problem> {
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Err(Problem::violation("dateFrom", "out_of_range", "must not be later than dateTo"));
    }
    let starts = |day: Date| match order {
        MovedOrder::Occurrence => today::start_of(day, &frame.settings.timezone).map(|at| at.to_cell()),
        MovedOrder::Posting => Some(day.to_cell()),
    };
    // Nothing stands behind the last day that there is.
    Ok((from.and_then(starts), to.and_then(|day| day.tomorrow().ok()).and_then(starts)))
}

/// The one item that is asked for, as it was.
async fn find_item(
    snapshot: &mut Snapshot,
    frame: &Frame,
    then: &GoodsThen,
    id: Option<ItemId>,
    sku_key: Option<String>,
) -> Result<Item, Problem> {
    let at = named_by(id, sku_key.as_deref())?;
    let called = if id.is_some() { "id" } else { "sku" };
    let mut conditions = Conditions::new(frame.organization);
    conditions.equal("id", id.map(|id| id.to_cell()));
    conditions.equal("sku_key", sku_key.clone().map(Cell::Text));
    let found: Vec<Item> = conditions.page(snapshot, "id", 1).await?;
    let changed = then.rows::<Item>().map_err(|bad| Problem::damaged(&bad))?;
    // An item that was changed since is read as it was: it may have had the sku that another one has now.
    let now = found.into_iter().find(|item| changed.iter().all(|(id, _)| *id != item.id.to_cell()));
    let mut were = changed.into_iter().filter_map(|(_, row)| row);
    let was = were.find(|item| id.is_some_and(|id| id == item.id) || sku_key.as_ref() == Some(&item.sku_key));
    let unknown = || Problem::violation(at, "unknown_reference", format!("there is no item with this {called}"));
    now.or(was).ok_or_else(unknown)
}

/// Whether goods of this warehouse, or of one of those in which the reader acts, were ever valued with those of others:
/// value that went over to them, and value that came back, is in no row of the warehouse.
async fn shares_costs(
    snapshot: &mut Snapshot,
    frame: &Frame,
    then: &GoodsThen,
    warehouse: Option<WarehouseId>,
    reach: &Reach,
) -> Result<bool, Problem> {
    if warehouse.is_none() && *reach == Reach::Everywhere {
        return Ok(false);
    }
    let mut all: Vec<Warehouse> =
        snapshot.rows("where organization_id = $1", &[Cell::Id(frame.organization.0)]).await?;
    for one in &mut all {
        if let Some(Some(was)) = then.row::<Warehouse>(one.id.to_cell()).map_err(|bad| Problem::damaged(&bad))? {
            *one = was;
        }
    }
    let is_looked_at = |one: &&Warehouse| warehouse.is_none_or(|id| one.id == id) && reach.has(one.id);
    let counts = |change: i64| change <= then.seq;
    for one in all.iter().filter(is_looked_at) {
        let scope = scope_where(one, counts).map_err(|bad| Problem::damaged(&bad))?;
        let changes = changes_of_scope(one).map_err(|bad| Problem::damaged(&bad))?;
        if scope == CostingScope::Organization || changes.into_iter().any(counts) {
            return Ok(true);
        }
    }
    Ok(false)
}
