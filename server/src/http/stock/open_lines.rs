//! Lines with an open amount, as a page and as a document: the common part of their reports.

use std::collections::BTreeMap;

use axum::response::Response;
use domain::value::id::AccountId;
use domain::value::{Cell, CellKind, Date};
use store::Snapshot;
use store::read::known_goods::GoodsThen;

use super::sheet;
use crate::app::App;
use crate::documents::DocumentFormat;
use crate::documents::table::{Cell as Shown, Row, RowKind, RowRanges};
use crate::http::formats;
use crate::http::output::DecimalText;
use crate::http::page::Cursor;
use crate::http::problem::Problem;
use crate::http::reports::frame::Frame;
use crate::http::reports::row::{Columns, ReportRow};

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

/// The open lines of a report, with their amounts by account.
pub struct OpenLines {
    pub frame: Frame,
    /// Goods and places by the names they had.
    pub then: GoodsThen,
    pub sees_costs: bool,
    /// The open amounts, in base currency.
    pub by_account: BTreeMap<AccountId, i128>,
}

/// The document of such lines.
pub struct LinesSheet<'a> {
    /// The name of its file, without day and extension.
    pub file: &'a str,
    pub title: &'a str,
    /// The end of this day; now if there is none.
    pub as_of: Option<Date>,
    /// The heading of its last column, which has the total.
    pub last: &'a str,
}

impl OpenLines {
    /// An amount in base currency, for whoever sees costs.
    pub fn amount(&self, units: impl Into<i128>) -> Option<DecimalText> {
        self.sees_costs.then(|| self.frame.amount(units))
    }

    /// The total of all lines.
    pub fn total(&self) -> i128 {
        self.by_account.values().sum()
    }

    /// All lines as a document, with their total under its last heading.
    pub async fn document<R: ReportRow>(
        &self,
        app: &App,
        mut snapshot: Snapshot,
        format: DocumentFormat,
        sheet: LinesSheet<'_>,
        rows: impl Iterator<Item = R>,
    ) -> Result<Response, Problem> {
        let decimals = self.then.most_decimals(&mut snapshot, self.frame.organization).await?;
        drop(snapshot);
        let columns = Columns::of(&self.frame).quantities(decimals);
        let LinesSheet { file, title, as_of, last } = sheet;
        let heading = sheet::heading(&self.frame, file, title, as_of, &columns);
        let mut draft = formats::begin(app, format, heading).await?;
        let mut lines = RowRanges::new();
        for row in rows {
            lines.add(draft.next_row());
            draft.push(columns.line(&row)).await?;
        }
        let sum = if self.sees_costs { Shown::sum(self.total(), &lines) } else { Shown::Empty };
        draft.push(Row::new(RowKind::Total, columns.total(vec![(last, sum)]))).await?;
        formats::finish(draft).await
    }
}
