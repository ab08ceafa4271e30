//! The open items as a document: all that is open, whatever its page, in base currency so that it adds up.

use std::collections::BTreeMap;

use axum::response::Response;
use domain::rows::{Account, Side};
use domain::value::cell::IsoDate;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell as Value, Decimal};
use store::Snapshot;
use store::read::open_items::{self, OpenItem, OpenItemFilter};

use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell, Column, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::problem::Problem;
use crate::http::reports::frame::{Frame, LAST_DAY};

/// Items that are read at once: each stretch adds up what is matched anew.
const ITEMS_AT_ONCE: usize = 20_000;
/// The columns before the amounts.
const BEFORE_AMOUNTS: usize = 9;

/// The whole list. Every match changes what is open, so that all of it is read of one snapshot, which waits for the file
/// and never for the client.
///
/// # Errors
/// 422 where it is too long for its format, 503 where it cannot be written now.
pub async fn document(
    app: &App,
    mut snapshot: Snapshot,
    format: DocumentFormat,
    organization: OrganizationId,
    accounts: &[Account],
    filter: &OpenItemFilter,
) -> Result<Response, Problem> {
    let frame = Frame::open(&mut snapshot, organization, None, None).await?;
    // All accounts of one answer have one normal side.
    let is_debit = accounts.first().is_none_or(|account| account.normal_balance == Side::Debit);
    let sign = if is_debit { 1 } else { -1 };
    let codes: BTreeMap<AccountId, &str> = accounts.iter().map(|account| (account.id, account.code.as_str())).collect();
    let mut heading = frame.heading("open-items", "Open items", None, columns(&frame));
    if filter.as_of < LAST_DAY {
        heading.file_name = format!("open-items-{}", IsoDate(filter.as_of));
        heading.subtitle.insert(1, format!("As of {}", IsoDate(filter.as_of)));
    }
    let mut draft = formats::begin(app, format, heading).await?;
    let (mut all, mut amount, mut open) = (RowRanges::new(), 0, 0);
    let mut after: Option<Vec<Value>> = None;
    loop {
        let items = open_items::list(&mut snapshot, organization, filter, after.as_deref(), ITEMS_AT_ONCE).await?;
        let is_last = items.len() < ITEMS_AT_ONCE;
        if let Some(last) = items.last() {
            let due = Value::Text(IsoDate(last.due).to_string());
            after = Some(vec![due, Value::Int(last.sequence), Value::Int(last.line_number)]);
        }
        for item in items {
            all.add(draft.next_row());
            amount += sign * i128::from(item.base_amount);
            open += sign * i128::from(item.base_open);
            draft.push(row(&frame, item, sign, &codes)).await?;
        }
        if is_last {
            break;
        }
    }
    drop(snapshot);
    let mut cells = vec![Cell::text("Total")];
    cells.resize(BEFORE_AMOUNTS, Cell::Empty);
    cells.extend([Cell::sum(amount, &all), Cell::sum(open, &all)]);
    draft.push(Row::new(RowKind::Total, cells)).await?;
    formats::finish(draft).await
}

fn columns(frame: &Frame) -> Vec<Column> {
    vec![
        Column::text("Party"),
        Column::text("Account"),
        Column::date("Due"),
        Column::date("Date"),
        Column::text("Number"),
        Column::text("Type"),
        Column::text("Description"),
        Column::text("Reference"),
        Column::text("In its currency"),
        Column::amount("Amount", frame.decimals()),
        Column::amount("Open", frame.decimals()),
    ]
}

fn row(frame: &Frame, item: OpenItem, sign: i128, codes: &BTreeMap<AccountId, &str>) -> Row {
    let own = (item.currency != frame.settings.base_currency).then(|| {
        let units = sign * i128::from(item.open);
        format!("{} {}", Decimal { unscaled: units, scale: item.currency.decimals() }, item.currency.code())
    });
    Row::line(vec![
        Cell::maybe(item.party_name.or(item.party.map(|party| party.to_string()))),
        Cell::maybe(codes.get(&item.account).copied()),
        Cell::Date(item.due),
        Cell::Date(item.date),
        Cell::maybe(item.number),
        Cell::text(item.entry_type.name()),
        Cell::text(item.description),
        Cell::maybe(item.reference),
        Cell::maybe(own),
        Cell::Amount(sign * i128::from(item.base_amount)),
        Cell::Amount(sign * i128::from(item.base_open)),
    ])
}
