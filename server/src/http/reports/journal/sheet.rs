//! The journal as a document.

use axum::response::Response;
use store::Snapshot;
use store::read::journal::{self as lines_of, JournalQuery};

use super::{Carried, JournalRow, Names, row};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell, Heading, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;
use crate::http::reports::listing::ROWS_AT_ONCE;
use crate::http::reports::row::Columns;

/// Its columns. A printed page has room for those alone that say something.
pub async fn columns(
    snapshot: &mut Snapshot,
    frame: &Frame,
    format: DocumentFormat,
) -> Result<Columns<JournalRow>, Problem> {
    let columns = Columns::of(frame);
    Ok(match format {
        DocumentFormat::Csv | DocumentFormat::Xlsx => columns,
        DocumentFormat::Print if frame.has_foreign_lines(snapshot).await? => columns.without(&["Due", "Rate"]),
        DocumentFormat::Print => {
            columns.without(&["Due", "Currency", "Rate", "Debit in currency", "Credit in currency"])
        }
    })
}

/// The whole report as a document, read a stretch at a time: no snapshot waits for the file.
pub async fn document(
    app: &App,
    format: DocumentFormat,
    heading: Heading,
    frame: &Frame,
    names: &Names,
    wanted: &JournalQuery,
    columns: Columns<JournalRow>,
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
            draft.push(columns.line(&row(frame, names, line, carried))).await?;
        }
        if is_last {
            break;
        }
    }
    let (debit, credit) = (Cell::sum(carried.debit, &all), Cell::sum(carried.credit, &all));
    let total = columns.total(vec![("Debit", debit), ("Credit", credit)]);
    draft.push(Row::new(RowKind::Total, total)).await?;
    formats::finish(draft).await
}
