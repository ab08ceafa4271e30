//! Lines of which something is open, as a page and as a document: what the reports of them have in common.

use axum::response::Response;
use domain::value::{Cell, CellKind};

use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Heading, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::http::reports::row::{Columns, ReportRow};

/// Leaves the rows of a page, which begins behind its cursor, and answers where the next one begins. `place` is the line's
/// place in the log; a cursor carries the event of the log as of which all pages hold.
pub fn page<R>(
    rows: &mut Vec<R>,
    (seq, cursor, limit): (i64, Option<&Cursor>, usize),
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

/// All lines, with their total under the last heading for whoever sees costs.
pub async fn document<R: ReportRow>(
    app: &App,
    format: DocumentFormat,
    heading: Heading,
    columns: &Columns<R>,
    (rows, total): (impl Iterator<Item = R>, Option<i128>),
) -> Result<Response, Problem> {
    let mut draft = formats::begin(app, format, heading).await?;
    let mut lines = RowRanges::new();
    for row in rows {
        lines.add(draft.next_row());
        draft.push(columns.line(&row)).await?;
    }
    let mut cells = vec![Shown::Empty; columns.headings().len()];
    if let Some(first) = cells.first_mut() {
        *first = Shown::text("Total");
    }
    if let Some((last, total)) = cells.last_mut().zip(total) {
        *last = Shown::sum(total, &lines);
    }
    draft.push(Row::new(RowKind::Total, cells)).await?;
    formats::finish(draft).await
}
