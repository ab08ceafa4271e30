//! Lists that are read a stretch at a time: a page of them, or all of it as a document.

use std::future::Future;

use axum::response::Response;
use domain::value::Cell;
use serde::Serialize;
use store::Snapshot;

use super::row::{Columns, ReportRow};
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::Heading;
use crate::http::formats;
use crate::http::page::{Page, PageLimit};
use crate::http::problem::Problem;

/// A list in the order of the places of its rows.
pub trait Stretches: Sync {
    /// A row as it is read.
    type Row: Send;
    /// The same as it is answered.
    type Answer: ReportRow + Serialize + Send;

    /// The next rows behind a place.
    fn read(
        &self,
        snapshot: &mut Snapshot,
        after: Option<&[Cell]>,
        most: usize,
    ) -> impl Future<Output = Result<Vec<Self::Row>, Problem>> + Send;

    /// Where the next stretch begins behind this row.
    fn place(row: &Self::Row) -> Vec<Cell>;

    /// A row as it is answered.
    fn answer(&self, row: Self::Row) -> Self::Answer;
}

/// The page behind a place.
pub async fn page<S: Stretches>(
    list: &S,
    snapshot: &mut Snapshot,
    after: Option<&[Cell]>,
    limit: PageLimit,
) -> Result<Page<S::Answer>, Problem> {
    let rows = list.read(snapshot, after, limit.0 + 1).await?;
    Ok(Page::of(rows, limit.0, S::place).map(|row| list.answer(row)))
}

/// All of it as a document, so many rows at a time, from one snapshot.
///
/// # Errors
/// 422 where it is too long for its format, 503 where it cannot be written now.
pub async fn document<S: Stretches>(
    list: &S,
    app: &App,
    mut snapshot: Snapshot,
    format: DocumentFormat,
    heading: Heading,
    columns: &Columns<S::Answer>,
    at_once: usize,
) -> Result<Response, Problem> {
    let mut draft = formats::begin(app, format, heading).await?;
    let mut after: Option<Vec<Cell>> = None;
    loop {
        let rows = list.read(&mut snapshot, after.as_deref(), at_once).await?;
        let is_last = rows.len() < at_once;
        after = rows.last().map(S::place);
        for row in rows {
            draft.push(columns.line(&list.answer(row))).await?;
        }
        if is_last {
            return formats::finish(draft).await;
        }
    }
}
