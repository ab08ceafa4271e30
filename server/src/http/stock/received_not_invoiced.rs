//! `GET /inventory/reports/received-not-invoiced`: goods received and not invoiced yet, with their account.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::book::reach::Reach;
use domain::rows::AccountSubtype;
use domain::value::Sought;
use domain::value::id::{AccountId, ItemId, MovementId, PartyId, WarehouseId};
use domain::value::permission::Permission;
use store::read::received::{self, Received, ReceivedFilter};

use super::open_lines::{LinesSheet, OpenLines};
use super::ties::{TiedAccount, UsualSide, tied};
use super::{comparable, goods_then, in_currency, named, named_item, open_lines, quantity};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::matches::list::of_party;
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};
use crate::http::reports::listing;

crate::report_input! {
    /// Which receipts.
    pub struct ReceivedNotInvoicedQuery {
        ..as_of,
        /// Only goods from this party.
        pub party_id: Option<Sought<PartyId>>,
        /// Only this item.
        pub item_id: Option<Sought<ItemId>>,
        /// Only goods that came to this warehouse.
        pub warehouse_id: Option<Sought<WarehouseId>>,
        ..known_at,
        ..page,
    }
}

crate::report_output! {
    /// A line of a receipt that is not fully invoiced. Quantities are in the item's base unit; amounts are null without
    /// `costs:read`.
    pub struct ReceivedNotInvoicedRow {
        pub movement_id: Id<MovementId>,
        pub sequence: i64,
        pub line_number: i64,
        pub occurred_at: At,
        pub posting_date: Day => "Posting date",
        pub reference: Option<String> => "Reference",
        pub party_id: Option<Id<PartyId>>,
        /// The present name, even with `knownAt`: events contain no names of parties.
        pub party_name: Option<String> => "Party",
        pub item_id: Id<ItemId>,
        pub sku: String => "Sku",
        pub name: String => "Name",
        pub warehouse_id: Id<WarehouseId>,
        pub warehouse_code: String => "Warehouse",
        /// The account with the open amount.
        pub account_id: Id<AccountId>,
        pub received: DecimalText => "Received" (quantity),
        pub invoiced: DecimalText => "Invoiced" (quantity),
        /// The quantity that went back before it was invoiced.
        pub returned: DecimalText => "Returned" (quantity),
        /// Received, less invoiced and returned; below 0 if an invoice was posted before its receipt.
        pub open_quantity: DecimalText => "Open quantity" (quantity),
        pub unit_code: String => "Unit",
        /// The receipt's currency.
        pub currency: CurrencyCode => "Currency",
        /// The open amount in that currency, at the receipt's price.
        pub open_amount: Option<DecimalText> => "Open amount",
        /// The same in base currency, at the receipt's rate.
        pub open_base_amount: Option<DecimalText> => "Open in base currency" (amount),
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

pub(super) const OPERATION: Operation = Operation::report(Permission::MovementsRead);

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
    let mut snapshot = caller.read(&app).await?;
    let query: ReceivedNotInvoicedQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, query.cursor.as_ref()).await?;
    let then = goods_then(&mut snapshot, &frame).await?;
    let filter = ReceivedFilter {
        as_of: comparable(query.as_of),
        parties: of_party(&mut snapshot, caller.organization, query.party_id).await?,
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
    let report = OpenLines { frame, then, sees_costs, by_account };
    if let Some(format) = document {
        let sheet = LinesSheet {
            file: "received-not-invoiced",
            title: "Received and not invoiced",
            as_of: filter.as_of,
            last: "Open in base currency",
        };
        let rows = rows.into_iter().map(|row| shown(&report, row));
        return report.document(&app, snapshot, format, sheet, rows).await;
    }
    let accounts = if sees_costs && filter.takes_all() && reach == Reach::Everywhere {
        let subtype = Some(AccountSubtype::GoodsReceivedNotInvoiced);
        let open = report.by_account.clone();
        tied(&mut snapshot, &report.frame, filter.as_of, open, subtype, UsualSide::Credit).await?
    } else {
        Vec::new()
    };
    let (seq, cursor, limit) = (report.frame.seq, query.cursor.as_ref(), query.limit.0);
    let next = open_lines::page(&mut rows, seq, cursor, limit, |row| (row.sequence, row.line_number))?;
    let view = ReceivedNotInvoicedView {
        as_of: filter.as_of.map(Day),
        currency: CurrencyCode(report.frame.settings.base_currency),
        seq: report.frame.seq,
        data: rows.into_iter().map(|row| shown(&report, row)).collect(),
        total_open: report.amount(report.total()),
        accounts,
        next_cursor: next.as_ref().map(|cursor| cursor.text(&uri)),
    };
    Ok(listing::json(view, next.as_ref(), &uri))
}

fn shown(report: &OpenLines, row: Received) -> ReceivedNotInvoicedRow {
    let decimals = row.item.quantity_decimals;
    let units = |units: i64| quantity(i128::from(units), decimals);
    let open = i128::from(row.received) - i128::from(row.invoiced) - i128::from(row.returned);
    crate::answered! { ReceivedNotInvoicedRow of row {
        sequence, line_number, occurred_at, posting_date, reference, party_name, currency,
        movement_id: row.movement,
        party_id: row.party,
        item_id: row.item.id,
        sku: row.item.sku,
        name: row.item.name,
        warehouse_id: row.warehouse.0,
        warehouse_code: row.warehouse.1,
        account_id: row.account,
        unit_code: row.item.unit_code,
        provisional_cost: row.is_provisional;
        received: units(row.received),
        invoiced: units(row.invoiced),
        returned: units(row.returned),
        open_quantity: quantity(open, decimals),
        open_amount: report.sees_costs.then(|| in_currency(row.open_amount, row.currency)),
        open_base_amount: report.amount(row.open_base),
    } }
}
