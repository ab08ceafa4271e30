//! The general ledger, and the statement of one account, as documents.

use std::collections::BTreeMap;

use axum::response::Response;
use domain::rows::Side;
use domain::value::Decimal;
use domain::value::id::JournalId;
use store::read::statement::StatementLine;

use super::ledger::{Entered, Ledger, Listed, Place};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell, Column, Heading, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;
use crate::http::reports::listing::{ROWS_AT_ONCE, dimension_text};

/// Its columns.
#[must_use]
pub fn columns(frame: &Frame) -> Vec<Column> {
    let decimals = frame.decimals();
    vec![
        Column::text("Account"),
        Column::text("Name"),
        Column::date("Date"),
        Column::text("Number"),
        Column::text("Journal"),
        Column::text("Type"),
        Column::text("Status"),
        Column::text("Description"),
        Column::text("Reference"),
        Column::text("Dimensions"),
        Column::text("In its currency"),
        Column::amount("Debit", decimals),
        Column::amount("Credit", decimals),
        Column::amount("Balance", decimals),
    ]
}

/// The columns before the amounts.
const BEFORE_AMOUNTS: usize = 11;

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
    journals: &BTreeMap<JournalId, String>,
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
            draft.push(sheet_row(frame, row, &own, journals)).await?;
        }
    }
    let (debit, credit) = ledger.totals();
    let mut cells = vec![Cell::text("Total")];
    cells.resize(BEFORE_AMOUNTS, Cell::Empty);
    cells.extend([Cell::sum(debit, &all), Cell::sum(credit, &all)]);
    draft.push(Row::new(RowKind::Total, cells)).await?;
    formats::finish(draft).await
}

fn sheet_row(
    frame: &Frame,
    Listed { account, entered, balance }: Listed<'_>,
    own: &RowRanges,
    journals: &BTreeMap<JournalId, String>,
) -> Row {
    let balance = Cell::Amount(if account.normal_balance == Side::Debit { balance } else { -balance });
    let mut cells = vec![Cell::text(&account.code), Cell::text(&account.name)];
    let kind = match entered {
        Entered::Opening => {
            cells.resize(7, Cell::Empty);
            cells.push(Cell::text("Opening balance"));
            cells.resize(BEFORE_AMOUNTS, Cell::Empty);
            cells.extend([Cell::Empty, Cell::Empty, balance]);
            RowKind::Opening
        }
        Entered::Line(line) => {
            line_cells(frame, *line, journals, &mut cells);
            cells.push(balance);
            RowKind::Line
        }
        Entered::Closing { debit, credit } => {
            cells.resize(7, Cell::Empty);
            cells.push(Cell::text("Closing balance"));
            cells.resize(BEFORE_AMOUNTS, Cell::Empty);
            cells.extend([Cell::sum(debit, own), Cell::sum(credit, own), balance]);
            RowKind::Subtotal
        }
    };
    Row::new(kind, cells)
}

fn line_cells(frame: &Frame, line: StatementLine, journals: &BTreeMap<JournalId, String>, cells: &mut Vec<Cell>) {
    let own = (line.currency != frame.settings.base_currency).then(|| {
        let units = i128::from(line.debit) - i128::from(line.credit);
        format!("{} {}", Decimal { unscaled: units, scale: line.currency.decimals() }, line.currency.code())
    });
    cells.extend([
        Cell::Date(line.date),
        Cell::maybe(line.number),
        Cell::maybe(journals.get(&line.journal).cloned()),
        Cell::text(line.entry_type.name()),
        Cell::text(line.status.name()),
        Cell::text(line.line_description.unwrap_or(line.description)),
        Cell::maybe(line.reference),
        Cell::text(dimension_text(&line.dimensions)),
        Cell::maybe(own),
        Cell::side(line.base_debit),
        Cell::side(line.base_credit),
    ]);
}
