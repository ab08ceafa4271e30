//! Lines of which something is open, as a page and as a document: what the reports of them have in common.

use domain::value::{Cell, CellKind};

use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Heading, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::page::Cursor;
use crate::http::problem::Problem;

/// Leaves the rows of a page, which begins behind its cursor, and answers where the next one begins. `place` is the line's
/// place in the log; a cursor carries the event of the log as of which all pages hold.
pub fn page<R>(
    rows: &mut Vec<R>,
    seq: i64,
    cursor: Option<&Cursor>,
    limit: usize,
    place: impl Fn(&R) -> (i64, i64),
) -> Result<Option<Cursor>, Problem> {
    if let Some(cursor) = cursor {
        let [_, Cell::Int(sequence), Cell::Int(line)] = cursor.require(&[CellKind::Int; 3])? else {
            return Err(Cursor::of_another_list());
        };
        rows.retain(|row| place(row) > (*sequence, *line));
    }
    let more = rows.len() > limit;
    rows.truncate(limit);
    let last = rows.last().filter(|_| more).map(place);
    Ok(last.map(|(sequence, line)| Cursor([seq, sequence, line].map(Cell::Int).to_vec())))
}

/// All lines, with their total in the last column for who sees costs.
pub async fn document(
    app: &App,
    format: DocumentFormat,
    heading: Heading,
    rows: impl Iterator<Item = Vec<Shown>>,
    total: Option<i128>,
) -> Result<axum::response::Response, Problem> {
    let width = heading.columns.len();
    let mut draft = formats::begin(app, format, heading).await?;
    let mut lines = RowRanges::new();
    for (place, row) in (0..).zip(rows) {
        lines.add(place);
        draft.push(Row::line(row)).await?;
    }
    let mut last = vec![Shown::text("Total")];
    last.resize(width - 1, Shown::Empty);
    last.push(total.map_or(Shown::Empty, |total| Shown::sum(total, &lines)));
    draft.push(Row::new(RowKind::Total, last)).await?;
    formats::finish(draft).await
}
