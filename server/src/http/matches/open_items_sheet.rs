//! The open items as a document: all of them, independent of pages, in base currency so that they add up.

use std::collections::BTreeMap;

use axum::response::Response;
use domain::rows::{Account, EntryType, Side};
use domain::value::cell::IsoDate;
use domain::value::id::AccountId;
use domain::value::{Cell as Value, Decimal};
use store::Snapshot;
use store::read::open_items::{self, OpenItem, OpenItemFilter};

use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::output::{CurrencyCode, Day, DecimalText, Named, RateText};
use crate::http::problem::Problem;
use crate::http::reports::frame::{Frame, LAST_DAY};
use crate::http::reports::row::Columns;

/// Items that are read at once: each stretch sums the matched amounts anew.
const ITEMS_AT_ONCE: usize = 20_000;

/// The whole list. Every match changes open amounts, so all of it is read from one snapshot, which waits for the file
/// and never for the client.
///
/// # Errors
/// 422 where it is too long for its format, 503 where it cannot be written now.
pub async fn document(
    app: &App,
    mut snapshot: Snapshot,
    format: DocumentFormat,
    frame: &Frame,
    accounts: &[Account],
    filter: &OpenItemFilter,
) -> Result<Response, Problem> {
    // All accounts of one answer have one normal side.
    let is_debit = accounts.first().is_none_or(|account| account.normal_balance == Side::Debit);
    let sign = if is_debit { 1 } else { -1 };
    let codes: BTreeMap<AccountId, &str> = accounts.iter().map(|account| (account.id, account.code.as_str())).collect();
    let columns = Columns::of(frame);
    let mut heading = frame.heading("open-items", "Open items", None, columns.headings());
    if filter.as_of < LAST_DAY {
        heading.file_name = format!("open-items-{}", IsoDate(filter.as_of));
        heading.subtitle.insert(1, format!("As of {}", IsoDate(filter.as_of)));
    }
    let mut draft = formats::begin(app, format, heading).await?;
    let (mut all, mut amount, mut open) = (RowRanges::new(), 0, 0);
    let mut after: Option<Vec<Value>> = None;
    loop {
        let items =
            open_items::list(&mut snapshot, frame.organization, filter, after.as_deref(), ITEMS_AT_ONCE).await?;
        let is_last = items.len() < ITEMS_AT_ONCE;
        if let Some(last) = items.last() {
            let due = Value::Text(IsoDate(last.due).to_string());
            after = Some(vec![due, Value::Int(last.sequence), Value::Int(last.line_number)]);
        }
        for item in items {
            all.add(draft.next_row());
            amount += sign * i128::from(item.base_amount);
            open += sign * i128::from(item.base_open);
            draft.push(columns.line(&line(frame, item, sign, &codes))).await?;
        }
        if is_last {
            break;
        }
    }
    drop(snapshot);
    let (amount, open) = (Cell::sum(amount, &all), Cell::sum(open, &all));
    let cells = columns.total(vec![("Amount", amount), ("Open", open)]);
    draft.push(Row::new(RowKind::Total, cells)).await?;
    formats::finish(draft).await
}

crate::report_output! {
    /// An open item in a document: in base currency, positive on the accounts' normal side.
    struct OpenItemLine {
        party: Option<String> => "Party",
        account: Option<String> => "Account",
        due: Day => "Due",
        date: Day => "Date",
        number: Option<String> => "Number",
        entry_type: Named<EntryType> => "Type",
        description: String => "Description",
        reference: Option<String> => "Reference",
        currency: CurrencyCode => "Currency",
        exchange_rate: Option<RateText> => "Rate",
        /// The open amount in the own currency of the line.
        open: DecimalText => "Open in currency" (number),
        base_amount: DecimalText => "Amount" (amount),
        base_open: DecimalText => "Open" (amount),
    }
}

fn line(frame: &Frame, item: OpenItem, sign: i128, codes: &BTreeMap<AccountId, &str>) -> OpenItemLine {
    let open = Decimal { unscaled: sign * i128::from(item.open), scale: item.currency.decimals() };
    crate::answered! { OpenItemLine of item {
        due, date, number, entry_type, description, reference, currency, exchange_rate;
        party: item.party_name.or(item.party.map(|party| party.to_string())),
        account: codes.get(&item.account).map(|code| (*code).to_owned()),
        open: DecimalText(open),
        base_amount: frame.amount(sign * i128::from(item.base_amount)),
        base_open: frame.amount(sign * i128::from(item.base_open)),
    } }
}
