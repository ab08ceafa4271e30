//! `GET /inventory/reports/received-not-invoiced`: what was received and is not invoiced yet, with its account.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::book::reach::Reach;
use domain::rows::AccountSubtype;
use domain::value::id::{AccountId, ItemId, MovementId, PartyId, WarehouseId};
use domain::value::permission::Permission;
use domain::value::{Date, Sought};
use store::read::known_goods::GoodsThen;
use store::read::received::{self, Received, ReceivedFilter};

use super::ties::{TiedAccount, UsualSide, tied};
use super::{comparable, goods_then, in_currency, named, named_item, open_lines, quantity, sheet};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Column};
use crate::http::caller::Caller;
use crate::http::formats::ReportFormat;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id};
use crate::http::page::{Cursor, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::books::KnownAt;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;

crate::input! {
    /// Which receipts.
    pub struct ReceivedNotInvoicedQuery {
        /// At the end of this day, by posting date; now if absent.
        pub as_of: Option<Date>,
        /// Only goods from this party.
        pub party_id: Option<Sought<PartyId>>,
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only goods that came to this warehouse.
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
    /// A line of a receipt that is not fully invoiced. Quantities are in the item's base unit; amounts are null without
    /// `costs:read`.
    pub struct ReceivedNotInvoicedRow {
        pub movement_id: Id<MovementId>,
        pub sequence: i64,
        pub line_number: i64,
        pub occurred_at: At,
        pub posting_date: Day,
        pub reference: Option<String>,
        pub party_id: Option<Id<PartyId>>,
        /// The present name, even with `knownAt`: events contain no names of parties.
        pub party_name: Option<String>,
        pub item_id: Id<ItemId>,
        pub sku: String,
        pub name: String,
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String,
        /// The account with the open amount.
        pub account_id: Id<AccountId>,
        pub received: DecimalText,
        pub invoiced: DecimalText,
        /// The quantity that went back before it was invoiced.
        pub returned: DecimalText,
        /// Received, less invoiced and returned; below 0 if an invoice was posted before its receipt.
        pub open_quantity: DecimalText,
        pub unit_code: String,
        /// The receipt's currency.
        pub currency: CurrencyCode,
        /// The open amount in that currency, at the receipt's price.
        pub open_amount: Option<DecimalText>,
        /// The same in base currency, at the receipt's rate.
        pub open_base_amount: Option<DecimalText>,
        /// Whether the goods came at a provisional cost, which their invoice settles.
        pub provisional_cost: bool,
    }

    /// A page of goods received and not invoiced.
    pub struct ReceivedNotInvoicedView {
        /// Null if it is as of now.
        pub as_of: Option<Day>,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that this includes; it is the same for all pages that a cursor leads to.
        pub seq: i64,
        /// In order of posting.
        pub data: Vec<ReceivedNotInvoicedRow>,
        /// The total of all pages, in base currency; null without `costs:read`.
        pub total_open: Option<DecimalText>,
        /// The same by account, next to its balance. Empty if a filter leaves lines out, and without `costs:read`.
        pub accounts: Vec<TiedAccount>,
        pub next_cursor: Option<String>,
    }
}

/// List goods received and not invoiced
///
/// Lines of receipts that are not fully invoiced, at the end of any day: an invoice or a return counts from its own
/// posting date, a void from the date of its mirror. The totals by account are shown next to the account's balance.
/// With `knownAt`, everything is as known then except the names of parties: they are personal data, appear in no event,
/// can be erased, and are always the present ones.
#[utoipa::path(get, path = "/api/v1/inventory/reports/received-not-invoiced",
    operation_id = "StockController_receivedNotInvoiced", tag = "Stock", params(ReceivedNotInvoicedQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (ReceivedNotInvoicedView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn received_not_invoiced(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::MovementsRead).await?;
    let query: ReceivedNotInvoicedQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let then = goods_then(&mut snapshot, &frame).await?;
    let filter = ReceivedFilter {
        as_of: comparable(query.as_of),
        party: named(query.party_id, |id| id.0).map(PartyId),
        item: named_item(query.item_id),
        warehouse: named(query.warehouse_id, |id| id.0).map(WarehouseId),
    };
    let sees_costs = caller.rights(&mut snapshot).await?.has(Permission::CostsRead);
    let mut rows = received::open(&mut snapshot, caller.organization, &filter, &then).await?;
    let reach = caller.reach(&mut snapshot).await?;
    rows.retain(|row| reach.has(row.warehouse.0));
    let mut by_account: BTreeMap<AccountId, i128> = BTreeMap::new();
    for row in &rows {
        *by_account.entry(row.account).or_default() += i128::from(row.open_base);
    }
    let report = Report { total: by_account.values().sum(), sees_costs, then, frame };
    if let Some(format) = document {
        let decimals = report.then.most_decimals(&mut snapshot, caller.organization).await?;
        drop(snapshot);
        return report.document(&app, format, filter.as_of, decimals, rows).await;
    }
    let accounts = if sees_costs && filter.takes_all() && reach == Reach::Everywhere {
        let subtype = Some(AccountSubtype::GoodsReceivedNotInvoiced);
        tied(&mut snapshot, &report.frame, filter.as_of, by_account, subtype, UsualSide::Credit).await?
    } else {
        Vec::new()
    };
    let (seq, cursor, limit) = (report.frame.seq, query.cursor.as_ref(), query.limit.0);
    let next = open_lines::page(&mut rows, seq, cursor, limit, |row| (row.sequence, row.line_number))?;
    let view = ReceivedNotInvoicedView {
        as_of: filter.as_of.map(Day),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data: rows.into_iter().map(|row| report.row(row)).collect(),
        total_open: sees_costs.then(|| report.frame.amount(report.total)),
        accounts,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

/// The report in the making.
struct Report {
    frame: Frame,
    then: GoodsThen,
    sees_costs: bool,
    /// What is open, in base currency.
    total: i128,
}

impl Report {
    fn row(&self, row: Received) -> ReceivedNotInvoicedRow {
        let decimals = row.item.quantity_decimals;
        let units = |units: i64| quantity(i128::from(units), decimals);
        let open = i128::from(row.received) - i128::from(row.invoiced) - i128::from(row.returned);
        ReceivedNotInvoicedRow {
            movement_id: Id(row.movement),
            sequence: row.sequence,
            line_number: row.line_number,
            occurred_at: At(row.occurred_at),
            posting_date: Day(row.posting_date),
            reference: row.reference,
            party_id: row.party.map(Id),
            party_name: row.party_name,
            item_id: Id(row.item.id),
            sku: row.item.sku,
            name: row.item.name,
            warehouse_id: Id(row.warehouse.0),
            warehouse_code: row.warehouse.1,
            account_id: Id(row.account),
            received: units(row.received),
            invoiced: units(row.invoiced),
            returned: units(row.returned),
            open_quantity: quantity(open, decimals),
            unit_code: row.item.unit_code,
            currency: CurrencyCode(row.currency),
            open_amount: self.sees_costs.then(|| in_currency(row.open_amount, row.currency)),
            open_base_amount: self.sees_costs.then(|| self.frame.amount(row.open_base)),
            provisional_cost: row.is_provisional,
        }
    }

    async fn document(
        &self,
        app: &App,
        format: DocumentFormat,
        as_of: Option<Date>,
        decimals: u8,
        rows: Vec<Received>,
    ) -> Result<Response, Problem> {
        let columns = columns(decimals, self.frame.decimals());
        let title = "Received and not invoiced";
        let heading = sheet::heading(&self.frame, "received-not-invoiced", title, as_of, columns);
        let rows = rows.into_iter().map(|row| cells(self.row(row), decimals));
        open_lines::document(app, format, heading, rows, self.sees_costs.then_some(self.total)).await
    }
}

fn columns(of_quantity: u8, of_value: u8) -> Vec<Column> {
    vec![
        Column::date("Posting date"),
        Column::text("Reference"),
        Column::text("Party"),
        Column::text("Sku"),
        Column::text("Name"),
        Column::text("Warehouse"),
        Column::amount("Received", of_quantity),
        Column::amount("Invoiced", of_quantity),
        Column::amount("Returned", of_quantity),
        Column::amount("Open quantity", of_quantity),
        Column::text("Unit"),
        Column::text("Currency"),
        Column::text("Open amount"),
        Column::amount("Open in base currency", of_value),
    ]
}

fn cells(row: ReceivedNotInvoicedRow, decimals: u8) -> Vec<Shown> {
    vec![
        Shown::Date(row.posting_date.0),
        Shown::maybe(row.reference),
        Shown::maybe(row.party_name),
        Shown::text(row.sku),
        Shown::text(row.name),
        Shown::text(row.warehouse_code),
        sheet::quantity(row.received, decimals),
        sheet::quantity(row.invoiced, decimals),
        sheet::quantity(row.returned, decimals),
        sheet::quantity(row.open_quantity, decimals),
        Shown::text(row.unit_code),
        Shown::text(row.currency.0.code().to_string()),
        // Amounts of several currencies are in one column, and do not add up.
        Shown::maybe(row.open_amount.map(|amount| amount.0.to_string())),
        sheet::amount(row.open_base_amount),
    ]
}
