//! `GET /inventory/reports/late-items`: movements until a day that came into the books after it.

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::value::id::{AccountId, EntryId, ItemId, MovementId, WarehouseId};
use domain::value::movement_kind::MovementKind;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Date, Instant, Sought};
use store::Snapshot;
use store::read::goods_moved::MovedFilter;
use store::read::goods_posted::{self, LATE_KINDS, PostedKind, PostedRow};
use store::read::known_goods::GoodsThen;

use super::{end_of, goods_then, named, named_item, quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame, LAST_DAY};
use crate::http::reports::listing;
use crate::http::reports::row::Columns;

/// Rows that are read at once where a document is made.
const ROWS_AT_ONCE: usize = 10_000;

crate::report_input! {
    /// Until which day goods moved.
    pub struct LateItemsQuery {
        /// The last day on which the goods moved, in the organization's time zone; today if absent.
        pub as_of: Option<Date>,
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only goods that left or entered this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        ..known_at,
        ..page,
    }
}

crate::report_output! {
    /// A late posting for goods that moved in time. A transfer has two rows.
    pub struct LateItemRow {
        /// `movement`; `void` if it was voided as of a later day; or `costChange` if the goods moved at another cost
        /// than was posted by the day.
        pub row_kind: Named<PostedKind> => "Row" (at 10),
        pub movement_id: Id<MovementId>,
        pub kind: Named<MovementKind> => "Kind" (at 4),
        pub sequence: i64,
        pub line_number: i64,
        pub occurred_at: At => "Occurred at",
        /// When it was posted or voided, or when its cost last changed.
        pub posted_at: At => "Posted at",
        /// The posting date of that.
        pub posting_date: Day => "Posting date",
        pub entry_id: Option<Id<EntryId>>,
        /// The account with the late amount; null if there is none.
        pub account_id: Option<Id<AccountId>> => "Account" (at 11),
        pub description: String => "Description",
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String => "Warehouse",
        /// The quantity that arrived, or below 0 the quantity that left, in the item's base unit.
        pub quantity: DecimalText => "Quantity" (quantity),
        /// The amount posted on that day, in base currency: the amount of the proof's late item. Null without
        /// `costs:read`; if the goods have no value, stay within a shared costing scope, or are costed after the day.
        pub amount: Option<DecimalText> => "Amount" (amount),
    }

    /// A page of late items.
    pub struct LateItemsView {
        pub as_of: Day,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// By posting date, then as the movements were posted.
        pub data: Vec<LateItemRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::MovementsRead);

/// List late items
///
/// Postings with a later date for goods that moved by a day, because they were recorded after their period was closed:
/// by these amounts, the stock in the books of the day differs from the stock that was there and from its cost. Besides
/// movements, the rows are movements voided as of a later day and changes of a movement's cost, each with its account.
/// Rows with an amount are those of the proof (`GET /inventory/proof`) of the same day, and add up to its `late`.
/// Movements voided as of their own day are left out. Rows without an amount are for goods without value, or goods that
/// are costed after the day.
#[utoipa::path(get, path = "/api/v1/inventory/reports/late-items", operation_id = "StockController_lateItems",
    tag = "Stock", params(LateItemsQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (LateItemsView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn late_items(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: LateItemsQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let as_of = query.as_of.unwrap_or_else(|| frame.books.today(&frame.settings)).min(LAST_DAY);
    let then = goods_then(&mut snapshot, &frame).await?;
    let report = Report {
        late: (end_of(as_of, &frame), as_of),
        filter: MovedFilter {
            known: (then.seq, then.at),
            item: named_item(query.item_id),
            warehouse: named(query.warehouse_id, |id| id.0).map(WarehouseId),
            lot: None,
            serial: None,
            reach: caller.reach(&mut snapshot).await?,
            from: None,
            before: None,
        },
        sees_costs: caller.rights(&mut snapshot).await?.has(Permission::CostsRead),
        as_of,
        then,
        frame,
    };
    if let Some(format) = document {
        return report.document(&app, snapshot, format).await;
    }
    let after = match &query.cursor {
        Some(cursor) => cursor.require(&[&[CellKind::Int], LATE_KINDS.as_slice()].concat())?.get(1..),
        None => None,
    };
    let most = query.limit.0;
    let (mut data, mut places) = report.read(&mut snapshot, after, most + 1).await?;
    let more = data.len() > most;
    data.truncate(most);
    places.truncate(most);
    let next = places.pop().filter(|_| more).map(|place| {
        let mut cells = vec![Cell::Int(report.frame.seq)];
        cells.extend(place);
        Cursor(cells)
    });
    let view = LateItemsView {
        as_of: Day(as_of),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// The report in the making.
struct Report {
    frame: Frame,
    filter: MovedFilter,
    /// The end of the day, and the day.
    late: (Instant, Date),
    as_of: Date,
    sees_costs: bool,
    /// The names of goods and places.
    then: GoodsThen,
}

impl Report {
    /// The next rows, and the place of each.
    async fn read(
        &self,
        snapshot: &mut Snapshot,
        after: Option<&[Cell]>,
        most: usize,
    ) -> Result<(Vec<LateItemRow>, Vec<Vec<Cell>>), Problem> {
        let own = self.frame.organization;
        let rows = goods_posted::late(snapshot, own, &self.filter, self.late, self.sees_costs, after, most).await?;
        let rows = goods_posted::as_called(rows, &self.then)?;
        let places = rows.iter().map(PostedRow::late_cells).collect();
        Ok((rows.into_iter().map(|row| self.row(row)).collect(), places))
    }

    fn row(&self, row: PostedRow) -> LateItemRow {
        let moved = row.moved;
        crate::answered! { LateItemRow of moved {
            kind, sequence, line_number, occurred_at, posted_at, posting_date, description,
            row_kind: row.tells,
            movement_id: moved.movement,
            entry_id: moved.entry,
            account_id: row.account,
            item_id: moved.item.0,
            sku: moved.item.1,
            warehouse_id: moved.warehouse.0,
            warehouse_code: moved.warehouse.1;
            quantity: quantity(i128::from(moved.quantity), moved.quantity_decimals),
            amount: row.value.filter(|_| self.sees_costs).map(|value| self.frame.amount(value)),
        } }
    }

    async fn document(&self, app: &App, mut snapshot: Snapshot, format: DocumentFormat) -> Result<Response, Problem> {
        let decimals = self.then.most_decimals(&mut snapshot, self.frame.organization).await?;
        let accounts = self.frame.accounts(&mut snapshot).await?;
        let codes = accounts.into_iter().map(|(id, (code, _))| (id, code));
        let columns = Columns::of(&self.frame).quantities(decimals).coded(codes);
        let heading = sheet::heading(&self.frame, "late-items", "Late items", Some(self.as_of), &columns);
        let mut draft = formats::begin(app, format, heading).await?;
        let mut after: Option<Vec<Cell>> = None;
        loop {
            let (rows, mut places) = self.read(&mut snapshot, after.as_deref(), ROWS_AT_ONCE).await?;
            let is_last = rows.len() < ROWS_AT_ONCE;
            for row in rows {
                draft.push(columns.line(&row)).await?;
            }
            after = places.pop();
            if is_last {
                return formats::finish(draft).await;
            }
        }
    }
}
