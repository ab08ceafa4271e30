//! The general ledger, and the statement of one account, as documents.

use axum::response::Response;
use store::Snapshot;

use super::ledger::{Entered, Ledger, Listed, Place};
use super::{GeneralLedgerRow, ledger_row};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell, Heading, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;
use crate::http::reports::listing::ROWS_AT_ONCE;
use crate::http::reports::row::Columns;

/// Its columns, with journals by their codes. A printed page has room for those alone that say something.
pub async fn columns(
    snapshot: &mut Snapshot,
    frame: &Frame,
    format: DocumentFormat,
) -> Result<Columns<GeneralLedgerRow>, Problem> {
    let columns = Columns::of(frame).coded(frame.journals(snapshot).await?);
    Ok(match format {
        DocumentFormat::Csv | DocumentFormat::Xlsx => columns,
        DocumentFormat::Print if frame.has_foreign_lines(snapshot).await? => columns.without(&["Due", "Rate"]),
        DocumentFormat::Print => columns.without(IN_CURRENCY),
    })
}

/// The columns of amounts in foreign currencies.
const IN_CURRENCY: &[&str] = &["Currency", "Rate", "Debit in currency", "Credit in currency", "Balance in currency"];

/// The whole report as a document, read a stretch at a time: no snapshot waits for the file.
///
/// # Errors
/// 422 where it is too long for its format, 503 where it cannot be written now.
pub async fn document(
    app: &App,
    format: DocumentFormat,
    heading: Heading,
    frame: &Frame,
    ledger: &Ledger,
    columns: Columns<GeneralLedgerRow>,
) -> Result<Response, Problem> {
    let mut draft = formats::begin(app, format, heading).await?;
    let mut place = Place::default();
    let (mut own, mut all) = (RowRanges::new(), RowRanges::new());
    while !ledger.is_end(&place) {
        let mut snapshot = app.database.snapshot().await?;
        let rows = ledger.next(&mut snapshot, &mut place, ROWS_AT_ONCE).await?;
        drop(snapshot);
        for row in rows {
            match row.entered {
                Entered::Opening => own = RowRanges::new(),
                Entered::Line(_) => {
                    own.add(draft.next_row());
                    all.add(draft.next_row());
                }
                Entered::Closing { .. } => {}
            }
            draft.push(sheet_row(frame, &columns, row, &own)).await?;
        }
    }
    let (debit, credit) = ledger.totals();
    let (debit, credit) = (Cell::sum(debit, &all), Cell::sum(credit, &all));
    let total = columns.total(vec![("Debit", debit), ("Credit", credit)]);
    draft.push(Row::new(RowKind::Total, total)).await?;
    formats::finish(draft).await
}

fn sheet_row(frame: &Frame, columns: &Columns<GeneralLedgerRow>, listed: Listed<'_>, own: &RowRanges) -> Row {
    let sums = match listed.entered {
        Entered::Line(_) => return columns.line(&ledger_row(frame, listed)),
        Entered::Opening => None,
        Entered::Closing { debit, credit, .. } => Some((Cell::sum(debit, own), Cell::sum(credit, own))),
    };
    let row = ledger_row(frame, listed);
    let mut said = vec![("Account", Cell::Text(row.code)), ("Name", Cell::Text(row.name))];
    said.push(("Balance", Cell::Amount(row.balance.0.unscaled)));
    if let Some(balance) = row.own_balance {
        said.push(("Currency", Cell::maybe(row.currency.map(|currency| currency.0.code().to_owned()))));
        said.push(("Balance in currency", Cell::Number(balance.0)));
        let sums = [("Debit in currency", row.debit), ("Credit in currency", row.credit)];
        said.extend(sums.into_iter().filter_map(|(header, sum)| Some((header, Cell::Number(sum?.0)))));
    }
    let Some((debit, credit)) = sums else {
        said.push(("Description", Cell::text("Opening balance")));
        return Row::new(RowKind::Opening, columns.only(said));
    };
    said.extend([("Description", Cell::text("Closing balance")), ("Debit", debit), ("Credit", credit)]);
    Row::new(RowKind::Subtotal, columns.only(said))
}
