//! The journal as a document.

use axum::response::Response;
use domain::value::Decimal;
use store::read::journal::{self as lines_of, JournalLine, JournalQuery};

use super::{Carried, Names};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell, Column, Heading, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;
use crate::http::reports::listing::{ROWS_AT_ONCE, dimension_text};

/// Its columns.
pub fn columns(frame: &Frame) -> Vec<Column> {
    let decimals = frame.decimals();
    vec![
        Column::integer("Sequence"),
        Column::text("Number"),
        Column::date("Date"),
        Column::text("Journal"),
        Column::text("Type"),
        Column::text("Status"),
        Column::text("Description"),
        Column::text("Reference"),
        Column::integer("Line"),
        Column::text("Account"),
        Column::text("Name"),
        Column::text("Line description"),
        Column::text("Dimensions"),
        Column::text("In its currency"),
        Column::amount("Debit", decimals),
        Column::amount("Credit", decimals),
    ]
}

/// The columns before the amounts.
const BEFORE_AMOUNTS: usize = 14;

/// The whole report as a document, read a stretch at a time: no snapshot waits for the file.
pub async fn document(
    app: &App,
    format: DocumentFormat,
    heading: Heading,
    frame: &Frame,
    names: &Names,
    wanted: &JournalQuery,
) -> Result<Response, Problem> {
    let mut draft = formats::begin(app, format, heading).await?;
    let (mut after, mut carried, mut all) = (None, Carried::default(), RowRanges::new());
    loop {
        let mut snapshot = app.database.snapshot().await?;
        let lines = lines_of::lines(&mut snapshot, frame.organization, wanted, after.as_ref(), ROWS_AT_ONCE).await?;
        drop(snapshot);
        let is_last = lines.len() < ROWS_AT_ONCE;
        after = lines.last().map(|last| last.place.clone());
        for line in lines {
            carried.add(&line);
            all.add(draft.next_row());
            draft.push(Row::line(cells(frame, names, line))).await?;
        }
        if is_last {
            break;
        }
    }
    let mut cells = vec![Cell::Empty, Cell::text("Total")];
    cells.resize(BEFORE_AMOUNTS, Cell::Empty);
    cells.extend([Cell::sum(carried.debit, &all), Cell::sum(carried.credit, &all)]);
    draft.push(Row::new(RowKind::Total, cells)).await?;
    formats::finish(draft).await
}

fn cells(frame: &Frame, names: &Names, line: JournalLine) -> Vec<Cell> {
    let (code, name) = names.accounts.get(&line.account).cloned().unwrap_or_default();
    let own = (line.currency != frame.settings.base_currency).then(|| {
        let units = i128::from(line.debit) - i128::from(line.credit);
        format!("{} {}", Decimal { unscaled: units, scale: line.currency.decimals() }, line.currency.code())
    });
    vec![
        Cell::Integer(line.place.sequence),
        Cell::maybe(line.number),
        Cell::Date(line.date),
        Cell::maybe(names.journals.get(&line.journal).cloned()),
        Cell::text(line.entry_type.name()),
        Cell::text(line.status.name()),
        Cell::text(line.description),
        Cell::maybe(line.reference),
        Cell::Integer(line.place.line_number),
        Cell::text(code),
        Cell::text(name),
        Cell::maybe(line.line_description),
        Cell::text(dimension_text(&line.dimensions)),
        Cell::maybe(own),
        Cell::side(line.base_debit),
        Cell::side(line.base_credit),
    ]
}
